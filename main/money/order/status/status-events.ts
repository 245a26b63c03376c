/**
 * Stores the status events of an order, each once for every alert, and the bank status that follows
 * from them.
 */
import type { Transaction } from 'kysely'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { OrderKinds } from '../types.ts'
import type { Tables } from '../../../store/store.ts'
import { firstCheckOfFinal } from './inquiry-due.ts'
import { bankStatusOf, sameness, statusEventsOf, storedStatusEvents } from '../../bank-status.ts'

type Tx = Transaction<Tables>

/**
 * Returns the key under which a status event is stored once. Each alert has its own, so that dismissing
 * one takes nothing from an equal other.
 */
const storedKey = (one: StatusEvent): string => `${sameness(one)} ${String(one.alertSeq)}`

/** Adds status events inside a transaction and updates the bank status of the order. */
export async function addStatusEvents(
  tx: Tx,
  orderId: string,
  statusEvents: readonly StatusEvent[],
  kinds: OrderKinds,
): Promise<void> {
  const known = new Set((await storedStatusEvents(tx, orderId)).map(storedKey))
  const { last } = await tx
    .selectFrom('order_status_events')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  let seq = last
  for (const event of statusEvents) {
    if (known.has(storedKey(event))) continue
    known.add(storedKey(event))
    const { statusText, bankTime, callId, alertSeq, ...one } = event
    await tx
      .insertInto('order_status_events')
      .values({
        order_id: orderId,
        seq: (seq += 1),
        ...one,
        status_text: statusText,
        bank_time: bankTime,
        call_id: callId,
        alert_seq: alertSeq,
      })
      .execute()
  }
  if (statusEvents.some(({ source }) => source !== 'initiate')) await reopen(tx, orderId)
  await updateBankStatus(tx, orderId, kinds)
}

/** Reopens an order closed as not made, because the bank has reported it. */
export const reopen = (tx: Tx, orderId: string) =>
  tx.updateTable('orders').set({ closed_at: null }).where('id', '=', orderId).execute()

/**
 * Removes an alert's status events from an order that it was not about, and computes the bank
 * status again.
 */
export async function dropAlertEvents(
  tx: Tx,
  orderId: string,
  alertSeq: number,
  kinds: OrderKinds,
): Promise<void> {
  await tx
    .deleteFrom('order_status_events')
    .where('order_id', '=', orderId)
    .where('alert_seq', '=', alertSeq)
    .execute()
  await updateBankStatus(tx, orderId, kinds)
}

/** An answer of the bank to a call of ours. */
const isByBank = ({ source }: Pick<StatusEvent, 'source'>): boolean => source !== 'alert'

/**
 * Computes the stored bank status from all status events. An order that has just become final gets
 * one more status inquiry later. An alert alone ends no order, and one that contradicts the bank's own
 * answers is not believed alone: either leads to a status inquiry at once.
 */
async function updateBankStatus(tx: Tx, orderId: string, kinds: OrderKinds): Promise<void> {
  const events = await statusEventsOf(tx, orderId)
  const { kind, statusText, at, ...status } = bankStatusOf(events)
  const own = bankStatusOf(events.filter(isByBank))
  const isFinal = status.isFinal && own.isFinal
  const before = await tx
    .selectFrom('orders')
    .select(['service', 'is_final', 'bank_status', 'bank_status_text'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  const isOver =
    before?.is_final === 1 && kinds.of(before).inquiry.endsByEntries && kind === 'in-process'
  const becameFinal = isFinal && at !== null && before?.is_final !== 1
  await tx
    .updateTable('orders')
    .set({
      bank_status: kind,
      bank_status_text: statusText,
      bank_status_at: at,
      is_final: isFinal || isOver ? 1 : 0,
      ...(becameFinal && { next_inquiry_at: firstCheckOfFinal(new Date(at)).toISOString() }),
      ...(status.isFinal && !(isFinal && own.kind === kind) && { next_inquiry_at: at }),
    })
    .where('id', '=', orderId)
    .execute()
}
