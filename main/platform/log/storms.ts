/**
 * The same problem again and again: the first few of a minute are told whole, the others are counted. So a loop that
 * fails a hundred times a second neither fills the log nor pushes what began it out.
 */
import type { Clock } from '../clock.ts'

/** What stands for a problem that is told no more. */
export interface Folded {
  /** The entry that tells it. */
  readonly reference: string
  readonly where: string
  readonly name: string
  readonly times: number
  /** The instants of the first and the last that was only counted. */
  readonly from: string
  readonly to: string
}

interface Seen {
  readonly sinceMs: number
  readonly reference: string
  readonly where: string
  readonly name: string
  told: number
  folded: { times: number; from: string; to: string } | undefined
}

/** How many of the same problem are told in one minute. */
export const toldInAMinute = 5
const minuteMs = 60_000
/** Problems that are known apart; beyond it those of one place are taken for the same. */
const knownApart = 200

/** Counts problems of one run. */
export class Storms {
  readonly #clock: Clock
  readonly #seen = new Map<string, Seen>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * Answers undefined when the problem is to be told, under `reference`; or the reference of the entry that stands for
   * it, when it is only counted.
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
      this.#seen.set(key, { sinceMs: nowMs, reference, where, name, told: 1, folded: undefined })
      return undefined
    }
    if (seen.told < toldInAMinute) {
      seen.told += 1
      return undefined
    }
    const at = this.#clock.now().toISOString()
    if (seen.folded) Object.assign(seen.folded, { times: seen.folded.times + 1, to: at })
    else seen.folded = { times: 1, from: at, to: at }
    return seen.reference
  }

  /** What was only counted in minutes that are over, or at all; forgets it. */
  ended(isEnd: boolean): Folded[] {
    const nowMs = this.#clock.monotonicMs()
    const over = [...this.#seen].filter(([, { sinceMs }]) => isEnd || nowMs - sinceMs >= minuteMs)
    return over.flatMap(([key, { reference, where, name, folded }]) => {
      this.#seen.delete(key)
      return folded ? [{ reference, where, name, ...folded }] : []
    })
  }

  /** Whether something was counted that nobody has been told. */
  get isCounting(): boolean {
    return [...this.#seen.values()].some(({ folded }) => folded !== undefined)
  }

  #keyOf({ where, name, message }: { where: string; name: string; message: string }): string {
    const key = `${where}\n${name}\n${message}`
    return this.#seen.has(key) || this.#seen.size < knownApart ? key : where
  }
}
