/** The summary of the alerts, for the head of their screen and for the navigation rail. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AlertSummary } from '../../../preload/contract/api/alerts/alert.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../bridge.ts'

export const useAlertSummary = defineStore('alert-summary', () => {
  const summary = shallowRef<AlertSummary>()
  const failure = shallowRef<Failure>()
  let isReading = false
  let isStale = false

  /** Reads the summary. Changes during the read cause one more read, however many there were. */
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
  /**
   * Reads the summary now, after alerts were read, and after each delivery, because a delivery can
   * be held in quarantine without any alert.
   */
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
