/**
 * The bank's retries (bank document 1, Handler errors and retry) on a clock that jumps: three every
 * 30 seconds, six every 90 minutes, three every five hours, and none later than 24 hours after the
 * first failure (bank note 96: the twelfth would be).
 */
const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const waits = [
  ...Array.from({ length: 3 }, () => 30 * secondMs),
  ...Array.from({ length: 6 }, () => 90 * minuteMs),
  ...Array.from({ length: 3 }, () => 5 * hourMs),
]

interface Due<T> {
  readonly item: T
  readonly atMs: number
  readonly failures: number
  readonly firstFailureMs: number | null
}

/** The deliveries still to be made, and when. */
export class BankSchedule<T> {
  #waiting: Due<T>[] = []
  #nowMs = 0
  readonly givenUp: T[] = []
  retries = 0

  /** All items are due at once. */
  constructor(items: readonly T[]) {
    this.#waiting = items.map((item) => ({ item, atMs: 0, failures: 0, firstFailureMs: null }))
  }

  get left(): number {
    return this.#waiting.length
  }

  get isDone(): boolean {
    return this.left === 0
  }

  /** Lets time pass without a call. */
  pass(ms: number): void {
    this.#nowMs += ms
  }

  /**
   * Returns the next due item. If none is due and no call is in flight, the clock jumps to the
   * earliest.
   */
  next(isIdle: boolean): Due<T> | undefined {
    let at = this.#waiting.findIndex(({ atMs }) => atMs <= this.#nowMs)
    if (at < 0 && isIdle && this.#waiting.length > 0) {
      this.#nowMs = Math.min(...this.#waiting.map(({ atMs }) => atMs))
      at = this.#waiting.findIndex(({ atMs }) => atMs <= this.#nowMs)
    }
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0]
  }

  /** The answer was neither a 2xx nor a 4xx. */
  failed({ item, failures, firstFailureMs }: Due<T>): void {
    const first = firstFailureMs ?? this.#nowMs
    const wait = waits[failures]
    if (wait === undefined || this.#nowMs + wait > first + 24 * hourMs) {
      this.givenUp.push(item)
      return
    }
    this.retries += 1
    this.#waiting.push({
      item,
      atMs: this.#nowMs + wait,
      failures: failures + 1,
      firstFailureMs: first,
    })
  }
}
export type { Due }
