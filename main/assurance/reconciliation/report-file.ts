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
  flowLabels,
  kindLabels,
  matchLabels,
  reasonTexts,
  reconciliationColumns as column,
  reconciliationSheet,
  remarkTexts,
  wireEvidenceText,
} from '../../../preload/contract/text/reconciliation.ts'
import type { BuiltReport } from './sign-offs.ts'

interface Column extends WrittenColumn {
  readonly of: (line: ReconciliationLine) => string | null
}
const text = (title: string, of: Column['of']): Column => ({ title, holds: 'text', of })
const number = (title: string, of: Column['of']): Column => ({ title, holds: 'number', of })

const amountOf = (side: ReconciliationLine['here'] | ReconciliationLine['bank']): string | null =>
  typeof side?.amount === 'number' ? amountText(minorUnits(side.amount), side.currency) : null

const columns: readonly Column[] = [
  text(column.outcome, ({ match }) => matchLabels[match]),
  text(column.reason, ({ reasons }) => reasons.map((reason) => reasonTexts[reason]).join('; ')),
  text(column.item, ({ kind }) => kindLabels[kind]),
  text(column.service, ({ service }) => service),
  text(column.direction, ({ flow }) => flowLabels[flow]),
  text(column.party, ({ party }) => party),
  text(column.reference, ({ reference }) => reference),
  number(column.originated, ({ here }) => amountOf(here)),
  text(column.originatedCurrency, ({ here }) => here?.currency ?? null),
  text(column.originatedState, ({ here }) => here?.state ?? null),
  text(column.originatedDay, ({ here }) => here?.day ?? null),
  text(column.valueDate, ({ here }) => here?.valueDate ?? null),
  number(column.atBank, ({ bank }) => amountOf(bank)),
  text(column.atBankRaw, ({ bank }) => bank?.amountText ?? null),
  text(column.atBankCurrency, ({ bank }) => bank?.currency ?? null),
  text(column.atBankStatus, ({ bank }) => bank?.statusText ?? null),
  text(column.atBankDay, ({ bank }) => bank?.day ?? null),
  text(column.traceNumber, ({ bank }) => bank?.trace ?? null),
  text(column.parNumber, ({ bank }) => bank?.parNumber ?? null),
  text(column.transactionId, ({ bank }) => bank?.transactionId ?? null),
  text(column.returnReason, ({ bank }) => bank?.returnCode ?? null),
  text(column.sources, ({ bank }) => bank?.reportedBy.join(', ') ?? null),
  text(column.remarks, ({ remarks, bank }) =>
    [
      ...remarks.map((remark) => remarkTexts[remark]),
      ...(bank?.fieldsConfirmed
        ? [wireEvidenceText(bank.fieldsConfirmed.by, bank.fieldsConfirmed.at)]
        : []),
    ].join('; '),
  ),
]

/** Returns the bytes of the file. Each row holds the account, masked unless requested in full. */
export function reportFile(
  { report, lines, accountNumber }: BuiltReport,
  { format, inFull }: { readonly format: ExportFormat; readonly inFull: boolean },
): Promise<Uint8Array> {
  const account = inFull ? accountNumber : report.account
  const all = [text(column.day, () => report.day), text(column.account, () => account), ...columns]
  return writeSpreadsheet({
    format,
    title: `${reconciliationSheet.heading} ${report.day}`,
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
