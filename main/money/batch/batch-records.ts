/** Reads batches and their entries. */
import { batchForm, originationTerms } from '../../../preload/contract/domain/batches/batch-form.ts'
import type {
  BatchForm,
  OriginationTerms,
} from '../../../preload/contract/domain/batches/batch-form.ts'
import type { TypedEntry } from '../../../preload/contract/domain/batches/entry.ts'
import { typedIn } from '../batch-facts.ts'
import type { OrderRow } from '../order/types.ts'
import type { Reader } from '../../store/store.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { preparedFrom, type BatchRow, type EntryRow, type PreparedFrom } from './types.ts'

/**
 * Content of column `form` of a batch: its head as typed, from submission on the terms of its body,
 * and what it was prepared from. The approval hash covers this whole text.
 */
const storedForm = z.object({
  form: batchForm,
  terms: originationTerms.nullable(),
  prepared: preparedFrom.optional(),
})
export interface StoredBatchForm {
  readonly form: BatchForm
  /** Null in a draft, which uses the terms in force. */
  readonly terms: OriginationTerms | null
  /** Undefined if it depends on no other batch, or was prepared before this was stored. */
  readonly prepared?: PreparedFrom | undefined
}
export const batchFormIn = ({ form }: Pick<OrderRow, 'form'>): StoredBatchForm =>
  storedForm.parse(JSON.parse(form))
export const batchFormText = (stored: StoredBatchForm): string => JSON.stringify(stored)

/** Returns the batch row of an order; undefined if there is none. */
export const findBatch = (reader: Reader, orderId: string): Promise<BatchRow | undefined> =>
  reader.selectFrom('batches').selectAll().where('order_id', '=', orderId).executeTakeFirst()

/** Returns the entries in order. */
export const entriesOf = (reader: Reader, orderId: string): Promise<EntryRow[]> =>
  reader
    .selectFrom('batch_entries')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findEntry = (
  reader: Reader,
  orderId: string,
  entryId: string,
): Promise<EntryRow | undefined> =>
  reader
    .selectFrom('batch_entries')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', '=', entryId)
    .executeTakeFirst()

/** Returns the entries of a batch as they were typed, in order. */
export const typedEntriesOf = async (reader: Reader, orderId: string): Promise<TypedEntry[]> => {
  const rows = await reader
    .selectFrom('batch_entries')
    .select('typed')
    .where('order_id', '=', orderId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(typedIn)
}
