/** A column of the read table. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** The least width in pixels. */
  readonly width: number
  /** Its share of the room that is left; 0 keeps the width. */
  readonly grow?: number | undefined
  /** Amounts and counts stand at the right. */
  readonly align?: 'left' | 'right' | undefined
  /** The text of a cell; the slot `cell-<id>` draws it where text is not enough. */
  readonly text?: ((row: Row) => string) | undefined
  readonly mono?: boolean | undefined
  readonly sortable?: boolean | undefined
}

/** The column that the rows are sorted by; the caller sorts. */
export interface Sort {
  readonly column: string
  readonly direction: 'ascending' | 'descending'
}

/** The tracks that header and rows share, so that their cells stand in line. */
export function gridTemplate(columns: readonly Column<never>[]): string {
  const tracks = columns.map(({ width, grow = 0 }) =>
    grow > 0 ? `minmax(${width}px, ${grow}fr)` : `${width}px`,
  )
  const isFixed = columns.every(({ grow = 0 }) => grow === 0)
  return [...tracks, ...(isFixed ? ['minmax(0, 1fr)'] : [])].join(' ')
}

/** The width below which the table scrolls sideways. */
export function leastWidth(columns: readonly Column<never>[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}

/** The sort that a press on a header asks for. */
export function nextSort(sort: Sort | null, column: string): Sort {
  const isTurned = sort?.column === column && sort.direction === 'ascending'
  return { column, direction: isTurned ? 'descending' : 'ascending' }
}
