/** Exact totals over rows, each unit separately. */
import type { Column } from './columns.ts'
import { addDecimals, decimalForReading, decimalFrom, type Decimal } from './decimals.ts'

export interface ColumnSum {
  readonly header: string
  /** In the order of first appearance. */
  readonly units: readonly { readonly unit: string; readonly total: Decimal }[]
  /** The number of rows without an amount to add. */
  readonly without: number
}

/** Adds up every column with a `sum`; a row without an amount is counted, never dropped. */
export function sumsOf<Row>(columns: readonly Column<Row>[], rows: Iterable<Row>): ColumnSum[] {
  const all = [...rows]
  return columns.flatMap(({ header, sum }) => {
    if (!sum) return []
    const units = new Map<string, Decimal>()
    let without = 0
    for (const row of all) {
      const { amount, unit } = sum(row)
      const read = amount === null ? undefined : decimalFrom(amount)
      const sofar = units.get(unit)
      if (read) units.set(unit, sofar ? addDecimals(sofar, read) : read)
      else without += 1
    }
    return [{ header, units: [...units].map(([unit, total]) => ({ unit, total })), without }]
  })
}

/** The totals as text: `USD 1,234.00`, `Fee USD 3.00`, `2 without an amount`. */
export function sumTexts(sums: readonly ColumnSum[]): string[] {
  return sums.flatMap(({ header, units, without }) => {
    const name = sums.length > 1 ? `${header} ` : ''
    return [
      ...units.map(({ unit, total }) =>
        `${name}${unit} ${decimalForReading(total)}`.replaceAll(/ +/g, ' ').trim(),
      ),
      ...(without > 0 ? [`${name}${without.toLocaleString('en-US')} without an amount`] : []),
    ]
  })
}
