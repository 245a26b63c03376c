/** When a product may be called, and how often, as the profile's agreement says (`1-platform.md`, What the service does). */
import type { ProductTerms } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { Clock } from '../../platform/clock.ts'

const minuteMs = 60_000

/** Since midnight. */
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

/** The next moment within the agreed hours, by the computer's local time; null: this is one. */
export function nextAgreedMoment(
  terms: Pick<ProductTerms, 'hours'> | null,
  now: Date,
): Date | null {
  if (terms === null || terms.hours.kind === 'all-day') return null
  const [from, to] = [minutesOf(terms.hours.from), minutesOf(terms.hours.to)]
  // What the clock on the wall shows decides: on the day on which it changes, an hour comes twice or not at all.
  const wall = now.getHours() * 60 + now.getMinutes()
  if (wall >= from && wall < to) return null
  const begins = (daysLater: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLater, 0, from)
  if (wall >= to) return begins(1)
  const today = begins(0)
  // Past already, and yet to come once more.
  return today > now ? today : new Date(now.getTime() + (from - wall) * minuteMs)
}

/**
 * Lets no more calls begin within any second or minute than was agreed. A call takes its place when it is picked and
 * gives it back one period after it began on the wire, so that calls that wait together cannot begin together.
 */
export class AgreedFrequency {
  readonly #monotonicMs: () => number
  #picked = 0
  #begun: number[] = []

  constructor(monotonicMs: () => number) {
    this.#monotonicMs = monotonicMs
  }

  /** Milliseconds until another may be picked; 0: now. */
  waitMs(calls: ProductTerms['calls']): number {
    if (calls === null) return 0
    const periodMs = calls.per === 'second' ? 1000 : 60_000
    const now = this.#monotonicMs()
    this.#begun = this.#begun.filter((at) => now - at < 60_000)
    const within = this.#begun.filter((at) => now - at < periodMs)
    if (this.#picked + within.length < calls.count) return 0
    // Where only those count that have not begun, each of them tells when it has.
    const [first] = within
    return first === undefined ? periodMs : Math.max(1, first + periodMs - now)
  }

  /** One is picked. */
  pick(): void {
    this.#picked += 1
  }

  /** A picked one begins on the wire. */
  begin(): void {
    this.#picked -= 1
    this.#begun.push(this.#monotonicMs())
  }

  /** A picked one does not begin after all. */
  giveBack(): void {
    this.#picked -= 1
  }
}

const frequencies = new WeakMap<object, AgreedFrequency>()

/** The one of an open store: what was agreed is agreed for all that asks there, bulk runs and batches together. */
export function frequencyOf(store: object, clock: Pick<Clock, 'monotonicMs'>): AgreedFrequency {
  const known = frequencies.get(store) ?? new AgreedFrequency(() => clock.monotonicMs())
  frequencies.set(store, known)
  return known
}
