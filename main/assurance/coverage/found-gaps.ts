/** Gaps as they are found: kept at once, and what the store does not take is held until it does. */
import type { SessionContext } from '../../profile/session-context.ts'
import { keepGap, type FoundGap } from './gap-records.ts'

/** What keeping needs; `kept`: one waits for a sweep now. */
export interface FoundGapsDeps extends Pick<
  SessionContext,
  'store' | 'clock' | 'newId' | 'report'
> {
  readonly kept: () => void
}

/** One that has ended. */
export type EndedGap = FoundGap & { readonly untilMs: number }

/** What the bank tries again by itself is no gap. */
export const leastGapMs = 60_000

/** The gaps that one watch finds. */
export class FoundGaps {
  readonly #deps: FoundGapsDeps
  /** What could not be stored yet. */
  readonly #unkept: EndedGap[] = []

  constructor(deps: FoundGapsDeps) {
    this.#deps = deps
  }

  /** Whether all that was found is stored. */
  get areKept(): boolean {
    return this.#unkept.length === 0
  }

  /** Rejects where it cannot be stored: for what is found again, and longer, with the next beat. */
  async keep(gap: EndedGap): Promise<void> {
    if (gap.untilMs - gap.fromMs < leastGapMs) return
    await keepGap(this.#deps, gap)
    this.#deps.kept()
  }

  /** For what is not found a second time. */
  async found(gap: EndedGap): Promise<void> {
    this.#unkept.push(gap)
    await this.keepUnkept()
  }

  /** Tries again what could not be stored; answers whether all is. */
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
