/**
 * Decides when the next status inquiry of an order is due: soon at first and more slowly with age.
 * Outcome unknown: at once, then at 5 s, 30 s, 2 min, 10 min, 30 min and hourly. Accepted and not
 * final: at 10 s, 30 s, 1, 2, 5, 15 min, hourly, and daily after three days. Final: twice more,
 * because a return may follow (bank note 74).
 */
import type { Selectable } from 'kysely'
import {
  mayStillLeave,
  type OrderState,
} from '../../../../preload/contract/domain/orders/order-states.ts'
import { cameBack } from '../order-records.ts'
import type { OrderKind, OrderRow } from '../types.ts'
import type {
  OrderAttemptsTable,
  OrderInquiriesTable,
} from '../../../store/tables/order-history.ts'
import type { Reader } from '../../../store/store.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const unknownDelays = [0, 5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute]
const accepted = [10 * second, 30 * second, minute, 2 * minute, 5 * minute, 15 * minute]
const final = [hour, day]

interface IntervalFacts {
  readonly state: OrderState
  readonly isFinal: boolean
  /** When the last sending ended. */
  readonly since: Date
  /** When it became final; null if it is not. */
  readonly finalSince: Date | null
  /** Once accepted, its entries are tracked instead, elsewhere. */
  readonly endsByEntries?: boolean
}

/** Returns when an order that has just become final gets its first status inquiry. */
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

const isInquirable = (state: OrderState): boolean =>
  state === 'outcome-unknown' || state === 'accepted'

/**
 * Returns when the next status inquiry is due after one at this moment; null if none, or not in
 * this state.
 */
export function nextInquiry(facts: IntervalFacts, now: Date): Date | null {
  const since = (facts.finalSince ?? facts.since).getTime()
  const lived = now.getTime() - since
  // Sent in the future: the clock was set back, and no age is known until it passes that moment.
  if (lived < -second && !facts.isFinal && isInquirable(facts.state)) {
    return new Date(now.getTime() + hour)
  }
  const age = ageAfter(facts, lived)
  return age === null ? null : new Date(since + age)
}

/** Returns when the first status inquiry of an order is due; null if not in this state. */
export function firstInquiry(facts: IntervalFacts): Date | null {
  const since = facts.finalSince ?? facts.since
  return nextInquiry(facts, new Date(since.getTime() - 1))
}

type PacedRow = Pick<
  OrderRow,
  'state' | 'is_final' | 'bank_status_at' | 'updated_at' | 'next_inquiry_at'
>
type Sent = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'journalled_at' | 'ended_at' | 'reason'>

/**
 * Returns whether an order came back because the bank refused it without an error body and a status
 * inquiry found nothing. Such an order gets status inquiries like an unknown outcome until it leaves.
 */
export const seemsUnsent = (
  { state }: Pick<OrderRow, 'state'>,
  attempts: readonly Pick<Sent, 'reason'>[],
): boolean => (mayStillLeave(state) || state === 'withdrawn') && cameBack(attempts)

/** Returns the facts of an order that decide when its status inquiry is due. */
export function intervalFactsOf(
  row: PacedRow,
  attempts: readonly Sent[],
  { inquiry }: Pick<OrderKind, 'inquiry'>,
): IntervalFacts {
  const isFinal = row.is_final === 1
  const last = attempts.at(-1)
  const isDiscarded = row.state === 'withdrawn'
  return {
    // Of a discarded order, the bank is asked as often as of a final one.
    state: !seemsUnsent(row, attempts) ? row.state : isDiscarded ? 'rejected' : 'outcome-unknown',
    isFinal,
    endsByEntries: inquiry.endsByEntries && !isDiscarded,
    since: new Date(
      (isDiscarded ? null : (last?.ended_at ?? last?.journalled_at)) ?? row.updated_at,
    ),
    finalSince: isFinal && row.bank_status_at !== null ? new Date(row.bank_status_at) : null,
  }
}

/**
 * Returns when the next status inquiry is due; null if none is automatic. A plan from before the
 * last sending does not apply to that sending.
 */
export function dueAt(
  row: PacedRow,
  attempts: readonly Sent[],
  lastInquiry: Pick<Selectable<OrderInquiriesTable>, 'after_attempt' | 'at'> | undefined,
  kind: Pick<OrderKind, 'inquiry'>,
): Date | null {
  const facts = intervalFactsOf(row, attempts, kind)
  if (lastInquiry?.after_attempt !== (attempts.at(-1)?.seq ?? 0)) return firstInquiry(facts)
  if (nextInquiry(facts, new Date(lastInquiry.at)) === null) return null
  return row.next_inquiry_at === null
    ? nextInquiry(facts, new Date(lastInquiry.at))
    : new Date(row.next_inquiry_at)
}

/** Returns the newest status inquiry; undefined if there is none. */
export const lastInquiry = (from: Pick<Reader, 'selectFrom'>, id: string) =>
  from
    .selectFrom('order_status_inquiries')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
