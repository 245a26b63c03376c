/** Judges the silence of the bank by what the profile expects of it, and grows patient while it goes on. */
import type { SessionContext } from '../../profile/session-context.ts'
import type { FoundGap } from './gap-records.ts'
import { countedMs, silenceAfterMs } from './silence.ts'

/** The judge. Instants in milliseconds. */
export interface SilenceWatch {
  /** A delivery was stored. */
  heard(at: number): void
  /** When the last was; undefined: none ever was. */
  heardMs(): number | undefined
  /** From here on somebody listens. */
  begins(at: number): void
  /** The time that is to be asked for; undefined: it is not silent for long enough, or nobody said what is usual. */
  judge(at: number): (FoundGap & { readonly untilMs: number }) | undefined
}

/** Makes it. */
export function createSilenceWatch({ profile }: Pick<SessionContext, 'profile'>): SilenceWatch {
  let heardMs: number | undefined
  let begunMs = 0
  /** Until where silence was asked for already, and how often in a row. */
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
      // What a clock said that was set back since is no time that has passed.
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
