/**
 * The alerts as CSV (RFC 4180): one row each, in the order of the list. The file begins with a byte
 * order mark, without which Excel reads names in the computer's code page and garbles them.
 */
import type { AlertLine, AlertRecord } from '../../../preload/contract/api/alerts/alert.ts'
import {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../../preload/contract/bank/alerts/alert-shapes.ts'
import type { OtherField, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import { csvHeader, csvRow } from '../../platform/spreadsheets/csv-writing.ts'
import type { CellKind } from '../../platform/spreadsheets/guarded-cell.ts'

/** One alert for the export. */
export interface ExportedAlert {
  readonly line: AlertLine
  readonly readings: Pick<AlertRecord, 'header' | 'body'>
}

interface Column {
  readonly title: string
  readonly holds: CellKind
  readonly value: (alert: ExportedAlert) => string | null
}

const own = (
  title: string,
  value: (line: AlertLine) => string | null,
  holds: CellKind = 'text',
): Column => ({
  title,
  holds,
  value: ({ line }) => value(line),
})

const ownColumns: readonly Column[] = [
  own('Received', (line) => line.receivedAt),
  own('Kind', (line) => line.kind),
  own('Incoming credit', (line) => (line.isIncomingCredit ? 'yes' : 'no')),
  own('Marks', (line) => line.marks.join(' ')),
  own('Times received', (line) => String(line.receipts), 'number'),
  own('confirmationGUID', (line) => line.id),
]

/** Several lines of one field become several lines in its cell. */
function textOf(reading: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = reading[name]
  if (typeof value === 'string') return value
  return Array.isArray(value) && value.length > 0 ? value.join('\n') : null
}

const readingFor = {
  header: ({ readings }: ExportedAlert) => readings.header,
  ach: ({ readings: { body } }: ExportedAlert) => (body.shape === 'ach' ? body.reading : null),
  payment: ({ readings: { body } }: ExportedAlert) =>
    body.shape === 'payment' ? body.reading : null,
} as const

/** One column per field: its meaning, with the bank's name for it. */
const columnsOf = (of: Shape, part: keyof typeof readingFor): Column[] =>
  Object.entries(of.fields).map(([name, { label, kind }]) => ({
    title: `${label} (${name})`,
    holds: kind === 'amount' ? 'number' : 'text',
    value: (alert) => {
      const reading = readingFor[part](alert)
      return reading === null ? null : textOf(reading, name)
    },
  }))

const leftOver = ({ readings: { header, body } }: ExportedAlert): readonly OtherField[] => [
  ...header.other,
  ...(body.shape === 'none' ? body.fields : body.reading.other),
]

const columns: readonly Column[] = [
  ...ownColumns,
  ...columnsOf(alertHeader, 'header'),
  ...columnsOf(achAlert, 'ach'),
  ...columnsOf(paymentAlert, 'payment'),
  {
    title: 'Not in the bank\u2019s documents',
    holds: 'text',
    value: (alert) =>
      leftOver(alert)
        .map(({ path, value }) => `${path}: ${value}`)
        .join('\n'),
  },
]

/** The header row of the file. */
export const csvHead = (): string => csvHeader(columns.map(({ title }) => title))

/** The row of one alert. */
export const csvAlert = (alert: ExportedAlert): string =>
  csvRow(
    columns.map(({ value }) => value(alert)),
    columns,
  )
