/**
 * Rules for entries that follow an earlier one: presented again while that one is returned,
 * reversed while it is not, and never both, so that nobody is paid twice. Checked when a draft is
 * created and again at submission, release and sending.
 */
import { sql } from 'kysely'
import type { FollowUpBlocker } from '../../../../preload/contract/domain/orders/act-blockers.ts'
import type { Reader } from '../../../store/store.ts'
import { isLiving } from '../../may-bank-have.ts'
import type { BatchRow, EntryRow } from '../types.ts'

/** How an entry follows an earlier one. */
export type FollowUpOrder = FollowUpBlocker['by']

/**
 * Returns whether an entry came back as far as is known: returned, or refused without any sign that
 * it went on. A return counts that the bank's inquiry shows, not one that an alert reports. A trace
 * number means that the entry is on its way (bank note 81). An error without a refusal does not count,
 * because the bank may have accepted the entry beside it (bank note 83; Promise P10).
 */
export const isBack = (
  row: Pick<EntryRow, 'returned_at' | 'verdict' | 'trace_number' | 'bank_status'>,
): boolean =>
  row.returned_at !== null ||
  (row.verdict === 'rejected' && row.trace_number === null && row.bank_status === 'not-reported')

/** The same condition as SQL, for a row under this name. */
export const isBackAs = (name: 'e' | 'f' | 'p' | 'other') => {
  const row = (column: string) => sql.ref(`${name}.${column}`)
  return sql<boolean>`(${row('returned_at')} IS NOT NULL OR (${row('verdict')} IS NOT NULL
    AND ${row('verdict')} = 'rejected'
    AND ${row('trace_number')} IS NULL AND ${row('bank_status')} = 'not-reported'))`
}

/**
 * Returns whether it is open that the entry came back: an alert reports a return that the bank's inquiry
 * does not show, or contradicts one that it showed. Such an entry is followed neither way.
 */
export const isReturnOpen = (
  row: Pick<EntryRow, 'returned_at' | 'return_reported_at' | 'shown_bank_status'>,
): boolean =>
  row.return_reported_at !== null ||
  (row.shown_bank_status === 'returned' && row.returned_at === null)

/** The same condition as SQL, for a row under this name. */
const isReturnOpenAs = (name: 'e') => {
  const row = (column: string) => sql.ref(`${name}.${column}`)
  return sql<boolean>`(${row('return_reported_at')} IS NOT NULL
    OR (${row('shown_bank_status')} = 'returned' AND ${row('returned_at')} IS NULL))`
}

/**
 * Returns why these entries cannot be followed this way; undefined if they can. `own` is the
 * following order, which does not block itself.
 */
export async function whyNoFollowUp(
  reader: Reader,
  entryIds: readonly string[],
  by: FollowUpOrder,
  own: string | null = null,
): Promise<FollowUpBlocker | undefined> {
  const among = sql<boolean>`e.id IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`
  const wrong = by === 'reentry' ? sql<boolean>`NOT ${isBackAs('e')}` : isBackAs('e')
  const isOpen = sql<0 | 1>`iif(${isReturnOpenAs('e')}, 1, 0)`
  const [notFit] = await reader
    .selectFrom('batch_entries as e')
    .select(isOpen.as('isOpen'))
    .where(among)
    .where(sql<boolean>`(${wrong} OR ${isReturnOpenAs('e')})`)
    .orderBy(isOpen, 'desc')
    .limit(1)
    .execute()
  if (notFit) return { code: 'follow-up', by, why: notFit.isOpen === 1 ? 'reported' : 'unfit' }
  const [follower] = await livingFollowers(reader, entryIds, by, own)
  return follower && { code: 'follow-up', by, why: follower.by === by ? 'same' : 'other' }
}

/**
 * Returns the followers of these entries that were not withdrawn or refused. A follower of the
 * other kind that came back itself, and has no follower, does not count.
 */
function livingFollowers(
  reader: Reader,
  entryIds: readonly string[],
  by: FollowUpOrder,
  own: string | null,
) {
  const kind = sql<FollowUpOrder>`iif(b.reversal_of IS NULL, 'reentry', 'reversal')`
  const isUndone = sql<boolean>`(${isBackAs('f')} AND NOT EXISTS (SELECT 1 FROM batch_entries AS g
    JOIN orders AS h ON h.id = g.order_id
    WHERE g.follows_entry = f.id AND ${isLiving('h')}))`
  return reader
    .selectFrom('batch_entries as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .innerJoin('batches as b', 'b.order_id', 'f.order_id')
    .select(kind.as('by'))
    .where(
      sql<boolean>`f.follows_entry IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`,
    )
    .where(isLiving('o'))
    .where('o.id', 'is not', own)
    .where(sql<boolean>`(${kind} = ${by} OR NOT ${isUndone})`)
    .limit(1)
    .execute()
}

/**
 * Returns the entries that already have a follower of either kind and therefore cannot be followed
 * again.
 */
export async function entriesWithFollowUp(
  reader: Reader,
  entryIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('batch_entries as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .select('f.follows_entry as id')
    .where(
      sql<boolean>`f.follows_entry IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`,
    )
    .where(isLiving('o'))
    .execute()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/**
 * Returns the entries of a batch that the bank rejected and that nothing follows yet. An unknown
 * outcome is no rejection, and a returned entry was accepted first.
 */
export async function rejectedWithoutFollowUp(reader: Reader, orderId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('batch_entries as e')
    .select('e.id')
    .where('e.order_id', '=', orderId)
    .where(isBackAs('e'))
    .where('e.returned_at', 'is', null)
    .execute()
  const ids = rows.map(({ id }) => id)
  const already = ids.length === 0 ? null : await entriesWithFollowUp(reader, ids)
  return ids.filter((id) => already?.has(id) !== true)
}

/**
 * Returns why a batch that follows others may not be submitted, released or sent now; undefined if
 * it may.
 */
export async function supersededBy(
  reader: Reader,
  orderId: string,
): Promise<FollowUpBlocker | undefined> {
  const batch = await reader
    .selectFrom('batches')
    .select(['reversal_of', 'reentry_of'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!batch || !isPreparedFromOthers(batch)) return undefined
  const followed = await reader
    .selectFrom('batch_entries')
    .select('follows_entry as id')
    .where('order_id', '=', orderId)
    .where('follows_entry', 'is not', null)
    .execute()
  const ids = followed.flatMap(({ id }) => id ?? [])
  const by = batch.reversal_of === null ? 'reentry' : 'reversal'
  return whyNoFollowUp(reader, ids, by, orderId)
}

/** Returns whether the entries of a stored batch follow others. */
export async function followsOthers(reader: Reader, orderId: string): Promise<boolean> {
  const batch = await reader
    .selectFrom('batches')
    .select(['reversal_of', 'reentry_of'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return batch !== undefined && isPreparedFromOthers(batch)
}

/** Returns whether its entries follow others. */
export const isPreparedFromOthers = (of: Pick<BatchRow, 'reversal_of' | 'reentry_of'>): boolean =>
  of.reversal_of !== null || of.reentry_of !== null
