/** New gaps: saved at once, or held until the store accepts them. */
import type { SessionContext } from '../../profile/session-context.ts'
import { keepGap, type FoundGap } from './gap-records.ts'

/** The dependencies; `kept` is called when a gap waits for a sweep. */
export interface FoundGapsDeps extends Pick<
  SessionContext,
  'store' | 'clock' | 'newId' | 'report'
> {
  readonly kept: () => void
}

/** A gap that has ended. */
export type EndedGap = FoundGap & { readonly untilMs: number }

/** Shorter gaps do not count: the bank retries deliveries itself. */
export const leastGapMs = 60_000

/** The gaps found by one watch. */
export class FoundGaps {
  readonly #deps: FoundGapsDeps
  /** Gaps that could not be stored yet. */
  readonly #unkept: EndedGap[] = []

  constructor(deps: FoundGapsDeps) {
    this.#deps = deps
  }

  /** Whether every found gap is stored. */
  get areKept(): boolean {
    return this.#unkept.length === 0
  }

  /**
   * Saves a gap. Rejects if the store fails, for gaps that the next beat finds again, and longer.
   */
  async keep(gap: EndedGap): Promise<void> {
    if (gap.untilMs - gap.fromMs < leastGapMs) return
    await keepGap(this.#deps, gap)
    this.#deps.kept()
  }

  /** Saves a gap that is not found a second time. */
  async found(gap: EndedGap): Promise<void> {
    this.#unkept.push(gap)
    await this.keepUnkept()
  }

  /** Retries what could not be stored; returns whether everything is. */
  async keepUnkept(): Promise<boolean> {
    try {
      for (let gap = this.#unkept[0]; gap; gap = this.#unkept[0]) {
        await this.keep(gap)
        this.#unkept.shift()
      }
      return true
    } catch (problem) {
      this.#deps.report('coverage.gap', problem)
      return false
    }
  }
}
