/** Gaps as they are found: kept at once, and what the store does not take is held until it does. */
import type { DeskContext } from '../../profile/desk-context.ts'
import { keepGap, type FoundGap } from './gap-records.ts'

/** What keeping needs; `kept`: one waits for a sweep now. */
export interface FoundGapsParts extends Pick<DeskContext, 'store' | 'clock' | 'newId' | 'report'> {
  readonly kept: () => void
}

/** One that has ended. */
export type EndedGap = FoundGap & { readonly untilMs: number }

/** What the bank tries again by itself is no gap. */
export const leastGapMs = 60_000

/** The gaps that one watch finds. */
export class FoundGaps {
  readonly #parts: FoundGapsParts
  /** What could not be stored yet. */
  readonly #unkept: EndedGap[] = []

  constructor(parts: FoundGapsParts) {
    this.#parts = parts
  }

  /** Whether all that was found is stored. */
  get areKept(): boolean {
    return this.#unkept.length === 0
  }

  /** Rejects where it cannot be stored: for what is found again, and longer, with the next beat. */
  async keep(gap: EndedGap): Promise<void> {
    if (gap.untilMs - gap.fromMs < leastGapMs) return
    await keepGap(this.#parts, gap)
    this.#parts.kept()
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
      this.#parts.report('coverage.gap', problem)
      return false
    }
  }
}
