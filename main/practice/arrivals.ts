import type { Clock } from '../platform/clock.ts'
import type { BreachBook } from './breach-book.ts'

/** The silence that the bank expects after refusing (trap 105). */
export const silenceMs = 2 * 60 * 1000

/**
 * How long a call may have been under way when its sender heard of the 429. Only a call on another
 * connection gets this benefit: one on the connection that carried the 429 was sent knowing it.
 */
const onTheRoadMs = 50
const latestKept = 100

/**
 * Counts calls when they arrive, token and health included, for the one enrolled consumer key. More
 * than were agreed (five) within any second are refused, and so is every call until two minutes after the last
 * refusal (`1-platform.md`, Limits; traps 19 and 105).
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

  /** `callsPerSecond` is the limit over all APIs. */
  constructor(clock: Clock, breaches: BreachBook, callsPerSecond = 5) {
    this.#callsPerSecond = callsPerSecond
    this.#clock = clock
    this.#breaches = breaches
  }

  /** Counts a call on its arrival; false when it is to be refused with 429. */
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

  /** Begins or prolongs the silence, as every 429 does. */
  refuse(): void {
    const atMs = this.#clock.monotonicMs()
    if (!this.#isSilent(atMs)) this.#forgetWhoKnows()
    this.#silentUntilMs = atMs + silenceMs
  }

  /** A 429 has been handed over on this connection. */
  told(connection: object): void {
    this.#told.add(connection)
    this.#firstToldAtMs ??= this.#clock.monotonicMs()
  }

  /** What the counters show. */
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

  /** Forgets counts and silence. */
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
