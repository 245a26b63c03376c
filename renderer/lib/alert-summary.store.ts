/** What the alerts come to: for the head of their screen and for the rail. */
import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { AlertSummary } from '../../preload/contract/alerts/alert.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import { bridge } from './bridge.ts'

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

  let stop: (() => void) | undefined
  /** Reads it now and whenever alerts were received or read. */
  async function follow(): Promise<void> {
    stop ??= bridge().on('alerts', 'changed', () => void read())
    await read()
  }

  return { summary, failure, read, follow }
})
