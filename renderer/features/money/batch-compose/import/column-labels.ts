/** The names of the fields of an entry beside the headers of a file. */
import type { BatchColumn } from '../../../../../preload/contract/domain/batches/drafts.ts'
import { entryLabels } from '../entries/entry-rows.ts'

/** The short labels of the grid would be mistaken for headers of a file, such as *Type*. */
export const columnLabels: Readonly<Record<BatchColumn, string>> = {
  ...entryLabels,
  accountType: 'Account type',
  creditDebitCode: 'Credit or debit',
  transactionType: 'Live or prenote',
  transactionCode: 'Transaction code',
  creditAmount: 'Credit amount',
  debitAmount: 'Debit amount',
}
