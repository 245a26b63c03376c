/** Which rows of an inquiry are listed, and in what order: amounts and dates by value, what is not told last. */
import { sameAccount, significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { achRowsRequest, AchRow } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'

/** What rows are asked for by. */
export type RowsWanted = Omit<z.output<typeof achRowsRequest>, 'id' | 'cursor' | 'limit'>
type Column = NonNullable<NonNullable<RowsWanted['sort']>['column']>

const written = /^(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/
/** So many decimals are compared: an amount has two, and an exponent is at most 99. */
const scale = 120

/** An amount as a whole number in which any two compare; null for what is no amount. */
export function exactAmount(text: string | null): bigint | null {
  const found = text === null ? null : written.exec(text.trim())
  if (!found) return null
  const [, sign = '', grouped = '', fraction = '', exponent = '0'] = found
  const digits = grouped.replaceAll(',', '') + fraction
  const zeros = scale - fraction.length + Number(exponent)
  if (digits === '' || zeros < 0) return null
  return BigInt(`${sign}${digits}${'0'.repeat(zeros)}`)
}

/** A date in which any two compare, whether it was written with signs between or not (trap 56). */
const dateKey = (text: string | null): string | null => {
  const digits = text?.replace(/\D/g, '') ?? ''
  return digits.length >= 8 ? digits : text
}

type Key = string | bigint | number | null

const texts = {
  status: 'status',
  trace: 'traceNumber',
  par: 'parNumber',
  sec: 'secCode',
  receiver: 'receiver',
  originator: 'originator',
  reason: 'returnReasonCode',
} as const satisfies Partial<Record<Column, keyof AchRow>>

function keyOf(line: AchRow, column: Column): Key {
  if (column === 'row') return line.row
  if (column === 'amount') return exactAmount(line.amount)
  if (column === 'date') return dateKey(line.date)
  return line[texts[column]]?.toLowerCase() ?? null
}

/** The rows in order, by their index; what is not told stands last either way. */
function sorted(lines: readonly AchRow[], sort: RowsWanted['sort']): number[] {
  const rows = lines.map(({ row }) => row)
  if (!sort) return rows
  const keys = new Map(lines.map((line) => [line.row, keyOf(line, sort.column)]))
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows.sort((one, other) => {
    const [key, otherKey] = [keys.get(one) ?? null, keys.get(other) ?? null]
    if (key === otherKey) return one - other
    if (key === null) return 1
    if (otherKey === null) return -1
    return key < otherKey ? -sign : sign
  })
}

/** Lower case and without the signs that group digits: both what is typed and what is searched. */
const folded = (text: string): string => text.toLowerCase().replaceAll(',', '')

function shownText(line: AchRow): string {
  const { row: _row, dateIs: _dateIs, ...shown } = line
  return folded(Object.values(shown).join('\n'))
}

/** Whether the digits are an account, or its last four. By any other part a masked one could be guessed. */
const names = (digits: string, account: string): boolean =>
  sameAccount(digits, account) ||
  (digits.length === 4 && account.length > 4 && account.endsWith(digits))

/** Tells whether a row is found: by what is shown of it, or by an account whole or its last four (trap 36). */
function finder(search: string): (line: AchRow, accounts: string) => boolean {
  const term = folded(search.trim())
  if (term === '') return () => true
  // Zeros alone name no account.
  const isAccount = /^\d+$/.test(significantAccount(term))
  return (line, accounts) =>
    shownText(line).includes(term) ||
    (isAccount && accounts.split('\n').some((account) => names(term, account)))
}

/** The indexes of the rows that are wanted, in their order. `accounts` are those of each row, in full. */
export function orderedRows(
  lines: readonly AchRow[],
  accounts: readonly string[],
  { search, status, sort }: RowsWanted,
): number[] {
  const isFound = finder(search)
  const found = lines
    .filter((line) => status === null || line.status === status)
    .filter((line) => isFound(line, accounts[line.row] ?? ''))
  return sorted(found, sort)
}
