/** Entries of a draft in parts, each in full. */
import { sql } from 'kysely'
import type { TakenEntries } from '../../../../preload/contract/domain/batches/drafts.ts'
import type { Store } from '../../../store/store.ts'
import type { EntryRow } from '../types.ts'
import { typedIn } from '../batch-records.ts'

type Row = Pick<EntryRow, 'position' | 'typed'>

/** How much is taken at once: so many entries, and about so many bytes. */
export interface EntryPage {
  readonly entries: number
  readonly bytes: number
}

/**
 * The entries behind a place, in their order, about so many: those of one place are never parted, and there is always
 * at least one place. An entry of CTX may be longer than a thousand others.
 */
export async function readEntryPage(
  { read }: Pick<Store, 'read'>,
  orderId: string,
  after: number | null,
  atOnce: EntryPage,
): Promise<TakenEntries> {
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

/** The last place that is taken now; null: all of them are. */
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
