/**
 * Repeated problems: the first few in a minute are logged completely, the others are counted. A
 * loop that fails a hundred times a second then neither fills the log nor removes the entry of its
 * cause.
 */
import type { Clock } from '../clock.ts'

/** The count of a problem that is no longer logged. */
export interface Folded {
  /** The reference of its entry. */
  readonly reference: string
  readonly where: string
  readonly name: string
  readonly times: number
  /** The instants of the first and the last counted one. */
  readonly from: string
  readonly to: string
}

interface Seen {
  readonly sinceMs: number
  readonly reference: string
  readonly where: string
  readonly name: string
  written: number
  folded: { times: number; from: string; to: string } | undefined
}

/** How often the same problem is logged in one minute. */
export const writtenInAMinute = 5
const minuteMs = 60_000
/** Number of problems that are distinguished; beyond it, those of one place count as the same. */
const knownApart = 200

/** Counts problems of one run. */
export class Storms {
  readonly #clock: Clock
  readonly #seen = new Map<string, Seen>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Returns undefined if the problem is to be logged under `reference`, or the reference of the
   * entry that represents it if it is only counted.
   */
  fold(
    problem: { readonly where: string; readonly name: string; readonly message: string },
    reference: string,
  ): string | undefined {
    const key = this.#keyOf(problem)
    const nowMs = this.#clock.monotonicMs()
    const seen = this.#seen.get(key)
    if (!seen) {
      const { where, name } = problem
      this.#seen.set(key, { sinceMs: nowMs, reference, where, name, written: 1, folded: undefined })
      return undefined
    }
    if (seen.written < writtenInAMinute) {
      seen.written += 1
      return undefined
    }
    const at = this.#clock.now().toISOString()
    if (seen.folded) Object.assign(seen.folded, { times: seen.folded.times + 1, to: at })
    else seen.folded = { times: 1, from: at, to: at }
    return seen.reference
  }

  /** Returns the counts of finished minutes, or all of them, and forgets them. */
  ended(isEnd: boolean): Folded[] {
    const nowMs = this.#clock.monotonicMs()
    const over = [...this.#seen].filter(([, { sinceMs }]) => isEnd || nowMs - sinceMs >= minuteMs)
    return over.flatMap(([key, { reference, where, name, folded }]) => {
      this.#seen.delete(key)
      return folded ? [{ reference, where, name, ...folded }] : []
    })
  }

  /** Whether there is a count that was not logged yet. */
  get isCounting(): boolean {
    return [...this.#seen.values()].some(({ folded }) => folded !== undefined)
  }

  #keyOf({ where, name, message }: { where: string; name: string; message: string }): string {
    const key = `${where}\n${name}\n${message}`
    return this.#seen.has(key) || this.#seen.size < knownApart ? key : where
  }
}
