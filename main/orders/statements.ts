/** What the bank said of an order, each statement once, and how the order stands by all of them. */
import type { Transaction } from 'kysely'
import type { Statement } from '../../preload/contract/orders/standing.ts'
import type { Tables } from '../storage/store.ts'

/** Adds statements inside a transaction, and brings the standing of the order up to date. */
export async function addStatements(
  tx: Transaction<Tables>,
  orderId: string,
  statements: readonly Statement[],
): Promise<void> {
  const { last } = await tx
    .selectFrom('order_statements')
    .select((select) => select.fn.coalesce(select.fn.max('seq'), select.lit(0)).as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  for (const [at, { saidAt, callId, alertSeq, ...one }] of statements.entries()) {
    await tx
      .insertInto('order_statements')
      .values({
        ...{ order_id: orderId, seq: Number(last) + at + 1, ...one },
        ...{ said_at: saidAt, call_id: callId, alert_seq: alertSeq },
      })
      .execute()
  }
}
