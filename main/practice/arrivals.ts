import type { Clock } from '../platform/clock.ts'
import type { BreachBook } from './breach-book.ts'

/** The pause that the bank requires after a 429 (bank note 105). */
export const pauseMs = 2 * 60 * 1000

/**
 * The longest time a call may have been in transit when its sender got the 429. Only a call on
 * another connection gets this allowance: one on the connection that carried the 429 was sent
 * knowing it.
 */
const onTheRoadMs = 50
const mostArrivals = 100

/**
 * Counts calls on arrival, token and health included, for the one enrolled consumer key. Refuses
 * more calls than agreed (five) within any second, and every call until two minutes after the last
 * refusal (bank document 1, Limits; bank notes 19 and 105).
 */
export class Arrivals {
  readonly #clock: Clock
  readonly #breaches: BreachBook
  readonly #callsPerSecond: number
  #withinSecond: number[] = []
  #latest: { atMs: number; operation: string }[] = []
  #byOperation = new Map<string, number>()
  #count = 0
  #busiest = 0
  #pausedUntilMs = -Infinity
  #firstReportedAtMs: number | null = null
  #reported = new WeakSet()

  /** `callsPerSecond`: the limit over all APIs. */
  constructor(clock: Clock, breaches: BreachBook, callsPerSecond = 5) {
    this.#callsPerSecond = callsPerSecond
    this.#clock = clock
    this.#breaches = breaches
  }

  /** Counts a call on arrival; returns false when it must be refused with 429. */
  admit(operation: string, connection: object): boolean {
    const atMs = this.#clock.monotonicMs()
    this.#countIn(operation, atMs)
    const crowd = this.#withinSecond.length
    const paused = this.#isPaused(atMs)
    if (crowd > this.#callsPerSecond) {
      this.#breaches.note('rate-exceeded', operation, `${crowd} calls within one second`)
    }
    if (paused && this.#knew(connection, atMs)) {
      const leftS = Math.ceil((this.#pausedUntilMs - atMs) / 1000)
      this.#breaches.note('pause-broken', operation, `${leftS} s before the pause ends`)
    }
    if (crowd <= this.#callsPerSecond && !paused) return true
    this.refuse()
    return false
  }

  /** Starts or extends the pause, as every 429 does. */
  refuse(): void {
    const atMs = this.#clock.monotonicMs()
    if (!this.#isPaused(atMs)) this.#forgetWhoKnows()
    this.#pausedUntilMs = atMs + pauseMs
  }

  /** Records that a 429 was sent on this connection. */
  reported(connection: object): void {
    this.#reported.add(connection)
    this.#firstReportedAtMs ??= this.#clock.monotonicMs()
  }

  /** Returns the counters. */
  counted(): {
    arrived: number
    byOperation: Record<string, number>
    busiestSecond: number
    pausedUntil: string | null
    latest: { atMs: number; operation: string }[]
  } {
    const leftMs = this.#pausedUntilMs - this.#clock.monotonicMs()
    const end = leftMs > 0 ? new Date(this.#clock.now().getTime() + leftMs) : null
    return {
      arrived: this.#count,
      byOperation: Object.fromEntries(this.#byOperation),
      busiestSecond: this.#busiest,
      pausedUntil: end?.toISOString() ?? null,
      latest: [...this.#latest],
    }
  }

  /** Resets counts and pause. */
  clear(): void {
    this.#withinSecond = []
    this.#latest = []
    this.#byOperation.clear()
    this.#count = 0
    this.#busiest = 0
    this.#pausedUntilMs = -Infinity
    this.#forgetWhoKnows()
  }

  #countIn(operation: string, atMs: number): void {
    this.#count += 1
    this.#byOperation.set(operation, (this.#byOperation.get(operation) ?? 0) + 1)
    this.#withinSecond = [...this.#withinSecond.filter((earlier) => atMs - earlier < 1000), atMs]
    this.#busiest = Math.max(this.#busiest, this.#withinSecond.length)
    this.#latest.push({ atMs, operation })
    if (this.#latest.length > mostArrivals) this.#latest.shift()
  }

  #isPaused(atMs: number): boolean {
    return atMs < this.#pausedUntilMs
  }

  #knew(connection: object, atMs: number): boolean {
    if (this.#reported.has(connection)) return true
    return this.#firstReportedAtMs !== null && atMs - this.#firstReportedAtMs > onTheRoadMs
  }

  #forgetWhoKnows(): void {
    this.#firstReportedAtMs = null
    this.#reported = new WeakSet()
  }
}
