/** Selects and sorts the rows of an inquiry: amounts and dates by value, missing values last. */
import { sameAccount, significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { achRowsRequest, AchRow } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import type { z } from '../../../preload/contract/kernel/zod.ts'

export type RowsWanted = Omit<z.output<typeof achRowsRequest>, 'id' | 'cursor' | 'limit'>
type Column = NonNullable<NonNullable<RowsWanted['sort']>['column']>

const written = /^(-?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/
/** Decimals compared: amounts have two, and an exponent is at most 99. */
const scale = 120

/**
 * Returns an amount as a scaled whole number that compares exactly; null if the text is no amount.
 */
export function exactAmount(text: string | null): bigint | null {
  const found = text === null ? null : written.exec(text.trim())
  if (!found) return null
  const [, sign = '', grouped = '', fraction = '', exponent = '0'] = found
  const digits = grouped.replaceAll(',', '') + fraction
  const zeros = scale - fraction.length + Number(exponent)
  if (digits === '' || zeros < 0) return null
  return BigInt(`${sign}${digits}${'0'.repeat(zeros)}`)
}

/** Returns a comparable date, written with or without separators (bank note 56). */
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

/** Returns row indexes in order; missing values come last in either direction. */
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

/** Lower case and without thousands separators, for the search term and the searched text alike. */
const folded = (text: string): string => text.toLowerCase().replaceAll(',', '')

function shownText(line: AchRow): string {
  const { row: _row, dateIs: _dateIs, ...shown } = line
  return folded(Object.values(shown).join('\n'))
}

/**
 * Whether the digits are an account or its last four. Matching any other part would let a masked
 * account be guessed.
 */
const names = (digits: string, account: string): boolean =>
  sameAccount(digits, account) ||
  (digits.length === 4 && account.length > 4 && account.endsWith(digits))

/**
 * Returns a matcher of rows: by their visible text, or by a full account or its last four digits
 * (bank note 36).
 */
function finder(search: string): (line: AchRow, accounts: string) => boolean {
  const term = folded(search.trim())
  if (term === '') return () => true
  // Zeros alone identify no account.
  const isAccount = /^\d+$/.test(significantAccount(term))
  return (line, accounts) =>
    shownText(line).includes(term) ||
    (isAccount && accounts.split('\n').some((account) => names(term, account)))
}

/**
 * Returns the indexes of the requested rows in order. `accounts` holds the full accounts of each
 * row.
 */
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
