/**
 * When an entry may follow an earlier one: presented again while that one is back, reversed while it is not, and never
 * both, so that nobody is paid twice. Judged when a draft is made and whenever one is submitted, released or leaves.
 */
import { sql } from 'kysely'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Reader } from '../../../store/store.ts'
import type { BatchRow, EntryRow } from '../types.ts'

/** What one entry does with the one that it follows. */
export type FollowUpOrder = 'reentry' | 'reversal'

/**
 * Whether an entry is back as far as anybody knows: it was returned, or the bank refused it and nothing shows that it
 * went on all the same. A trace number is the bank’s word that it is on its way (trap 81). An error without a refusal is
 * none: the bank may have taken the entry in beside it (trap 83; promise P10).
 */
export const isBack = (
  row: Pick<EntryRow, 'returned_at' | 'verdict' | 'trace_number' | 'standing'>,
): boolean =>
  row.returned_at !== null ||
  (row.verdict === 'rejected' && row.trace_number === null && row.standing === 'not-said')

/** The same of a row under this name in a statement. */
export const isBackAs = (name: 'e' | 'f' | 'p' | 'other') => {
  const row = (column: string) => sql.ref(`${name}.${column}`)
  return sql<boolean>`(${row('returned_at')} IS NOT NULL OR (${row('verdict')} IS NOT NULL
    AND ${row('verdict')} = 'rejected'
    AND ${row('trace_number')} IS NULL AND ${row('standing')} = 'not-said'))`
}

const words = {
  reentry: {
    not: 'Only what came back or was refused is presented again',
    same: 'Presented again already: that draft or batch comes first',
    other: 'A reversal of it is made already: discard that one, or wait for what becomes of it',
  },
  reversal: {
    not: 'What came back or was refused is not reversed',
    same: 'Reversed already: that draft or batch comes first',
    other: 'It is presented again already: that entry is the one to reverse',
  },
} as const

/**
 * Why these entries cannot be followed by this; undefined: they can. `own` is the order that follows them, which is
 * not in its own way.
 */
export async function whyNoFollowUp(
  reader: Reader,
  entryIds: readonly string[],
  by: FollowUpOrder,
  own: string | null = null,
): Promise<string | undefined> {
  const among = sql<boolean>`e.id IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`
  const wrong = by === 'reentry' ? sql<boolean>`NOT ${isBackAs('e')}` : isBackAs('e')
  const [notFit] = await reader
    .selectFrom('batch_entries as e')
    .select('e.id')
    .where(among)
    .where(wrong)
    .limit(1)
    .execute()
  if (notFit) return words[by].not
  const [follower] = await livingFollowers(reader, entryIds, by, own)
  return follower && words[by][follower.by === by ? 'same' : 'other']
}

/**
 * What follows these entries and was not taken back or refused. One of the other kind that came back itself, and is
 * not followed in its turn, has undone nothing.
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
    WHERE g.follows_entry = f.id AND h.state NOT IN ('withdrawn', 'rejected')))`
  return reader
    .selectFrom('batch_entries as f')
    .innerJoin('orders as o', 'o.id', 'f.order_id')
    .innerJoin('batches as b', 'b.order_id', 'f.order_id')
    .select(kind.as('by'))
    .where(
      sql<boolean>`f.follows_entry IN (SELECT value FROM json_each(${JSON.stringify(entryIds)}))`,
    )
    .where('o.state', 'not in', ['withdrawn', 'rejected'])
    .where('o.id', 'is not', own)
    .where(sql<boolean>`(${kind} = ${by} OR NOT ${isUndone})`)
    .limit(1)
    .execute()
}

/** Which of these entries are followed by either kind already, and by this one’s rules cannot be again. */
export async function followedAlready(
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
    .where('o.state', 'not in', ['withdrawn', 'rejected'])
    .execute()
  return new Set(rows.flatMap(({ id }) => id ?? []))
}

/** Why a batch whose entries follow others must not be submitted, released or sent by now; undefined: it may. */
export async function supersededBy(
  reader: Reader,
  orderId: string,
): Promise<Failure<'invalid-input'> | undefined> {
  const batch = await reader
    .selectFrom('batches')
    .select(['reversal_of', 'reentry_of'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (!batch || !isFollowing(batch)) return undefined
  const followed = await reader
    .selectFrom('batch_entries')
    .select('follows_entry as id')
    .where('order_id', '=', orderId)
    .where('follows_entry', 'is not', null)
    .execute()
  const ids = followed.flatMap(({ id }) => id ?? [])
  const by = batch.reversal_of === null ? 'reentry' : 'reversal'
  const why = await whyNoFollowUp(reader, ids, by, orderId)
  return why === undefined ? undefined : notFollowing(why)
}

/** Why a batch whose entries follow others is not copied; undefined: they follow none. */
export async function uncopiedFollower(
  reader: Reader,
  orderId: string,
): Promise<Failure<'invalid-input'> | undefined> {
  const batch = await reader
    .selectFrom('batches')
    .select(['reversal_of', 'reentry_of'])
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return batch && isFollowing(batch) ? notCopied : undefined
}

/** The refusal with its reason. */
export const notFollowing = (message: string): Failure<'invalid-input'> => ({
  code: 'invalid-input',
  fields: [{ path: 'entryIds', message, source: 'workstation' }],
})

/** Whether its entries follow others. */
export const isFollowing = (of: Pick<BatchRow, 'reversal_of' | 'reentry_of'>): boolean =>
  of.reversal_of !== null || of.reentry_of !== null

/** Why such a batch is neither copied nor kept as a template. */
export const notCopied: Failure<'invalid-input'> = {
  code: 'invalid-input',
  fields: [
    {
      path: 'id',
      message:
        'Entries that reverse others or present them again are prepared from those, and not copied',
      source: 'workstation',
    },
  ],
}
