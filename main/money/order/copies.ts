/** Finds which orders are copies of which, by the audit chain alone. */
import { sql } from 'kysely'
import type { Reader } from '../../store/store.ts'
import { findOrder } from './order-records.ts'
import type { OrderRow } from './types.ts'

/** Returns whether a copy of the order may still leave, or has left. */
export const hasLivingCopy = async (reader: Reader, id: string): Promise<boolean> =>
  (await reader
    .selectFrom('audit_entries')
    .innerJoin('orders', 'orders.id', 'audit_entries.subject')
    .select('orders.id')
    .where('audit_entries.kind', '=', 'order.copied')
    .where(sql`json_extract(audit_entries.detail, '$.copiedFrom')`, '=', id)
    .where('orders.state', 'not in', ['withdrawn', 'rejected'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Returns the order that this one was copied from, then that order's origin and so on, nearest
 * first.
 */
export async function originsOf(reader: Reader, id: string): Promise<readonly OrderRow[]> {
  const origins: OrderRow[] = []
  for (let of = id; ;) {
    const act = await reader
      .selectFrom('audit_entries')
      .select('detail')
      .where('subject', '=', of)
      .where('kind', '=', 'order.copied')
      .limit(1)
      .executeTakeFirst()
    const from = act && (JSON.parse(act.detail) as { readonly copiedFrom?: unknown }).copiedFrom
    const origin = typeof from === 'string' ? await findOrder(reader, from) : undefined
    if (!origin || origins.some((one) => one.id === origin.id)) return origins
    origins.push(origin)
    of = origin.id
  }
}
