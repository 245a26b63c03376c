/** The entries and columns of a batch, as what was sent is kept and put back. */
import { sql } from 'kysely'
import { typedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { newBatchId } from '../../platform/identifiers.ts'
import type { OrderContent } from '../order/types.ts'
import type { Reader } from '../../store/store.ts'
import { batchFormIn, batchFormText, findBatch } from './batch-records.ts'
import { emptyBatchColumns } from './drafts/batch-draft-store.ts'
import { putEntries, removeEntries } from './drafts/batch-rows.ts'

const keptEntry = z.object({
  position: z.number(),
  entry: typedEntry,
  follows: z.string().nullable(),
  /** Stored as JSON. */
  sentAnyway: z.string().nullable(),
})
const keptBatch = z.object({
  columns: z.object({
    sec_code: z.enum(['CCD', 'CTX', 'PPD']),
    entries: z.number(),
    credits: z.number(),
    debits: z.number(),
  }),
  entries: z.array(keptEntry),
})
type KeptBatch = z.infer<typeof keptBatch>

/** Returns the entries that such content has. */
export const keptEntriesIn = (content: unknown): KeptBatch['entries'] =>
  keptBatch.parse(content).entries

async function read(reader: Reader, id: string): Promise<KeptBatch> {
  const { sec_code, entries, credits, debits } = await reader
    .selectFrom('batches')
    .select(['sec_code', 'entries', 'credits', 'debits'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const rows = await reader
    .selectFrom('batch_entries')
    .select(['position', 'typed', 'follows_entry', 'sent_anyway'])
    .where('order_id', '=', id)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return {
    columns: { sec_code, entries, credits, debits },
    entries: rows.map(({ position, typed, follows_entry: follows, sent_anyway: sentAnyway }) => ({
      position,
      entry: typedEntry.parse(JSON.parse(typed)),
      follows,
      sentAnyway,
    })),
  }
}

export const batchContent: OrderContent = {
  read,

  async write(tx, id, content) {
    const { columns, entries } = keptBatch.parse(content)
    const ids = JSON.stringify(entries.map(({ entry }) => entry.id))
    await removeEntries(tx, id, sql`id NOT IN (SELECT value FROM json_each(${ids}))`)
    await putKept(tx, id, entries)
    await tx.updateTable('batches').set(columns).where('order_id', '=', id).execute()
  },

  async copy(tx, from, to) {
    const batch = await findBatch(tx, from)
    if (!batch) return
    await tx
      .insertInto('batches')
      .values({ ...batch, ...emptyBatchColumns, order_id: to })
      .execute()
    const { entries } = await read(tx, from)
    await putKept(
      tx,
      to,
      entries.map((one) => ({ ...one, entry: { ...one.entry, id: newBatchId() } })),
    )
  },

  formOf: (row) => batchFormText({ ...batchFormIn(row), terms: null }),
  renewed: (row) => ({
    reference: newBatchId(),
    form: batchFormText({ ...batchFormIn(row), terms: null }),
  }),
}

async function putKept(
  tx: Parameters<OrderContent['write']>[0],
  id: string,
  entries: KeptBatch['entries'],
): Promise<void> {
  const follows = new Map(
    entries.flatMap(({ entry, follows: of }) => (of === null ? [] : [[entry.id, of] as const])),
  )
  if ((await putEntries(tx, id, entries, follows)) < entries.length)
    throw new TypeError('an id of what was sent is in use elsewhere')
  for (const { entry, sentAnyway } of entries)
    if (sentAnyway !== null)
      await tx
        .updateTable('batch_entries')
        .set({ sent_anyway: sentAnyway })
        .where('id', '=', entry.id)
        .execute()
}
