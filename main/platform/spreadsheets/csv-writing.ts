/** Writes CSV for spreadsheets and for programs: RFC 4180, UTF-8. */
import { csvCell, csvTitle, plainCsvCell } from './guarded-cell.ts'
import type { WrittenColumn, WrittenRow } from './spreadsheet.ts'

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/**
 * Returns the first line. Starts with a byte order mark: without it Excel reads names in the code
 * page of the computer.
 */
export const csvHeader = (titles: readonly string[]): string =>
  `\ufeff${line(titles.map(csvTitle))}`

/** Returns one row, with a cell for each column. */
export const csvRow = (
  cells: WrittenRow,
  columns: readonly Pick<WrittenColumn, 'holds'>[],
): string => line(columns.map(({ holds }, at) => csvCell(cells[at] ?? null, holds)))

/** Returns a row for programs, or their first line: no guards but those against running. */
export const plainCsvRow = (cells: WrittenRow): string => line(cells.map(plainCsvCell))
