/**
 * Prepares a file of entries for the window. Accounts are masked; in unread lines every long number
 * is.
 */
import { dots, maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  mostUnread,
  type BatchImport,
  type ImportedRow,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import { checkedRow, type FileBatch, type UnreadLine } from './file-entries.ts'

/** Returns how many drafts a batch becomes. */
export const draftCountOf = ({ rows }: Pick<FileBatch, 'rows'>, mostEntries: number): number =>
  Math.ceil(rows.length / mostEntries)

/**
 * Returns a batch of the file for display. Sums beyond the exact range are shown as its maximum.
 */
export const shownBatch = (
  batch: FileBatch,
  mostEntries: number,
): BatchImport['batches'][number] => ({
  number: batch.number,
  form: batch.form,
  entries: batch.rows.length,
  credits: Math.min(batch.totals.credits, Number.MAX_SAFE_INTEGER),
  debits: Math.min(batch.totals.debits, Number.MAX_SAFE_INTEGER),
  withProblems: batch.problemRows.length,
  withWarnings: batch.warningRows.length,
  parts: draftCountOf(batch, mostEntries),
  remarks: [...batch.remarks],
})

/**
 * Returns the first lines that are no entry. An entry line of a Nacha file has its account in
 * columns 13 to 29.
 */
export const shownUnread = (unread: readonly UnreadLine[]): BatchImport['unread'] =>
  unread.slice(0, mostUnread).map(({ line, text, why }) => ({
    line,
    why,
    text: maskedRuns(isEntryLine(text) ? text.slice(0, 12) + dots + text.slice(29) : text).slice(
      0,
      300,
    ),
  }))
const isEntryLine = (text: string): boolean => /^6\d/.test(text) && text.length > 29
const maskedRuns = (text: string): string =>
  maskedDigits(text).replace(/\d{5,}/g, (run) => maskedAccount(run))

/**
 * Returns a row for display. A message about an account number quotes it, so the quote is masked.
 */
export function shownRow(batch: FileBatch, at: number): ImportedRow[] {
  const row = batch.rows[at]
  if (!row) return []
  const { problems, warnings } = checkedRow(row, batch)
  const unquoted = <T extends { readonly path: string; readonly message: string }>(one: T): T =>
    one.path === 'accountNumber' ? { ...one, message: one.message.replace(/"[^]*"/, dots) } : one
  const { accountNumber } = row.entry
  const account = accountNumber === '' ? '' : maskedAccount(accountNumber.trim())
  return [
    {
      batch: batch.number,
      row: row.row,
      entry: { ...row.entry, accountNumber: account, addenda: [...row.entry.addenda] },
      problems: problems.map(unquoted),
      warnings: warnings.map(unquoted),
    },
  ]
}
