/**
 * Decides when an order is looked up next: soon at first and more slowly with age. Pure. Outcome
 * unknown: at once, then at 5 s, 30 s, 2 min, 10 min, 30 min and hourly. Accepted and not final: at
 * 10 s, 30 s, 1, 2, 5, 15 min, hourly, and daily after three days. Final: twice more, because a
 * return may follow (bank note 74).
 */
import type { OrderState } from '../../../../preload/contract/domain/orders/order-states.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const unknownDelays = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute]
const accepted = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute]
const final = [hour, day]

export interface IntervalFacts {
  readonly state: OrderState
  readonly isFinal: boolean
  /** When the last sending ended. */
  readonly since: Date
  /** When it became final; null if it is not. */
  readonly finalSince: Date | null
  /** Once accepted, its entries are tracked instead, elsewhere. */
  readonly endsByEntries?: boolean
}

/** Returns when an order that has just become final is first looked up again. */
export const firstCheckOfFinal = (since: Date): Date => new Date(since.getTime() + hour)

/** Returns the next multiple of a step after an age. */
const stepAfter = (age: number, step: number): number => (Math.floor(age / step) + 1) * step

/** Returns the age at which the next status inquiry is due; null if never again. */
function ageAfter({ state, isFinal, endsByEntries }: IntervalFacts, age: number): number | null {
  if (endsByEntries === true && state !== 'outcome-unknown') return null
  if (state === 'outcome-unknown') {
    return unknownDelays.find((at) => at > age) ?? stepAfter(age, hour)
  }
  if (isFinal || state === 'rejected') return final.find((at) => at > age) ?? null
  if (state !== 'accepted') return null
  return accepted.find((at) => at > age) ?? stepAfter(age, age < 3 * day ? hour : day)
}

const isAsked = (state: OrderState): boolean => state === 'outcome-unknown' || state === 'accepted'

/**
 * Returns when the next status inquiry is due after one at this moment; null if none, or not in
 * this state.
 */
export function nextInquiry(facts: IntervalFacts, now: Date): Date | null {
  const since = (facts.finalSince ?? facts.since).getTime()
  const lived = now.getTime() - since
  // Sent in the future: the clock was set back, and no age is known until it has caught up.
  if (lived < -second && !facts.isFinal && isAsked(facts.state)) {
    return new Date(now.getTime() + hour)
  }
  const age = ageAfter(facts, lived)
  return age === null ? null : new Date(since + age)
}

/** Returns when an order is first looked up; null if not in this state. */
export function firstInquiry(facts: IntervalFacts): Date | null {
  const since = facts.finalSince ?? facts.since
  return nextInquiry(facts, new Date(since.getTime() - 1))
}
