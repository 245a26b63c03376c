/** Computes when an order's next status inquiry is due, from its row and its journal. */
import type { Selectable } from 'kysely'
import type { OrderKind, OrderRow } from '../types.ts'
import type { OrderAttemptsTable, OrderLookUpsTable } from '../../../store/schema/money-tables.ts'
import type { Reader } from '../../../store/store.ts'
import { firstInquiry, nextInquiry, type IntervalFacts } from './inquiry-interval.ts'

type PacedRow = Pick<
  OrderRow,
  'state' | 'is_final' | 'standing_at' | 'updated_at' | 'next_look_up_at'
>
type Sent = Pick<Selectable<OrderAttemptsTable>, 'seq' | 'journalled_at' | 'ended_at' | 'reason'>

/**
 * Returns whether an order is approved again only because of a bare refusal and a status inquiry
 * that found nothing. Such an order is looked up like an unknown outcome until it leaves.
 */
export const seemsUnsent = (
  { state }: Pick<OrderRow, 'state'>,
  last: Pick<Sent, 'reason'> | undefined,
): boolean => state === 'approved' && last?.reason === 'refusal-borne-out'

export function paceOf(
  row: PacedRow,
  last: Sent | undefined,
  { inquiry }: Pick<OrderKind, 'inquiry'>,
): IntervalFacts {
  const isFinal = row.is_final === 1
  return {
    state: seemsUnsent(row, last) ? 'outcome-unknown' : row.state,
    isFinal,
    endsByEntries: inquiry.endsByEntries,
    since: new Date(last?.ended_at ?? last?.journalled_at ?? row.updated_at),
    finalSince: isFinal && row.standing_at !== null ? new Date(row.standing_at) : null,
  }
}

/**
 * Returns when the next status inquiry is due; null if none is automatic. A plan from before the
 * last sending does not apply to that sending.
 */
export function dueAt(
  row: PacedRow,
  last: Sent | undefined,
  lastInquiry: Pick<Selectable<OrderLookUpsTable>, 'after_attempt' | 'at'> | undefined,
  kind: Pick<OrderKind, 'inquiry'>,
): Date | null {
  const facts = paceOf(row, last, kind)
  if (lastInquiry?.after_attempt !== (last?.seq ?? 0)) return firstInquiry(facts)
  if (nextInquiry(facts, new Date(lastInquiry.at)) === null) return null
  return row.next_look_up_at === null
    ? nextInquiry(facts, new Date(lastInquiry.at))
    : new Date(row.next_look_up_at)
}

export const lastAttempt = (from: Pick<Reader, 'selectFrom'>, id: string) =>
  from
    .selectFrom('order_attempts')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lastInquiry = (from: Pick<Reader, 'selectFrom'>, id: string) =>
  from
    .selectFrom('order_look_ups')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
