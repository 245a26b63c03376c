/** What the window gets of a file of entries: accounts masked, and of unread lines whatever may be one. */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import {
  mostUnread,
  type BatchImport,
  type ImportedRow,
} from '../../../../preload/contract/domain/batches/drafts.ts'
import { maskedDigits } from '../../../../preload/contract/domain/personal-names.ts'
import { checkedRow, type OpenBatchForm, type UnreadLine } from './read.ts'

/** How many drafts a batch becomes. */
export const previewOf = ({ rows }: Pick<OpenBatchForm, 'rows'>, mostEntries: number): number =>
  Math.ceil(rows.length / mostEntries)

/** A batch of the file as it is shown. Sums beyond what counts exactly are the most that does. */
export const shownBatch = (
  batch: OpenBatchForm,
  mostEntries: number,
): BatchImport['batches'][number] => ({
  number: batch.number,
  form: batch.form,
  entries: batch.rows.length,
  credits: Math.min(batch.totals.credits, Number.MAX_SAFE_INTEGER),
  debits: Math.min(batch.totals.debits, Number.MAX_SAFE_INTEGER),
  withProblems: batch.broken.length,
  withWarnings: batch.warned.length,
  parts: previewOf(batch, mostEntries),
  remarks: [...batch.remarks],
})

/** The first lines that are no entry. An entry's line of a NACHA file has its account in columns 13 to 29. */
export const shownUnread = (unread: readonly UnreadLine[]): BatchImport['unread'] =>
  unread.slice(0, mostUnread).map(({ line, text, why }) => ({
    line,
    why,
    text: maskedRuns(isEntryLine(text) ? text.slice(0, 12) + dots + text.slice(29) : text).slice(
      0,
      300,
    ),
  }))
const dots = '\u2022\u2022\u2022\u2022'
const isEntryLine = (text: string): boolean => /^6\d/.test(text) && text.length > 29
const maskedRuns = (text: string): string =>
  maskedDigits(text).replace(/\d{5,}/g, (run) => maskedAccount(run))

/** A row as it is shown. What a rule says of an account quotes it: the quotation is masked. */
export function shownRow(batch: OpenBatchForm, at: number): ImportedRow[] {
  const row = batch.rows[at]
  if (!row) return []
  const { problems, warnings } = checkedRow(row, batch.form)
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
