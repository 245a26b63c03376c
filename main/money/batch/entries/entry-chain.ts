/** Follows entries that present an earlier one again, to count how often one payment was tried. */
import { sql } from 'kysely'
import { isLiving } from '../../may-bank-have.ts'
import type { Reader } from '../../../store/store.ts'

/** Return codes after which a debit may be presented again (Nacha, RETRY PYMT). */
export const retriedCodes: readonly string[] = ['R01', 'R09']
/** The network allows at most two. */
export const mostRetries = 2

/**
 * Returns how often each entry was presented again, before and after it; withdrawn drafts do not
 * count.
 */
export async function reentriesOf(
  read: Reader,
  entryIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const ids = JSON.stringify(entryIds)
  const chain = sql<{ id: string; count: number }>`(
    WITH RECURSIVE
      living AS (SELECT f.id, f.follows_entry FROM batch_entries AS f
        JOIN orders AS o ON o.id = f.order_id JOIN batches AS b ON b.order_id = f.order_id
        WHERE f.follows_entry IS NOT NULL AND b.reversal_of IS NULL
          AND ${isLiving('o')}),
      before (root, id) AS (
        SELECT value, value FROM json_each(${ids})
        UNION SELECT p.root, l.follows_entry FROM before AS p JOIN living AS l ON l.id = p.id),
      after (root, id) AS (
        SELECT value, value FROM json_each(${ids})
        UNION SELECT p.root, l.id FROM after AS p JOIN living AS l ON l.follows_entry = p.id),
      chained AS (SELECT root, id FROM before UNION SELECT root, id FROM after)
    SELECT root AS id, count(*) - 1 AS count FROM chained GROUP BY root)`
  const rows = await read.selectFrom(chain.as('chain')).select(['id', 'count']).execute()
  return new Map(rows.map(({ id, count }) => [id, count]))
}
