/**
 * The meaning of a report's columns by their names: codes, amounts and their currency. The
 * documents show no payload (bank note 76).
 */
import { meaningOf, type CodeFamilyId } from '../../../../preload/contract/bank/codes/index.ts'
import type { InferredTable } from '../../../../preload/contract/bank/answers/inferred-table.ts'
import {
  amountAsWritten,
  amountForReading,
  amountFromAnswer,
} from '../../../../preload/contract/kernel/money.ts'
import type { Column } from '../../../ui/table/columns.ts'

/** A row as the table reads it. */
export interface ReportRow {
  readonly key: string
  readonly cells: readonly (string | null)[]
}

/** One possible meaning of a code. */
export interface CodeReading {
  readonly label: string
  readonly family: CodeFamilyId
  readonly meaning: string | null
}

const nameOf = (column: string): string => column.slice(column.lastIndexOf('.') + 1)
const baiNames = ['baicode', 'amounttypecode', 'derivedbaicode', 'transactioncode']

/** Whether a column holds BAI2 codes, by the names of the document. */
export const holdsCodes = (column: string): boolean =>
  baiNames.includes(nameOf(column).toLowerCase())

/**
 * Returns the possible meanings of a code in a column. `transactionCode` is both a BAI2 field and
 * an ACH field, so both meanings are returned, whichever is listed (bank note 51).
 */
export function codeReadings(column: string, code: string): readonly CodeReading[] {
  const read = (label: string, family: CodeFamilyId): CodeReading => ({
    label,
    family,
    meaning: meaningOf(family, code)?.meaning ?? null,
  })
  const balance = read('BAI balance', 'bai-balance')
  const transaction = read('BAI transaction', 'bai-transaction')
  const bai = balance.meaning !== null && transaction.meaning === null ? balance : transaction
  const both = balance.meaning !== null && transaction.meaning !== null
  const own = both ? [transaction, balance] : [bai]
  return nameOf(column).toLowerCase() === 'transactioncode'
    ? [...own, read('ACH transaction', 'ach-transaction-code')]
    : own
}

/** The short meaning of a code: of two meanings the listed one, or both if both are listed. */
export const codeMeaning = (column: string, code: string): string =>
  codeReadings(column, code)
    .flatMap(({ meaning }) => meaning ?? [])
    .join(' / ')

const isAmount = (column: string): boolean =>
  /(?:amount|amt|balance)$/i.test(nameOf(column)) && !holdsCodes(column)
const isCurrency = (column: string): boolean => /(?:currency(?:code)?|ccy)$/i.test(nameOf(column))
const isSide = (column: string): boolean =>
  /^(?:creditordebit(?:code)?|creditdebit(?:code)?|crordb(?:code)?)$/i.test(nameOf(column))
const sides: Readonly<Record<string, string>> = {
  c: 'Credit',
  cr: 'Credit',
  credit: 'Credit',
  d: 'Debit',
  db: 'Debit',
  dr: 'Debit',
  debit: 'Debit',
}
const sideOf = (cell: string): string => sides[cell.toLowerCase()] ?? cell

const abbreviations: readonly string[] = ['ach', 'bai', 'id', 'par', 'rtp']
const wordOf = (word: string): string => (abbreviations.includes(word) ? word.toUpperCase() : word)
/**
 * Returns the bank's name of a field in words: `baiCode` is `BAI code`. A name that is not written
 * as in the documents stays as received.
 */
export function fieldLabel(name: string): string {
  if (!/^[a-z][A-Za-z0-9.]*$/.test(name)) return name || '(no name)'
  if (isSide(name) && !name.includes('.')) return 'Credit or debit'
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('.', ', ')
    .toLowerCase()
    .split(' ')
    .map(wordOf)
    .join(' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Headers of the usual fields, short enough for all of them in one row. */
const shortHeaders: Readonly<Record<string, string>> = {
  accountNumber: 'Account',
  transactionDate: 'Date',
  transactionCode: 'Transaction',
  referenceNumber: 'Reference',
}
function headerOf(name: string, columns: readonly string[]): string {
  const short = isSide(name) ? 'Direction' : shortHeaders[name]
  const isFree = columns.every((other) => other === name || fieldLabel(other) !== short)
  return short !== undefined && isFree ? short : fieldLabel(name)
}
/** An amount with the decimals of its currency; as received if it is none, or has no currency. */
function amountIn(currency: string, received: string): string {
  const read = amountFromAnswer(received, currency)
  return currency === '' || !('minor' in read)
    ? amountAsWritten(received)
    : amountForReading(read.minor, currency)
}

/** Texts up to this length are dates, codes and masked accounts, which are never cut. */
const shortest = 12
/** The longest cell of the first rows. */
const longestOf = (table: InferredTable, at: number): string =>
  table.rows
    .slice(0, 1_000)
    .reduce(
      (longest, cells) => ((cells[at]?.length ?? 0) > longest.length ? (cells[at] ?? '') : longest),
      '',
    )

/** The columns of a report. Credits and debits are summed separately, per currency. */
export function reportColumns(table: InferredTable): readonly Column<ReportRow>[] {
  const { columns } = table
  const currency = columns.findIndex(isCurrency)
  const side = columns.findIndex(isSide)
  const unitOf = ({ cells }: ReportRow): string => {
    const received = cells[side] ?? ''
    const way = sides[received.toLowerCase()]
    return [way === undefined ? received : `${way}s`, cells[currency] ?? ''].join(' ').trim()
  }
  return columns.map((name, at) => {
    const amounts = isAmount(name)
    const longest = longestOf(table, at)
    const isWhole = !holdsCodes(name) && (amounts || longest.length <= shortest)
    const text = ({ cells }: ReportRow): string => {
      const cell = cells[at] ?? ''
      if (amounts) return amountIn(cells[currency] ?? '', cell)
      if (isSide(name)) return sideOf(cell)
      return holdsCodes(name) ? `${cell} ${codeMeaning(name, cell)}`.trim() : cell
    }
    return {
      // The id under which a layout is remembered: the bank's own name, independent of its position
      // in this answer.
      id: name.slice(0, 200) || '(no name)',
      header: headerOf(name, columns),
      title: name,
      width: 80,
      // An amount as it is read has commas.
      ...(isWhole ? { fits: [amounts ? amountAsWritten(longest) : longest] } : { grow: 1 }),
      sortable: true,
      text,
      copy: ({ cells }: ReportRow) => cells[at] ?? null,
      ...(amounts && {
        align: 'right' as const,
        holds: 'number' as const,
        sum: (row: ReportRow) => ({ amount: row.cells[at] ?? null, unit: unitOf(row) }),
      }),
    }
  })
}

const meaningIn = (name: string, cell: string): string =>
  isSide(name) ? sideOf(cell) : holdsCodes(name) ? codeMeaning(name, cell) : ''

/**
 * Returns the rows with every word of a filter, ignoring case; codes are also found by their
 * meaning.
 */
export function filteredRows(table: InferredTable, filter: string): readonly ReportRow[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const named = table.columns.map((name, at) => ({ name, at }))
  const rows = table.rows.map((cells, index) => ({ key: String(index), cells }))
  if (words.length === 0) return rows
  return rows.filter(({ cells }) => {
    const meanings = named.map(({ name, at }) => meaningIn(name, cells[at] ?? ''))
    const text = [...cells, ...meanings].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
