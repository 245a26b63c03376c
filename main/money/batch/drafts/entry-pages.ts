/** Reads the entries of a draft in pages, with full accounts. */
import { sql } from 'kysely'
import type { DraftEntriesPage } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Store } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../../batch-facts.ts'

type Row = Pick<EntryRow, 'position' | 'typed'>

/** The most entries, and about the most bytes, of a page. */
export interface EntryPage {
  readonly entries: number
  readonly bytes: number
}

/**
 * Returns about that many entries after a place, in order. Entries of one place are never split and
 * a page has at least one place, because a CTX entry may be longer than a thousand others.
 */
export async function readEntryPage(
  { read }: Pick<Store, 'read'>,
  orderId: string,
  after: number | null,
  atOnce: EntryPage,
): Promise<DraftEntriesPage> {
  const ofDraft = read.selectFrom('batch_entries').where('order_id', '=', orderId)
  const behind = after === null ? ofDraft : ofDraft.where('position', '>', after)
  const sizes = await behind
    .select(['position', sql<number>`octet_length(typed)`.as('bytes')])
    .orderBy('position')
    .limit(atOnce.entries + 1)
    .execute()
  const until = lastPlace(sizes, atOnce)
  const wanted = until === null ? behind : behind.where('position', '<=', until)
  const rows = await wanted
    .select(['position', 'typed'])
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { entries: rows.map(placed), next: until }
}

/** Returns the last place of this page; null if all the rest fits. */
function lastPlace(
  sizes: readonly { readonly position: number; readonly bytes: number }[],
  atOnce: EntryPage,
): number | null {
  let bytes = 0
  const beyond = sizes.find((one, at) => {
    bytes += one.bytes
    return at >= atOnce.entries || bytes > atOnce.bytes
  })
  if (!beyond) return null
  const before = sizes.findLast(({ position }) => position < beyond.position)
  return before?.position ?? beyond.position
}

const placed = (row: Row) => ({ position: row.position, entry: typedIn(row) })
