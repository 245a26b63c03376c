/**
 * A report as a spreadsheet: every line with both sides, and no cell that a spreadsheet would
 * execute.
 */
import { amountText, minorUnits } from '../../../preload/contract/kernel/money.ts'
import type { ReconciliationLine } from '../../../preload/contract/api/reconciliation/reconciliation.ts'
import type { ExportFormat } from '../../../preload/contract/api/tables.ts'
import type { WrittenColumn, WrittenRow } from '../../platform/spreadsheets/spreadsheet.ts'
import { writeSpreadsheet } from '../../platform/spreadsheets/write-spreadsheet.ts'
import {
  flowWords,
  kindWords,
  matchWords,
  reasonWords,
  remarkWords,
} from '../../../preload/contract/text/reconciliation.ts'
import type { MadeReport } from './sign-offs.ts'

interface Column extends WrittenColumn {
  readonly of: (line: ReconciliationLine) => string | null
}
const text = (title: string, of: Column['of']): Column => ({ title, holds: 'text', of })
const number = (title: string, of: Column['of']): Column => ({ title, holds: 'number', of })

const amountOf = (side: ReconciliationLine['here'] | ReconciliationLine['bank']): string | null =>
  typeof side?.amount === 'number' ? amountText(minorUnits(side.amount), side.currency) : null

const columns: readonly Column[] = [
  text('Outcome', ({ match }) => matchWords[match]),
  text('Why', ({ reasons }) => reasons.map((reason) => reasonWords[reason]).join('; ')),
  text('What', ({ kind }) => kindWords[kind]),
  text('Service', ({ service }) => service),
  text('Direction', ({ flow }) => flowWords[flow]),
  text('Party', ({ party }) => party),
  text('Reference', ({ reference }) => reference),
  number('Originated', ({ here }) => amountOf(here)),
  text('Originated, currency', ({ here }) => here?.currency ?? null),
  text('Originated, state', ({ here }) => here?.state ?? null),
  text('Originated, day', ({ here }) => here?.day ?? null),
  text('Value date', ({ here }) => here?.valueDate ?? null),
  number('By the bank', ({ bank }) => amountOf(bank)),
  text('By the bank, as written', ({ bank }) => bank?.amountText ?? null),
  text('By the bank, currency', ({ bank }) => bank?.currency ?? null),
  text('By the bank, status', ({ bank }) => bank?.word ?? null),
  text('By the bank, day', ({ bank }) => bank?.day ?? null),
  text('Trace number', ({ bank }) => bank?.trace ?? null),
  text('PAR number', ({ bank }) => bank?.parNumber ?? null),
  text('Transaction id', ({ bank }) => bank?.transactionId ?? null),
  text('Return reason', ({ bank }) => bank?.returnCode ?? null),
  text('Heard by', ({ bank }) => bank?.heardBy.join(', ') ?? null),
  text('Remarks', ({ remarks }) => remarks.map((remark) => remarkWords[remark]).join('; ')),
]

/** Returns the bytes of the file. Each row holds the account, masked unless requested in full. */
export function reportFile(
  { report, lines, accountNumber }: MadeReport,
  { format, inFull }: { readonly format: ExportFormat; readonly inFull: boolean },
): Promise<Uint8Array> {
  const account = inFull ? accountNumber : report.account
  const all = [text('Day', () => report.day), text('Account', () => account), ...columns]
  return writeSpreadsheet({
    format,
    title: `Reconciliation ${report.day}`,
    columns: all.map(({ title, holds }) => ({ title, holds })),
    rows: rowsOf(lines, all),
  })
}

function* rowsOf(
  lines: readonly ReconciliationLine[],
  all: readonly Column[],
): Generator<WrittenRow> {
  for (const line of lines) yield all.map(({ of }) => of(line))
}
