/**
 * What a restore leaves on a draft: it, or the same under another reference, may have been approved and sent after the
 * backup that its store came from. Until a second person has heeded that, it is neither submitted nor copied; afterwards
 * its approvers see that it was heeded, by whom and why, and their approval binds it (promise P1).
 */
import type { Reader } from '../../store/store.ts'
import type { OrderRow } from './types.ts'

/** Column `restored`. Instants in ISO UTC. */
export interface RestoreMark {
  readonly backupAt: string
  readonly restoredAt: string
  /** Nobody yet: null. */
  readonly heeded: { readonly by: string; readonly at: string; readonly reason: string } | null
}

type Marked = Pick<OrderRow, 'restored'>

/** The mark; null: it has none. */
export const restoreMarkOf = ({ restored }: Marked): RestoreMark | null =>
  typeof restored === 'string' ? (JSON.parse(restored) as RestoreMark) : null

/** Whether it waits for somebody to heed it. */
export const isHeldAfterRestore = (row: Marked): boolean => restoreMarkOf(row)?.heeded === null

/** Files are imported again soon after a restore, when their payments are missed, or never. */
const filesDays = 7

/** What a new draft is made from. */
export interface MadeFrom {
  /** The order that it copies, presents again or reverses, by its id. */
  readonly order?: string | undefined
  readonly isFile: boolean
}

/**
 * The mark of a draft that is made at `at` (ISO UTC); null: it needs none. Marked is what is made of an order older than
 * the last restore, and what is read from a file in the seven days after it: the store that was replaced may have made
 * the same, and it may have been sent.
 */
export async function markOfNew(
  reader: Reader,
  { order, isFile }: MadeFrom,
  at: string,
): Promise<RestoreMark | null> {
  if (order === undefined && !isFile) return null
  const mark = await markOfLastRestore(reader)
  if (mark === null) return null
  const daysAgo = (Date.parse(at) - Date.parse(mark.restoredAt)) / 86_400_000
  if (isFile) return daysAgo <= filesDays ? mark : null
  const from = await reader
    .selectFrom('orders')
    .select('created_at')
    .where('id', '=', order ?? '')
    .executeTakeFirst()
  return from && from.created_at <= mark.restoredAt ? mark : null
}

/** As the last restore leaves it; null: the store was never restored. */
export async function markOfLastRestore(reader: Reader): Promise<RestoreMark | null> {
  const act = await reader
    .selectFrom('audit_entries')
    .select(['at', 'detail'])
    .where('subject', '=', 'store')
    .where('kind', '=', 'store.restored')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!act) return null
  const { backupAt } = JSON.parse(act.detail) as { readonly backupAt: string }
  return { backupAt, restoredAt: act.at, heeded: null }
}
