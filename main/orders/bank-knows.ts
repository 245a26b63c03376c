/** Whether the bank has told of an order by itself, by whatever way. */
import { hasEntriesAtBank } from '../batches/entries-at-bank.ts'
import type { Reader } from '../storage/store.ts'
import { bankHasTold } from './look-ups-that-count.ts'
import { hasAlert, type LookUpRow } from './order-records.ts'
import { statementsOf } from './statements.ts'

/** By a statement or a look-up that names it, an alert that is about it, with a word or without, or a numbered entry. */
export const bankKnows = async (
  reader: Reader,
  id: string,
  lookUps: readonly LookUpRow[],
): Promise<boolean> =>
  bankHasTold(await statementsOf(reader, id), lookUps) ||
  (await hasAlert(reader, id, 'counts')) ||
  (await hasEntriesAtBank(reader, id))
