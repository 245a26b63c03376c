/** A column of the read table. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** In pixels; what grows has at least this. */
  readonly width: number
  /** The width down to which it gives way beside an open detail; default: its width. */
  readonly least?: number | undefined
  /** Its share of the room that is left; 0 keeps the width. */
  readonly grow?: number | undefined
  /** Amounts and counts stand at the right. */
  readonly align?: 'left' | 'right' | undefined
  /** The text of a cell; the slot `cell-<id>` draws it where text is not enough. */
  readonly text?: ((row: Row) => string) | undefined
  readonly mono?: boolean | undefined
  readonly sortable?: boolean | undefined
  /** The cell as it is copied and written to a file; default `text`. A column with neither is left out of both. */
  readonly copy?: ((row: Row) => string | null) | undefined
  /** What its cells are to a spreadsheet: text (the default) keeps its leading zeros. */
  readonly holds?: 'text' | 'number' | undefined
  /** What the rows are sorted by in this window; default `copy`, then `text`. */
  readonly sortBy?: ((row: Row) => string | number | null) | undefined
  /** What is added up over picked rows: decimal text, summed exactly and for each unit by itself. */
  readonly sum?: ((row: Row) => Summand) | undefined
  /** Not shown until somebody chooses it. */
  readonly hidden?: boolean | undefined
  /** Cannot be hidden. */
  readonly fixed?: boolean | undefined
}

/** One cell of a sum: decimal text, or null where the row has none, and its unit, such as a currency. */
export interface Summand {
  readonly amount: string | null
  readonly unit: string
}

/** The column that the rows are sorted by; the caller sorts. */
export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** The room before the columns where rows are picked, in pixels. */
export const pickWidth = 32

/** The tracks that header and rows share, so that their cells stand in line; `lead` pixels stand before them. */
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
 * The sort that a press on a header asks for: upwards, then downwards, then upwards again, or back to
 * the order of a list that has one without any sort.
 */
export function nextSort(sort: Sort | null, column: string, hasOwnOrder?: false): Sort
export function nextSort(sort: Sort | null, column: string, hasOwnOrder: boolean): Sort | null
export function nextSort(sort: Sort | null, column: string, hasOwnOrder = false): Sort | null {
  if (sort?.column !== column) return { column, direction: 'ascending' }
  if (sort.direction === 'ascending') return { column, direction: 'descending' }
  return hasOwnOrder ? null : { column, direction: 'ascending' }
}
