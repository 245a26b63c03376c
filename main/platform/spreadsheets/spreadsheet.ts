/** The content of a spreadsheet: headers, rows of text cells, and remarks. */

/**
 * A row below the headers. Cells are texts: none is converted to a number, and no row is cut at its
 * headers.
 */
export interface SheetRow {
  /** Its number as a spreadsheet shows it: the first row of the file is 1, and blank rows count. */
  readonly line: number
  readonly cells: string[]
}

/** The data of a sheet above its rows. */
export interface SheetHead {
  readonly format: 'csv' | 'xlsx'
  /** The sheets of a workbook, and the one that was read; none for CSV. */
  readonly sheets: string[]
  readonly sheet: string | null
  /** All different, and one for each column with a cell. */
  readonly headers: string[]
  /** How many cells below each header are not blank. */
  readonly filled: number[]
  /** As text, with row numbers. Contains headers but never data of a cell. */
  readonly oddities: string[]
}

export type Sheet = SheetHead & { readonly rows: SheetRow[] }

/** Why a file was not read, as text. */
export interface UnreadSheet {
  readonly detail: string
}

/** Size limits of a file. */
export interface SheetLimits {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** Thrown inside the worker for a file that cannot be read; its message is shown. */
export class SheetRefusal extends Error {
  override readonly name = 'SheetRefusal'
}

/** Returns the refusal for a failure that the file did not cause. */
export const failedReading = (): SheetRefusal =>
  new SheetRefusal(
    'The file could not be read because of a fault in Countersign. Try again, or save the file as CSV.',
  )

/**
 * A column to write. A value is written as a number only if a spreadsheet keeps every digit of it.
 */
export interface WrittenColumn {
  readonly title: string
  readonly holds: 'text' | 'number'
}

/** A row to write, with a cell for each column. */
export type WrittenRow = readonly (string | null)[]
