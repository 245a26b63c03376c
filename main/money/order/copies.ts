/**
 * Finds which orders try again what another was closed for, by the audit chain alone. A copy of any
 * other order, an occurrence of a schedule, a resend, a re-entry and a reversal are no retries.
 */
import { sql } from 'kysely'
import type { Reader } from '../../store/store.ts'
import { bankMayHave, isLiving } from '../may-bank-have.ts'
import { makersOf } from './approval/approvals.ts'
import { findSummary } from './order-records.ts'
import type { OrderRow, OrderSummary } from './types.ts'

/** How an order stands that the bank took, and whose money did not arrive. */
const unpaid: readonly OrderRow['bank_status'][] = ['failed', 'cancelled', 'returned']

/** The origin of a copy, as the act of its draft has it. */
export interface CopyOrigin {
  readonly copiedFrom: string
  /** The authors of that order, who may not approve its copy (Promise P3). */
  readonly authors: string[]
  /** The order closed as not made that the copy tries again. */
  readonly retryOf?: string
}

/**
 * Returns the origin of a copy of this order. The copy of a retry that the bank has not paid tries the
 * same again in its place.
 */
export async function copyOriginOf(reader: Reader, row: OrderRow): Promise<CopyOrigin> {
  const isUnpaid = unpaid.includes(row.bank_status) || !(await bankMayHave(reader, row.id))
  const inherited = isUnpaid ? await retryOf(reader, row.id) : undefined
  const retried = row.closed_at === null ? inherited : row.id
  return {
    copiedFrom: row.id,
    authors: [...(await makersOf(reader, row))],
    ...(retried !== undefined && { retryOf: retried }),
  }
}

async function retryOf(reader: Reader, id: string): Promise<string | undefined> {
  const act = await reader
    .selectFrom('audit_entries')
    .select('detail')
    .where('subject', '=', id)
    .where('kind', '=', 'order.copied')
    .limit(1)
    .executeTakeFirst()
  const detail = act && (JSON.parse(act.detail) as { readonly retryOf?: unknown })
  return typeof detail?.retryOf === 'string' ? detail.retryOf : undefined
}

/** Returns whether a retry of this order may still leave, or has left. */
export const hasLivingRetry = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader
    .selectFrom('audit_entries')
    .innerJoin('orders', 'orders.id', 'audit_entries.subject')
    .select('orders.id')
    .where('audit_entries.kind', '=', 'order.copied')
    .where(sql`json_extract(audit_entries.detail, '$.retryOf')`, '=', id)
    .where(isLiving('orders'))
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the orders that this one tries again, the nearest first. */
export async function retriedOrders(reader: Reader, id: string): Promise<readonly OrderSummary[]> {
  const retried: OrderSummary[] = []
  for (let of = await retryOf(reader, id); of !== undefined; of = await retryOf(reader, of)) {
    const row = await findSummary(reader, of)
    if (!row || retried.some((one) => one.id === row.id)) break
    retried.push(row)
  }
  return retried
}
