/**
 * Rows for the clipboard: plain text for any program, and a table whose text stays text in a
 * spreadsheet.
 */
import type { Column } from './columns.ts'

/** The same cells in both clipboard formats. */
export interface CopiedRows {
  /** Tabs between cells, one line per row. */
  readonly plain: string
  readonly html: string
}

/** The cell for copies and exports: the `copy` of the column, or its text. */
export const cellText = <Row>(column: Column<Row>, row: Row): string | null =>
  (column.copy ?? column.text)?.(row) ?? null

/** The columns with a text to copy. */
export const copiedColumns = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  columns.filter(({ copy, text }) => copy !== undefined || text !== undefined)

const plainNumber = /^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/
const formulaStart = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Prevents formula injection: a cell that a spreadsheet would run as a formula gets an apostrophe.
 */
export function guardedText(cell: string): string {
  const oneLine = cell.replaceAll(/[\t\r\n\u000B\f\u0085\u2028\u2029]+/g, ' ')
  const begin = oneLine.trim()
  return formulaStart.test(begin) && !plainNumber.test(begin) ? `'${oneLine}` : oneLine
}

/** Marks the cell as text for the pasting program, which then keeps leading zeros. */
const textStyle = ` style="mso-number-format:'\\@'"`

/** The rows with the texts of these columns, in this order. */
export function copyOfRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): CopiedRows {
  const escaper = document.createElement('td')
  const html = (column: Column<Row>, text: string): string => {
    escaper.textContent = text
    const isNumber = column.holds === 'number' && plainNumber.test(text.trim())
    return `<td${isNumber ? '' : textStyle}>${escaper.innerHTML}</td>`
  }
  const lines = rows.map((row) => {
    const cells = columns.map((column) => ({ column, text: cellText(column, row) ?? '' }))
    return {
      plain: cells.map(({ text }) => guardedText(text)).join('\t'),
      html: `<tr>${cells.map(({ column, text }) => html(column, text)).join('')}</tr>`,
    }
  })
  return {
    plain: lines.map(({ plain }) => plain).join('\n'),
    html: `<table>${lines.map((line) => line.html).join('')}</table>`,
  }
}
