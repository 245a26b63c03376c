/**
 * Whether the bank may have an order, by its state and by what the bank has reported. Whatever must
 * not pay twice asks here, in SQL, and lists no states of its own (Promises P1 and P10).
 */
import { sql, type RawBuilder } from 'kysely'
import type { OrderState } from '../../preload/contract/domain/orders/order-states.ts'
import type { Reader } from '../store/store.ts'

/** `reports`: the bank has it only if it has said so by itself. */
const bankHas: Readonly<Record<OrderState, 'maybe' | 'reports'>> = {
  draft: 'reports',
  'awaiting-approval': 'reports',
  approved: 'reports',
  queued: 'maybe',
  sending: 'maybe',
  accepted: 'maybe',
  rejected: 'reports',
  'outcome-unknown': 'maybe',
  withdrawn: 'reports',
}
/** Submitted: it leaves without another submission. */
const submitted: readonly OrderState[] = ['awaiting-approval', 'approved', 'queued']

const inStates = (name: string, states: readonly OrderState[]) =>
  sql<boolean>`${sql.ref(`${name}.state`)} IN (${sql.join(states.map((state) => sql.lit(state)))})`

/** The name of `orders` in the statement that asks. */
type Named = 'orders' | 'o' | 'fo' | 'h'

/** Whether the bank has reported an entry of the batch, by a number, a status or a change. */
const hasEntryAtBank = (order: Named) =>
  sql<boolean>`EXISTS (SELECT 1 FROM batch_entries AS seen WHERE seen.order_id = ${sql.ref(`${order}.id`)}
    AND (seen.trace_number IS NOT NULL OR seen.par_number IS NOT NULL OR seen.changed_at IS NOT NULL
      OR seen.bank_status <> 'not-reported'))`

/**
 * Whether the bank has reported the order by itself: by a status event or status inquiry that names
 * it, by an alert about it, with or without a status, or by an entry. The answer to `initiate` in
 * time is about that sending alone.
 */
export const isReportedByBank = (order: Named) => {
  const id = sql.ref(`${order}.id`)
  return sql<boolean>`(EXISTS (SELECT 1 FROM order_status_events WHERE order_id = ${id} AND source <> 'initiate')
    OR EXISTS (SELECT 1 FROM order_status_inquiries
      WHERE order_id = ${id} AND status_text IS NOT NULL AND verdict IN ('found', 'undecided'))
    OR EXISTS (SELECT 1 FROM order_alerts WHERE order_id = ${id} AND decision = 'counts')
    OR ${hasEntryAtBank(order)})`
}

/** Whether the bank may have the order, paid or not. */
export function mayBankHave(order: Named) {
  const states = (Object.keys(bankHas) as OrderState[]).filter((of) => bankHas[of] === 'maybe')
  return sql<boolean>`(${inStates(order, states)}
    OR (${isReportedByBank(order)} AND ${sql.ref(`${order}.bank_status`)} NOT IN ('failed', 'cancelled'))
    OR ${hasEntryAtBank(order)})`
}

/** Whether the order may be paid without another submission, or was. */
export const mayBePaid = (order: Named) =>
  sql<boolean>`(${inStates(order, submitted)} OR ${mayBankHave(order)})`

/** The reason of a sending that a bare refusal and a proven status inquiry ended as not sent. */
export const refusalConfirmed = 'refusal-borne-out'

/** Whether the order came back after a bare refusal: a person is warned of it, whatever its state. */
export const hasComeBack = (order: Named) =>
  sql<boolean>`EXISTS (SELECT 1 FROM order_attempts
    WHERE order_id = ${sql.ref(`${order}.id`)} AND reason = ${sql.lit(refusalConfirmed)})`

/** The same, and whether it is a draft that somebody may submit. */
export const isLiving = (order: Named) =>
  sql<boolean>`(${inStates(order, ['draft'])} OR ${mayBePaid(order)})`

const holdsOf = async (
  reader: Reader,
  id: string,
  condition: (order: 'orders') => RawBuilder<boolean>,
): Promise<boolean> =>
  (await reader
    .selectFrom('orders')
    .select('id')
    .where('id', '=', id)
    .where(condition('orders'))
    .executeTakeFirst()) !== undefined

/** Returns whether the bank has reported this order by itself. */
export const bankKnows = (reader: Reader, id: string): Promise<boolean> =>
  holdsOf(reader, id, isReportedByBank)

/** Returns whether this order may be paid, or is a draft that somebody may submit. */
export const isAlive = (reader: Reader, id: string): Promise<boolean> =>
  holdsOf(reader, id, isLiving)

/** Returns whether the bank may have this order. */
export const bankMayHave = (reader: Reader, id: string): Promise<boolean> =>
  holdsOf(reader, id, mayBankHave)
