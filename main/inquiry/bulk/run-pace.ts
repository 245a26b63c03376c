/** The speed of a run, measured over its latest answers and never guessed. */

/** Fewest answers that give a reliable speed. */
const leastAnswers = 5
const mostAnswers = 60

/** Measures one stretch of a run; a pause starts a new stretch. */
export class RunPace {
  readonly #monotonicMs: () => number
  #answers: number[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Records that an answer arrived. */
  answered(): void {
    this.#answers = [...this.#answers.slice(1 - mostAnswers), this.#monotonicMs()]
  }

  /** Forgets the measurements, which no longer predict anything. */
  reset(): void {
    this.#answers = []
  }

  /** Returns the speed and the time that `rows` take at it; null until enough answers arrived. */
  over(rows: number): { perSecond: number; remainingMs: number } | null {
    const [first] = this.#answers
    if (first === undefined || this.#answers.length < leastAnswers) return null
    // Measured until now, not until the last answer, so that the speed falls if answers stop.
    const tookMs = Math.max(1, this.#monotonicMs() - first)
    const perSecond = ((this.#answers.length - 1) * 1000) / tookMs
    return { perSecond, remainingMs: Math.round((rows * 1000) / perSecond) }
  }
}
