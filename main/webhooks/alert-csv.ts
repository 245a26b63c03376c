/**
 * The alerts as CSV (RFC 4180): one row each, in the order of the list. It begins with a byte order mark,
 * without which Excel reads names in the code page of the computer and spoils them.
 */
import type { AlertLine, AlertRecord } from '../../preload/contract/alerts/alert.ts'
import { achAlert, alertHeader, paymentAlert } from '../../preload/contract/alerts/alert-shapes.ts'
import type { OtherField, Shape } from '../../preload/contract/answers/shape.ts'

/** One alert as it is written. */
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

/** Several lines of one field stand below each other in its cell. */
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

/** What the bank's fields mean, each with the bank's name of it. */
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
    title: 'In no document',
    holds: 'text',
    value: (alert) =>
      leftOver(alert)
        .map(({ path, value }) => `${path}: ${value}`)
        .join('\n'),
  },
]

/** A spreadsheet takes a cell that begins so for a formula, full-width signs and leading blanks included. */
const formula = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const signedNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A spreadsheet keeps fifteen digits of a number, and would make others of the rest. */
const keptNumber = /^-?(?=(?:\D?\d){1,15}(?!\.?\d))\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
/** Of three words and more no spreadsheet makes a number or a day, nor of what begins masked or has several lines. */
const surelyText = /^\P{L}*\p{L}+\P{L}+\p{L}+\P{L}+\p{L}|^\u2022|\n/u

/** What a cell holds: an amount or a count is a number to a spreadsheet, everything else is text. */
export type CellKind = 'number' | 'text'

/**
 * A cell that no spreadsheet runs, and none makes something else of. An apostrophe makes text of what would be
 * a formula. A tab makes text of digits: without it Excel drops the leading zeros of an account, rounds a trace
 * number beyond fifteen digits, takes 12E34 for a power and MAR12 for a day. ="0012" would do so too, but is a
 * formula itself, which readers of CSV show as it stands and mail filters reject; an apostrophe before every
 * number would be seen. The tab is a blank: Excel shows nothing of it, and readers trim it.
 */
export function csvCell(value: string | null, holds: CellKind = 'text'): string {
  if (value === null) return ''
  return quoted(holds === 'number' && keptNumber.test(value) ? value : asText(value))
}

const quoted = (text: string): string =>
  /[",\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

function asText(value: string): string {
  if (formula.test(value) && !signedNumber.test(value)) return `'${value}`
  const isTaken = /\p{Nd}/u.test(value) || /^\s*(?:true|false)\s*$/i.test(value)
  return isTaken && !surelyText.test(value) ? `\t${value}` : value
}

const csvRow = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** What the file begins with. */
export const csvHead = (): string => `\ufeff${csvRow(columns.map(({ title }) => quoted(title)))}`

/** The row of one alert. */
export const csvAlert = (alert: ExportedAlert): string =>
  csvRow(columns.map(({ value, holds }) => csvCell(value(alert), holds)))
