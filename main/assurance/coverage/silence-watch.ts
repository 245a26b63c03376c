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
  heard(at: number): void
  /** The instant of the last delivery; undefined if there was none. */
  heardMs(): number | undefined
  /** The listener runs from here on. */
  begins(at: number): void
  /**
   * Returns the time to sweep; undefined if the silence is not long enough, or no usual number of
   * alerts is set.
   */
  judge(at: number): (FoundGap & { readonly untilMs: number }) | undefined
}

export function createSilenceWatch({ profile }: Pick<SessionContext, 'profile'>): SilenceWatch {
  let heardMs: number | undefined
  let begunMs = 0
  /** The end of the silence already swept, and how often in a row. */
  let asked = { untilMs: 0, times: 0 }
  return {
    heard(at) {
      heardMs = at
      asked = { untilMs: 0, times: 0 }
    },
    heardMs: () => heardMs,
    begins: (at) => {
      begunMs = at
    },
    judge(at) {
      const afterMs = silenceAfterMs(profile().details?.alerts.expectedDaily)
      if (afterMs === null) return undefined
      // Instants later than now, from before the clock was set back, are no elapsed time.
      heardMs = heardMs === undefined ? undefined : Math.min(heardMs, at)
      begunMs = Math.min(begunMs, at)
      asked = { ...asked, untilMs: Math.min(asked.untilMs, at) }
      const fromMs = Math.max(heardMs ?? 0, begunMs, asked.untilMs)
      if (countedMs(new Date(fromMs), new Date(at)) < afterMs * 2 ** asked.times) return undefined
      asked = { untilMs: at, times: asked.times + 1 }
      return { cause: 'silence', fromMs, untilMs: at }
    },
  }
}
