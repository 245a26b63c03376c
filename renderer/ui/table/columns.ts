/** A column of the read-only table. */
export interface Column<Row> {
  readonly id: string
  readonly header: string
  /** The bank's name, shown over the header. */
  readonly title?: string | undefined
  /** In pixels; the minimum for a column that grows. */
  readonly width: number
  /**
   * The longest text of each fixed format, such as a date or a status. The column is never narrower
   * than these, whatever font draws them and whatever width somebody chose.
   */
  readonly fits?: readonly string[] | undefined
  /**
   * Of `fits` only the texts of loaded rows count; if none of them is a text of `fits`, the texts of
   * a short list count themselves.
   */
  readonly fitsRows?: boolean | undefined
  /** Not drawn while no loaded row has a text in it. */
  readonly hideEmpty?: boolean | undefined
  /** A sign comes before the text. */
  readonly hasSign?: boolean | undefined
  /** The minimum width beside open details; default: its width. */
  readonly least?: number | undefined
  /**
   * Its share of the remaining width, until rows are loaded: then the share follows their texts. 0
   * keeps the width fixed.
   */
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
  /** Drawn before the others where a narrow window has no room for all, as a fixed one is. */
  readonly isKey?: boolean | undefined
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

/** The space left and right of a cell's text, in pixels. */
const padding = 24
/** The font of a header is smaller than that of the rows. */
const headerShare = 12 / 13
/** A sign before a text, and the arrow of a sorted header, with their gaps, in pixels. */
const signWidth = 18
const arrowWidth = 16

/**
 * Returns the width of a text in `ch`, the width of a digit, as the widest of the usual system fonts
 * draws it.
 */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (/[MW]/.test(character)) width += 1.75
    else if (/[mw]/.test(character)) width += 1.6
    else if (/\p{Lu}/u.test(character)) width += 1.3
    else if (/[ijlft.,:;!|'() -]/.test(character)) width += 0.7
    else width += 1
  }
  return Math.ceil(width * 10) / 10
}

/** The width of a digit in the usual system fonts, in pixels. */
export const digitWidth = 7.25

/** The widths, as text in `ch` and pixels beside it, below which header or format would be cut. */
function needs({ header, sortable, fits = [], hasSign }: Column<never>) {
  const own = { ch: textWidth(header) * headerShare, px: padding + (sortable ? arrowWidth : 0) }
  if (fits.length === 0) return [own]
  const format = { ch: Math.max(...fits.map(textWidth)), px: padding + (hasSign ? signWidth : 0) }
  return [own, format]
}

const needed = (column: Column<never>): string =>
  needs(column)
    .map(({ ch, px }) => `${Number(ch.toFixed(1))}ch + ${px}px`)
    .join(', ')

/** About how many pixels a column takes at least. */
export const leastPixels = (column: Column<never>): number =>
  Math.max(
    column.least ?? column.width,
    ...needs(column).map(({ ch, px }) => Math.ceil(ch * digitWidth) + px),
  )

const atLeast = (pixels: number, column: Column<never>): string =>
  `max(${pixels}px, ${needed(column)})`

/**
 * The tracks that the header and the rows share, so that their cells align; `lead` pixels come
 * before them. The two must have the same font size, because `ch` follows it.
 */
export function gridTemplate(columns: readonly Column<never>[], lead = 0): string {
  const tracks = columns.map((column) => {
    const { width, least = width, grow = 0 } = column
    if (grow > 0) return `minmax(${atLeast(least, column)}, ${grow}fr)`
    const own = atLeast(width, column)
    return least < width ? `minmax(${atLeast(least, column)}, ${own})` : own
  })
  const isFixed = columns.every(({ grow = 0 }) => grow === 0)
  return [
    ...(lead > 0 ? [`${lead}px`] : []),
    ...tracks,
    ...(isFixed ? ['minmax(0, 1fr)'] : []),
  ].join(' ')
}

/** The width below which the table scrolls sideways. */
export function leastWidth(columns: readonly Column<never>[], lead = 0): string {
  const widths = columns.map((column) => atLeast(column.least ?? column.width, column))
  return `calc(${[`${lead}px`, ...widths].join(' + ')})`
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
