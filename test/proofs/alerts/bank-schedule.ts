/**
 * The bank's retries (`1-platform.md`, Handler errors and retry), by a clock that jumps: three every 30
 * seconds, six every 90 minutes, three every five hours, and none later than 24 hours after the first failure
 * (trap 96: the twelfth would be).
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

/** What is still to be delivered, and when. */
export class BankSchedule<T> {
  #waiting: Due<T>[] = []
  #nowMs = 0
  readonly givenUp: T[] = []
  retries = 0

  /** Everything is due at once. */
  constructor(items: readonly T[]) {
    this.#waiting = items.map((item) => ({ item, atMs: 0, failures: 0, firstFailureMs: null }))
  }

  get left(): number {
    return this.#waiting.length
  }

  get isDone(): boolean {
    return this.left === 0
  }

  /** So much time goes by without a call of ours. */
  pass(ms: number): void {
    this.#nowMs += ms
  }

  /** The next that is due. When none is, the clock jumps to the earliest, unless calls are under way. */
  next(isIdle: boolean): Due<T> | undefined {
    let at = this.#waiting.findIndex(({ atMs }) => atMs <= this.#nowMs)
    if (at < 0 && isIdle && this.#waiting.length > 0) {
      this.#nowMs = Math.min(...this.#waiting.map(({ atMs }) => atMs))
      at = this.#waiting.findIndex(({ atMs }) => atMs <= this.#nowMs)
    }
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0]
  }

  /** It was not answered with a 2xx, and a 4xx is not what it was answered with. */
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
