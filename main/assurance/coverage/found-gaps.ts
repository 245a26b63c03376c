/** New gaps: saved at once, or held until the store accepts them. */
import type { SessionContext } from '../../profile/session-context.ts'
import { saveGap, type FoundGap } from './gap-records.ts'

/** The dependencies; `saved` is called when a gap waits for a sweep. */
export interface FoundGapsDeps extends Pick<
  SessionContext,
  'store' | 'clock' | 'newId' | 'report'
> {
  readonly saved: () => void
}

/** A gap that has ended. */
export type EndedGap = FoundGap & { readonly untilMs: number }

/** Shorter gaps do not count: the bank retries deliveries itself. */
export const leastGapMs = 60_000

/** The gaps found by one watch. */
export class FoundGaps {
  readonly #deps: FoundGapsDeps
  /** Gaps that could not be stored yet. */
  readonly #unsaved: EndedGap[] = []

  constructor(deps: FoundGapsDeps) {
    this.#deps = deps
  }

  /** Whether every found gap is stored. */
  get areSaved(): boolean {
    return this.#unsaved.length === 0
  }

  /**
   * Saves a gap. Rejects if the store fails, for gaps that the next beat finds again, and longer.
   */
  async save(gap: EndedGap): Promise<void> {
    if (gap.untilMs - gap.fromMs < leastGapMs) return
    await saveGap(this.#deps, gap)
    this.#deps.saved()
  }

  /** Saves a gap that is not found a second time. */
  async found(gap: EndedGap): Promise<void> {
    this.#unsaved.push(gap)
    await this.saveUnsaved()
  }

  /** Retries what could not be stored; returns whether everything is. */
  async saveUnsaved(): Promise<boolean> {
    try {
      for (let gap = this.#unsaved[0]; gap; gap = this.#unsaved[0]) {
        await this.save(gap)
        this.#unsaved.shift()
      }
      return true
    } catch (problem) {
      this.#deps.report('coverage.gap', problem)
      return false
    }
  }
}
