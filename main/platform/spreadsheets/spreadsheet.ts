/** What a spreadsheet is to this program: a sheet of texts under headers, and what was odd about it. */

/** A row below the headers. Cells are texts: nothing is taken for a number, and no row is cut at its headers. */
export interface SheetRow {
  /** Its number as a spreadsheet shows it: the first row of the file is 1, and blank rows count. */
  readonly line: number
  readonly cells: string[]
}

/** What stands above the rows. */
export interface SheetHead {
  readonly format: 'csv' | 'xlsx'
  /** The sheets of a workbook, and which one was read; none for CSV. */
  readonly sheets: string[]
  readonly sheet: string | null
  /** Each different from every other. */
  readonly headers: string[]
  /** In words, with the numbers of the rows. They name headers and hold nothing of any cell. */
  readonly oddities: string[]
}

/** A spreadsheet as it was read. */
export type Sheet = SheetHead & { readonly rows: SheetRow[] }

/** Why a file is not read, in words. */
export interface UnreadSheet {
  readonly detail: string
}

/** What is too much. */
export interface SheetLimits {
  readonly bytes: number
  readonly rows: number
  readonly columns: number
}

/** Thrown inside the worker for a file that cannot be read; its message is shown. */
export class SheetRefusal extends Error {
  override readonly name = 'SheetRefusal'
}

/** What is said where the fault is not the file's. */
export const failedReading = (): SheetRefusal =>
  new SheetRefusal('The program that reads files failed. Try again, or save the file as CSV.')

/** A column that is written. A number is written as one only where a spreadsheet keeps every digit of it. */
export interface WrittenColumn {
  readonly title: string
  readonly holds: 'text' | 'number'
}

/** A row that is written, a cell for each column. */
export type WrittenRow = readonly (string | null)[]
