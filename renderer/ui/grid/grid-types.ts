/** The types between the editable grid and its users. */

import type { Tone } from '../tone.ts'

/** A column: editable, or a read-only fact about its row. */
export interface GridColumn {
  readonly id: string
  readonly label: string
  /** In pixels, until the operator drags its edge. */
  readonly width: number
  /** The minimum width if the grid has no room for all columns; default: its width. */
  readonly least?: number | undefined
  /** The share of the width that no column wants; default: none. */
  readonly grow?: number | undefined
  readonly align?: 'right' | undefined
  readonly mono?: boolean | undefined
  /** The hint for the column, shown under the grid while its cell is active. */
  readonly hint?: string | undefined
  /** The offered values; other text can be typed too, and the owner marks it. */
  readonly options?: readonly GridOption[] | undefined
  /** An amount is drawn with thousands separators and stored as typed. */
  readonly kind?: 'text' | 'amount' | undefined
  /** A fact that is not a cell of the row. Such a column is read-only and comes last. */
  readonly computedFact?: ((key: string) => GridFact | undefined) | undefined
}

/** A fact about a row: a text and its tone. */
export interface GridFact {
  readonly text: string
  readonly tone?: Tone | undefined
}

/** A value and its label. */
export interface GridOption {
  readonly value: string
  readonly label: string
}

/** A row: never changed, only replaced. A column without a cell is empty. */
export interface GridRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

/**
 * A row and its position. Positions only give an order; a row between two gets a number between
 * theirs.
 */
export interface PlacedGridRow extends GridRow {
  readonly position: number
}

/**
 * A change: the rows that are new, edited or moved, as they are now, and the keys of removed rows.
 */
export interface GridChange {
  readonly put: readonly PlacedGridRow[]
  readonly removed: readonly string[]
}

/** A remark on a cell or a whole row. */
export interface GridMark {
  readonly kind: 'error' | 'warning'
  readonly text: string
  /** The source of the remark: a document, a rule. */
  readonly source: string
}

/** Returns the current remark on a cell; undefined for none. */
export type CellMarks = (key: string, columnId: string) => GridMark | undefined
/** Returns the remark on a whole row, for example about data outside its cells. */
export type RowMark = (key: string) => GridMark | undefined

/** Edits of a row's cells, by row index; rows after the last one are created. */
export interface GridEdit {
  readonly index: number
  readonly cells: Readonly<Record<string, string>>
}

/** The active cell and the marked rows. */
export interface GridSelection {
  /** The row of the active cell; undefined for the empty row at the end. */
  readonly key: string | undefined
  readonly columnId: string
  /** The keys of the marked rows, in order. */
  readonly keys: readonly string[]
}
