/** Sorting of lists that are wholly in the window; lists of main are sorted by main. */
import type { Column, Sort } from './columns.ts'
import { compareDecimals, decimalFrom } from './decimals.ts'

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The comparison of two cells; undefined for a cell without a value to sort by. */
interface Order<Row> {
  readonly read: (row: Row) => unknown
  readonly compare: (a: never, b: never) => number
}

function orderOf<Row>(column: Column<Row>): Order<Row> {
  const textOf = (row: Row): string | number | null =>
    (column.sortBy ?? column.copy ?? column.text)?.(row) ?? null
  if (column.sum ?? column.holds === 'number') {
    const read = (row: Row) => {
      const text = column.sum && !column.sortBy ? column.sum(row).amount : textOf(row)
      return text === null ? undefined : decimalFrom(String(text))
    }
    return { read, compare: compareDecimals }
  }
  const read = (row: Row) => {
    const text = textOf(row)
    return text === null || text === '' ? undefined : text
  }
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  return { read, compare }
}

/**
 * The rows in this order; equal ones keep their order. Numbers compare exactly, text by English
 * rules, and a cell without a value is last in either direction.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column)
  if (!column) return rows
  const { read, compare } = orderOf(column)
  const turn = sort?.direction === 'descending' ? -1 : 1
  return rows
    .map((row) => ({ row, cell: read(row) }))
    .sort((a, b) => {
      if (a.cell === undefined || b.cell === undefined)
        return Number(a.cell === undefined) - Number(b.cell === undefined)
      return turn * compare(a.cell as never, b.cell as never)
    })
    .map(({ row }) => row)
}
