/** What the editable grid and those who use it say to each other. */

import type { Tone } from '../tone.ts'

/** A column that can be typed into, or that tells something of its row. */
export interface GridColumn {
  readonly id: string
  readonly label: string
  /** In pixels, until somebody drags its edge. */
  readonly width: number
  /** The width down to which it gives way where the grid has no room for all columns; default: its width. */
  readonly least?: number | undefined
  readonly align?: 'right' | undefined
  readonly mono?: boolean | undefined
  /** What belongs here, said under the grid while the keyboard stands in the column. */
  readonly hint?: string | undefined
  /** The values that are offered; others can be typed all the same, for the owner to mark. */
  readonly options?: readonly GridOption[] | undefined
  /** An amount is drawn with its thousands apart; what is kept is what was typed. */
  readonly kind?: 'text' | 'amount' | undefined
  /** What stands here beside what the row holds; a column that tells it is read and never written, and stands last. */
  readonly tells?: ((key: string) => GridFact | undefined) | undefined
}

/** What a column tells of a row: a word, and its shape. */
export interface GridFact {
  readonly text: string
  readonly tone?: Tone | undefined
}

/** One value that a column offers, and its word. */
export interface GridOption {
  readonly value: string
  readonly label: string
}

/** A row: never changed, but replaced. A column without a cell is empty. */
export interface GridRow {
  readonly key: string
  readonly cells: Readonly<Record<string, string>>
}

/** A row and its place: places only have an order, and what is put between two takes a number between theirs. */
export interface PlacedGridRow extends GridRow {
  readonly position: number
}

/** What changed: rows that are new, written to or moved, as they are now, and the keys of rows that went. */
export interface GridChange {
  readonly put: readonly PlacedGridRow[]
  readonly removed: readonly string[]
}

/** What is said of a cell, or of a row as a whole. */
export interface GridMark {
  readonly kind: 'error' | 'warning'
  readonly text: string
  /** Who says so: a document, a rule. */
  readonly source: string
}

/** What is said of a cell now; undefined where there is nothing to say. */
export type CellMarks = (key: string, columnId: string) => GridMark | undefined
/** What is said of a row as a whole, such as of what it holds beside its cells. */
export type RowMark = (key: string) => GridMark | undefined

/** Cells written to a row, by the number of the row; rows after the last one are made. */
export interface GridEdit {
  readonly index: number
  readonly cells: Readonly<Record<string, string>>
}

/** Where the keyboard stands and what is marked with it. */
export interface GridSelection {
  /** The row of the active cell; undefined on the empty row at the end. */
  readonly key: string | undefined
  readonly columnId: string
  /** The keys of the marked rows, in their order. */
  readonly keys: readonly string[]
}
