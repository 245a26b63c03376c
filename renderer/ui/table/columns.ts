/** A column of the read-only table. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** In pixels; the minimum for a column that grows. */
  readonly width: number
  /** The minimum width beside open details; default: its width. */
  readonly least?: number | undefined
  /** Its share of the remaining width; 0 keeps the width fixed. */
  readonly grow?: number | undefined
  /** Amounts and counts are right-aligned. */
  readonly align?: 'left' | 'right' | undefined
  /** The text of a cell; the slot `cell-<id>` draws a cell that is more than text. */
  readonly text?: ((row: Row) => string) | undefined
  readonly mono?: boolean | undefined
  readonly sortable?: boolean | undefined
  /** The cell for copies and exports; default `text`. A column with neither is left out of them. */
  readonly copy?: ((row: Row) => string | null) | undefined
  /** The type for a spreadsheet: text (the default) keeps its leading zeros. */
  readonly holds?: 'text' | 'number' | undefined
  /** The value that this window sorts by; default `copy`, then `text`. */
  readonly sortBy?: ((row: Row) => string | number | null) | undefined
  /**
   * The value to add up over picked rows: decimal text, summed exactly and separately for each
   * unit.
   */
  readonly sum?: ((row: Row) => Summand) | undefined
  /** Not shown until the operator selects it. */
  readonly hidden?: boolean | undefined
  /** Cannot be hidden. */
  readonly fixed?: boolean | undefined
}

/**
 * One cell of a sum: decimal text, or null if the row has none, and its unit, such as a currency.
 */
export interface Summand {
  readonly amount: string | null
  readonly unit: string
}

/** The sort column; the caller sorts. */
export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** The width of the checkboxes before the columns, in pixels. */
export const pickWidth = 32

/**
 * The tracks that the header and the rows share, so that their cells align; `lead` pixels come
 * before them.
 */
export function gridTemplate(columns: readonly Column<never>[], lead = 0): string {
  const tracks = columns.map(({ width, least = width, grow = 0 }) => {
    if (grow > 0) return `minmax(${least}px, ${grow}fr)`
    return least < width ? `minmax(${least}px, ${width}px)` : `${width}px`
  })
  const isFixed = columns.every(({ grow = 0 }) => grow === 0)
  return [
    ...(lead > 0 ? [`${lead}px`] : []),
    ...tracks,
    ...(isFixed ? ['minmax(0, 1fr)'] : []),
  ].join(' ')
}

/** The width below which the table scrolls sideways. */
export function leastWidth(columns: readonly Column<never>[]): number {
  return columns.reduce((sum, { width, least = width }) => sum + least, 0)
}

/**
 * The sort order after a press on a header: ascending, then descending, then ascending again, or
 * back to the list's own order if it has one.
 */
export function nextSort(sort: Sort | null, column: string, hasOwnOrder?: false): Sort
export function nextSort(sort: Sort | null, column: string, hasOwnOrder: boolean): Sort | null
export function nextSort(sort: Sort | null, column: string, hasOwnOrder = false): Sort | null {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  if (sort.direction === 'ascending') return { column, direction: 'descending' }
  return hasOwnOrder ? null : { column, direction: 'ascending' }
}
