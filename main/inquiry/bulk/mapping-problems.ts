/** Problems of a mapping as a whole: with any of them no row is sent. */
import type { ColumnMapping } from '../../../preload/contract/api/bulk/import.ts'
import { inquiryRules } from '../../../preload/contract/bank/account-validation.ts'
import {
  isLikePersonalNumber,
  looksPersonal,
  shownHeader,
  withoutSsnShapes,
} from './import-masking.ts'

/** Number of rows examined to see what a column holds. */
const sample = 1_000

/** True by the header, by a header that is itself such a number, or by most of the values. */
function holdsPersonal(
  header: string,
  column: number,
  rows: readonly { readonly cells: readonly string[] }[],
): boolean {
  if (looksPersonal(header) || withoutSsnShapes(header) !== header) return true
  const values = rows.slice(0, sample).map(({ cells }) => cells[column] ?? '')
  const filled = values.filter((value) => value.trim() !== '')
  return (
    filled.length > 0 &&
    filled.filter((value) => isLikePersonalNumber(value, header)).length * 2 > filled.length
  )
}

/** Returns the problems as sentences; empty if there are none. */
export function mappingProblems(
  headers: readonly string[],
  mapping: ColumnMapping,
  rows: readonly { readonly cells: readonly string[] }[] = [],
): string[] {
  const problems: string[] = []
  for (const target of ['routingNumber', 'accountNumber'] as const) {
    if (!mapping.some((one) => one.target === target))
      problems.push(`No column is mapped to ${inquiryRules[target].label.toLowerCase()}.`)
  }
  const seen = new Set<string>()
  const columns = new Set<number>()
  for (const { column, target } of mapping) {
    const header = shownHeader(headers[column] ?? '')
    if (column >= headers.length) problems.push(`The file has no column ${String(column + 1)}.`)
    if (columns.has(column)) problems.push(`${header}: the column is mapped twice.`)
    columns.add(column)
    if (target !== 'retain' && seen.has(target))
      problems.push(`${header}: another column is already mapped to ${target}.`)
    seen.add(target)
    // The numbers would be stored with the row or echoed in the bank's answer (bank note 39).
    if (
      (target === 'retain' || target === 'userDefined') &&
      holdsPersonal(headers[column] ?? '', column, rows)
    )
      problems.push(
        `${header}: SSN, tax id, date of birth and id number are never stored. Map the column to its field, or ignore it.`,
      )
  }
  return problems
}
