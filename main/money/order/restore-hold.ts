/**
 * The mark of a restore on a draft. The draft, or the same payment under another reference, may
 * have been approved and sent after the backup. Until a second person acknowledges that, it is
 * neither submitted nor copied; afterwards its approvers see who acknowledged it and why, and the
 * approval hash covers it (Promise P1).
 */
import type { Reader } from '../../store/store.ts'
import type { OrderRow } from './types.ts'

/** Instants in ISO UTC. */
export interface RestoreMark {
  readonly backupAt: string
  readonly restoredAt: string
  /** Null: nobody has acknowledged it yet. */
  readonly acknowledged: {
    readonly by: string
    readonly at: string
    readonly reason: string
  } | null
}
type Marked = Pick<OrderRow, 'restored'>

/** Returns the mark; null if there is none. */
export const restoreMarkOf = ({ restored }: Marked): RestoreMark | null =>
  typeof restored === 'string' ? (JSON.parse(restored) as RestoreMark) : null

/** Returns the text to store. The approval hash covers it, so equal marks have equal texts. */
export const restoreMarkText = ({ backupAt, restoredAt, acknowledged }: RestoreMark): string =>
  JSON.stringify({ backupAt, restoredAt, acknowledged })

/** Returns whether the mark still waits to be acknowledged. */
export const isHeldAfterRestore = (row: Marked): boolean =>
  restoreMarkOf(row)?.acknowledged === null

/**
 * Days after a restore during which drafts from a file are marked: later, nobody imports the old
 * file again.
 */
const filesDays = 7

/** The source of a new draft. */
export interface DraftOrigin {
  /** Id of the order that it copies, presents again or reverses. */
  readonly order?: string | undefined
  readonly isFile: boolean
}

/**
 * Returns the mark of a new draft; null if it needs none. Drafts from an order older than the last
 * restore, or from a file within seven days after it, are marked: the replaced store may have made
 * and sent the same. `now` is the earlier clock: one that is ahead ends no such days.
 */
export async function markOfNew(
  reader: Reader,
  { order, isFile }: DraftOrigin,
  now: Date,
): Promise<RestoreMark | null> {
  if (order === undefined && !isFile) return null
  const mark = await markOfLastRestore(reader)
  if (mark === null) return null
  const daysAgo = (now.getTime() - Date.parse(mark.restoredAt)) / 86_400_000
  if (isFile) return daysAgo <= filesDays ? mark : null
  const from = await reader
    .selectFrom('orders')
    .select('created_at')
    .where('id', '=', order ?? '')
    .executeTakeFirst()
  return from && from.created_at <= mark.restoredAt ? mark : null
}

/**
 * Returns the mark of an occurrence of what recurs, because the replaced store may have drafted and
 * sent the same; null if it cannot have. Occurrences due by the day of the restore are marked, and
 * the first one after it, which the replaced store may have planned for another day.
 */
export async function markOfOccurrence(
  reader: Reader,
  due: string | null,
  isDraftedSince: (restoredAt: string) => Promise<boolean>,
): Promise<RestoreMark | null> {
  const mark = await markOfLastRestore(reader)
  if (mark === null) return null
  if (due !== null && due <= mark.restoredAt.slice(0, 10)) return mark
  return (await isDraftedSince(mark.restoredAt)) ? null : mark
}

/** Returns a new mark for the last restore; null if the store was never restored. */
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
  return { backupAt, restoredAt: act.at, acknowledged: null }
}
