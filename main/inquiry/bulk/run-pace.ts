/** How fast answers come, measured over the last of them and never guessed. */

/** So many answers tell a pace. */
const leastAnswers = 5
const mostAnswers = 60

/** Measures one stretch of a run; a pause begins another. */
export class RunPace {
  readonly #monotonicMs: () => number
  #answers: number[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** An answer came in. */
  answered(): void {
    this.#answers = [...this.#answers.slice(1 - mostAnswers), this.#monotonicMs()]
  }

  /** What was measured says nothing of what comes. */
  reset(): void {
    this.#answers = []
  }

  /** The pace and what so many rows take at it; null until enough answers came. */
  over(rows: number): { perSecond: number; remainingMs: number } | null {
    const [first] = this.#answers
    if (first === undefined || this.#answers.length < leastAnswers) return null
    // Until now, not until the last answer: where none comes any more, the pace falls.
    const tookMs = Math.max(1, this.#monotonicMs() - first)
    const perSecond = ((this.#answers.length - 1) * 1000) / tookMs
    return { perSecond, remainingMs: Math.round((rows * 1000) / perSecond) }
  }
}
