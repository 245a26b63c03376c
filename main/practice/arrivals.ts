import type { Clock } from '../platform/clock.ts'
import type { BreachBook } from './breach-book.ts'

/** The pause that the bank requires after a 429 (bank note 105). */
export const silenceMs = 2 * 60 * 1000

/**
 * The longest time a call may have been in transit when its sender got the 429. Only a call on
 * another connection gets this allowance: one on the connection that carried the 429 was sent
 * knowing it.
 */
const onTheRoadMs = 50
const latestKept = 100

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
  #silentUntilMs = -Infinity
  #firstToldAtMs: number | null = null
  #told = new WeakSet()

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
    const silent = this.#isSilent(atMs)
    if (crowd > this.#callsPerSecond) {
      this.#breaches.note('rate-exceeded', operation, `${crowd} calls within one second`)
    }
    if (silent && this.#knew(connection, atMs)) {
      const leftS = Math.ceil((this.#silentUntilMs - atMs) / 1000)
      this.#breaches.note('silence-broken', operation, `${leftS} s before the silence ends`)
    }
    if (crowd <= this.#callsPerSecond && !silent) return true
    this.refuse()
    return false
  }

  /** Starts or extends the pause, as every 429 does. */
  refuse(): void {
    const atMs = this.#clock.monotonicMs()
    if (!this.#isSilent(atMs)) this.#forgetWhoKnows()
    this.#silentUntilMs = atMs + silenceMs
  }

  /** Records that a 429 was sent on this connection. */
  told(connection: object): void {
    this.#told.add(connection)
    this.#firstToldAtMs ??= this.#clock.monotonicMs()
  }

  /** Returns the counters. */
  counted(): {
    arrived: number
    byOperation: Record<string, number>
    busiestSecond: number
    silentUntil: string | null
    latest: { atMs: number; operation: string }[]
  } {
    const leftMs = this.#silentUntilMs - this.#clock.monotonicMs()
    const end = leftMs > 0 ? new Date(this.#clock.now().getTime() + leftMs) : null
    return {
      arrived: this.#count,
      byOperation: Object.fromEntries(this.#byOperation),
      busiestSecond: this.#busiest,
      silentUntil: end?.toISOString() ?? null,
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
    this.#silentUntilMs = -Infinity
    this.#forgetWhoKnows()
  }

  #countIn(operation: string, atMs: number): void {
    this.#count += 1
    this.#byOperation.set(operation, (this.#byOperation.get(operation) ?? 0) + 1)
    this.#withinSecond = [...this.#withinSecond.filter((earlier) => atMs - earlier < 1000), atMs]
    this.#busiest = Math.max(this.#busiest, this.#withinSecond.length)
    this.#latest.push({ atMs, operation })
    if (this.#latest.length > latestKept) this.#latest.shift()
  }

  #isSilent(atMs: number): boolean {
    return atMs < this.#silentUntilMs
  }

  #knew(connection: object, atMs: number): boolean {
    if (this.#told.has(connection)) return true
    return this.#firstToldAtMs !== null && atMs - this.#firstToldAtMs > onTheRoadMs
  }

  #forgetWhoKnows(): void {
    this.#firstToldAtMs = null
    this.#told = new WeakSet()
  }
}
