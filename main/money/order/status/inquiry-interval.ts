/**
 * When an order is looked up next: soon at first and slower with age. Pure. In doubt at once and then at 5 s, 30 s,
 * 2 min, 10 min, 30 min and hourly; accepted and not final at 10 s, 30 s, 1, 2, 5, 15 min, hourly, and daily after
 * three days; final twice more, since a return may follow (trap 74).
 */
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const inDoubt = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute]
const accepted = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute]
const final = [hour, day]

/** What the pace of an order depends on. */
export interface IntervalFacts {
  readonly state: OrderState
  readonly isFinal: boolean
  /** When its last sending ended. */
  readonly since: Date
  /** When it became final; null: it is not. */
  readonly finalSince: Date | null
  /** After it was taken in its entries are asked about, elsewhere. */
  readonly endsByEntries?: boolean
}

/** The first look at what has just become final. */
export const firstCheckOfFinal = (since: Date): Date => new Date(since.getTime() + hour)

/** The next multiple of a step after an age. */
const stepAfter = (age: number, step: number): number => (Math.floor(age / step) + 1) * step

/** The age at which it is looked up next, having this age; null: never again. */
function ageAfter({ state, isFinal, endsByEntries }: IntervalFacts, age: number): number | null {
  if (endsByEntries === true && state !== 'outcome-unknown') return null
  if (state === 'outcome-unknown') {
    return inDoubt.find((at) => at > age) ?? stepAfter(age, hour)
  }
  if (isFinal || state === 'rejected') return final.find((at) => at > age) ?? null
  if (state !== 'accepted') return null
  return accepted.find((at) => at > age) ?? stepAfter(age, age < 3 * day ? hour : day)
}

const isAsked = (state: OrderState): boolean => state === 'outcome-unknown' || state === 'accepted'

/** When it is looked up after a look-up at this moment; null: no more, or not in this state. */
export function nextInquiry(facts: IntervalFacts, now: Date): Date | null {
  const since = (facts.finalSince ?? facts.since).getTime()
  const lived = now.getTime() - since
  // Sent in what is now the future: the clock was set back, and tells no age until it has caught up.
  if (lived < -second && !facts.isFinal && isAsked(facts.state)) {
    return new Date(now.getTime() + hour)
  }
  const age = ageAfter(facts, lived)
  return age === null ? null : new Date(since + age)
}

/** When one that was never looked up is looked up first; null: not in this state. */
export function firstInquiry(facts: IntervalFacts): Date | null {
  const since = facts.finalSince ?? facts.since
  return nextInquiry(facts, new Date(since.getTime() - 1))
}
