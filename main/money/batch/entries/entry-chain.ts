/** Entries that present an earlier one again, and that one's own past: how often one payment was tried. */
import { sql } from 'kysely'
import type { Reader } from '../../../store/store.ts'

/** After these a debit may be presented again (domain rules, RETRY PYMT). */
export const retriedCodes: readonly string[] = ['R01', 'R09']
/** So often at most, the network says. */
export const mostRetries = 2

/** How often each entry was presented again, before it and after it; drafts that were taken back do not count. */
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
          AND o.state NOT IN ('withdrawn', 'rejected')),
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
