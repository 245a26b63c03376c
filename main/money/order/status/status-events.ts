/**
 * Stores the status events of an order, each once, and the bank status that follows from them.
 */
import type { Transaction } from 'kysely'
import { statusSpelling } from '../../../../preload/contract/bank/codes/payment-business-status.ts'
import type { StatusEvent } from '../../../../preload/contract/domain/orders/bank-status.ts'
import type { OrderKinds } from '../types.ts'
import type { Tables } from '../../../store/store.ts'
import { firstCheckOfFinal } from './inquiry-due.ts'
import { bankStatusOf, statusEventsOf } from '../../bank-status.ts'

type Tx = Transaction<Tables>

/**
 * Returns the key of a status event: the same status by another call or a repeated alert is stored
 * once (bank notes 73 and 99).
 */
const sameness = (
  one: Pick<StatusEvent, 'source' | 'vocabulary' | 'statusText' | 'bankTime'>,
): string =>
  JSON.stringify([one.source, one.vocabulary, statusSpelling(one.statusText), one.bankTime])

/** Adds status events inside a transaction and updates the bank status of the order. */
export async function addStatusEvents(
  tx: Tx,
  orderId: string,
  statusEvents: readonly StatusEvent[],
  kinds: OrderKinds,
): Promise<void> {
  const known = new Set((await statusEventsOf(tx, orderId)).map(sameness))
  const { last } = await tx
    .selectFrom('order_statements')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  let seq = last
  for (const event of statusEvents) {
    if (known.has(sameness(event))) continue
    known.add(sameness(event))
    const { statusText, bankTime, callId, alertSeq, ...one } = event
    await tx
      .insertInto('order_statements')
      .values({
        order_id: orderId,
        seq: (seq += 1),
        ...one,
        word: statusText,
        said_at: bankTime,
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
    .deleteFrom('order_statements')
    .where('order_id', '=', orderId)
    .where('alert_seq', '=', alertSeq)
    .execute()
  await updateBankStatus(tx, orderId, kinds)
}

/**
 * Computes the stored bank status from all status events. An order that has just become final gets
 * one more status inquiry later.
 */
async function updateBankStatus(tx: Tx, orderId: string, kinds: OrderKinds): Promise<void> {
  const { kind, statusText, at, isFinal } = bankStatusOf(await statusEventsOf(tx, orderId))
  const before = await tx
    .selectFrom('orders')
    .select(['service', 'is_final', 'standing', 'standing_word'])
    .where('id', '=', orderId)
    .executeTakeFirst()
  const isOver =
    before?.is_final === 1 && kinds.of(before).inquiry.endsByEntries && kind === 'in-process'
  const becameFinal = isFinal && at !== null && before?.is_final !== 1
  await tx
    .updateTable('orders')
    .set({
      standing: kind,
      standing_word: statusText,
      standing_at: at,
      is_final: isFinal || isOver ? 1 : 0,
      ...(becameFinal && { next_look_up_at: firstCheckOfFinal(new Date(at)).toISOString() }),
    })
    .where('id', '=', orderId)
    .execute()
}
