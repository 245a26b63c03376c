/**
 * Checks whether the bank has reported an entry of a batch: by a trace number, or in a list, a
 * detail or an alert. If so, the bank has the batch, even if a status inquiry did not find it
 * (Promise P1; bank note 86).
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
