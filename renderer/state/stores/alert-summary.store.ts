/** What the alerts come to: for the head of their screen and for the rail. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AlertSummary } from '../../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../bridge.ts'

/** Read once, and again whenever something came. */
export const useAlertSummary = defineStore('alert-summary', () => {
  const summary = shallowRef<AlertSummary>()
  const failure = shallowRef<Failure>()
  let isReading = false
  let isStale = false

  /** Reads it; what changes meanwhile is read once more, however often it changed. */
  async function read(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale) {
        isStale = false
        const answer = await bridge().alerts.getSummary()
        if (answer.ok) summary.value = answer.value
        failure.value = answer.ok ? undefined : answer.error
      }
    } finally {
      isReading = false
    }
  }

  let isFollowing = false
  let deliveries = 0
  /** Reads it now, whenever alerts were read, and whenever a delivery came: that may be held and tell of no alert. */
  async function follow(): Promise<void> {
    if (!isFollowing) {
      isFollowing = true
      bridge().on('alerts', 'changed', () => void read())
      bridge().on('listener', 'stateChanged', ({ counts }) => {
        if (counts.deliveries !== deliveries) void read()
        deliveries = counts.deliveries
      })
    }
    await read()
  }

  return { summary, failure, read, follow }
})
