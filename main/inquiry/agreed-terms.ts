/**
 * When and how often a product may be called under the profile's agreement (bank document 1, What
 * the service does).
 */
import { localClock, localMidnight, minutesOf } from '../../preload/contract/kernel/calendar.ts'
import type { ProductTerms } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Clock } from '../platform/clock.ts'

const minuteMs = 60_000

/**
 * Returns the start of the next agreed hours, in the computer's local time; null if now is within
 * them.
 */
export function nextAgreedMoment(
  terms: Pick<ProductTerms, 'hours'> | null,
  now: Date,
): Date | null {
  if (terms === null || terms.hours.kind === 'all-day') return null
  const [from, to] = [minutesOf(terms.hours.from), minutesOf(terms.hours.to)]
  // The wall-clock time decides: on the day of a clock change one hour occurs twice or not at all.
  const wall = minutesOf(localClock(now).time)
  if (wall >= from && wall < to) return null
  const begins = (days: number): Date => new Date(localMidnight(now, days).setHours(0, from))
  if (wall >= to) return begins(1)
  const today = begins(0)
  // The time has passed once already and will occur again.
  return today > now ? today : new Date(now.getTime() + (from - wall) * minuteMs)
}

/**
 * Limits how many calls start within any second or minute. A call takes a slot when it is picked
 * and frees the slot one period after it starts on the wire, so waiting calls cannot all start
 * together.
 */
export class AgreedFrequency {
  readonly #monotonicMs: () => number
  #picked = 0
  #begun: number[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Milliseconds until the next call may be picked; 0 means now. */
  waitMs(calls: ProductTerms['calls']): number {
    if (calls === null) return 0
    const periodMs = calls.per === 'second' ? 1000 : 60_000
    const now = this.#monotonicMs()
    this.#begun = this.#begun.filter((at) => now - at < 60_000)
    const within = this.#begun.filter((at) => now - at < periodMs)
    if (this.#picked + within.length < calls.count) return 0
    // If only calls that have not started fill the limit, each of them reports its own start.
    const [first] = within
    return first === undefined ? periodMs : Math.max(1, first + periodMs - now)
  }

  /** Takes a slot for a call. */
  pick(): void {
    this.#picked += 1
  }

  /** A picked call starts on the wire. */
  begin(): void {
    this.#picked -= 1
    this.#begun.push(this.#monotonicMs())
  }

  /** A picked call will not start after all. */
  giveBack(): void {
    this.#picked -= 1
  }
}

const frequencies = new WeakMap<object, AgreedFrequency>()

/** Returns the limiter of an open store: bulk runs and batches share the agreed rate. */
export function frequencyOf(store: object, clock: Pick<Clock, 'monotonicMs'>): AgreedFrequency {
  const known = frequencies.get(store) ?? new AgreedFrequency(() => clock.monotonicMs())
  frequencies.set(store, known)
  return known
}
