/**
 * Judges the bank's silence by the expected number of alerts, with growing patience while it
 * continues.
 */
import type { SessionContext } from '../../profile/session-context.ts'
import type { FoundGap } from './gap-records.ts'
import { countedMs, silenceAfterMs } from './silence.ts'

/** Instants in milliseconds. */
export interface SilenceWatch {
  /** A delivery was stored. */
  received(at: number): void
  /** The instant of the last delivery; undefined if there was none. */
  receivedMs(): number | undefined
  /** The listener runs from here on. */
  begins(at: number): void
  /**
   * Returns the time to sweep; undefined if the silence is not long enough, or no usual number of
   * alerts is set.
   */
  judge(at: number): (FoundGap & { readonly untilMs: number }) | undefined
}

export function createSilenceWatch({ profile }: Pick<SessionContext, 'profile'>): SilenceWatch {
  let receivedMs: number | undefined
  let begunMs = 0
  /** The end of the silence already swept, and how often in a row. */
  let swept = { untilMs: 0, times: 0 }
  return {
    received(at) {
      receivedMs = at
      swept = { untilMs: 0, times: 0 }
    },
    receivedMs: () => receivedMs,
    begins: (at) => {
      begunMs = at
    },
    judge(at) {
      const afterMs = silenceAfterMs(profile().details?.alerts.expectedDaily)
      if (afterMs === null) return undefined
      // Instants later than now, from before the clock was set back, are no elapsed time.
      receivedMs = receivedMs === undefined ? undefined : Math.min(receivedMs, at)
      begunMs = Math.min(begunMs, at)
      swept = { ...swept, untilMs: Math.min(swept.untilMs, at) }
      const fromMs = Math.max(receivedMs ?? 0, begunMs, swept.untilMs)
      if (countedMs(new Date(fromMs), new Date(at)) < afterMs * 2 ** swept.times) return undefined
      swept = { untilMs: at, times: swept.times + 1 }
      return { cause: 'no-alert', fromMs, untilMs: at }
    },
  }
}
