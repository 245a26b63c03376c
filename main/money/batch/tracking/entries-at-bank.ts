/**
 * Whether the bank has told of an entry of a batch: it has numbered it, or a list, a detail or an alert spoke of it.
 * Then it has the batch, whatever a look-up did not find (promise P1; trap 86).
 */
import { sql } from 'kysely'
import type { Reader } from '../../../store/store.ts'

/** False also for an order that is no batch. */
export async function hasEntriesAtBank(reader: Reader, orderId: string): Promise<boolean> {
  const one = await reader
    .selectFrom('batch_entries')
    .select('id')
    .where('order_id', '=', orderId)
    .where(
      sql<boolean>`(trace_number IS NOT NULL OR par_number IS NOT NULL OR changed_at IS NOT NULL
        OR standing <> 'not-said')`,
    )
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
