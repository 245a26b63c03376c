/**
 * Writes CSV cells that a spreadsheet neither runs nor changes, and reads them back. An apostrophe
 * turns a formula into text. A tab turns digits into text: without it Excel drops the leading zeros
 * of an account, rounds a trace number beyond fifteen digits, and reads 12E34 as a power and MAR12
 * as a date. ="0012" would work too, but is itself a formula, which CSV readers show unchanged and
 * mail filters reject; an apostrophe before every number would be visible. The tab is white space:
 * Excel does not show it, and CSV readers trim it.
 */

/**
 * Content of a cell: an amount or a count is a number in a spreadsheet, everything else is text.
 */
export type CellKind = 'number' | 'text'

/**
 * A spreadsheet reads a cell with this start as a formula, including full-width signs and leading
 * white space.
 */
const formula = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const signedNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A spreadsheet keeps fifteen digits of a number, and would change the others. */
const plainNumber = /^-?(?=(?:\D?\d){1,15}(?!\.?\d))\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
/**
 * Text that no spreadsheet reads as a number or a date: three or more words, a masked start, or
 * several lines.
 */
const surelyText = /^\P{L}*\p{L}+\P{L}+\p{L}+\P{L}+\p{L}|^\u2022|\n/u
/**
 * Characters that CSV readers may read as the end of a cell or row, including all guessed
 * delimiters.
 */
const quotable = /[",;|\t\r\n]|^\s|\s$/

/** Returns a cell for the file; null is an empty one. `unguarded` returns the original text. */
export function csvCell(value: string | null, holds: CellKind = 'text'): string {
  if (value === null) return ''
  return quoted(holds === 'number' && plainNumber.test(value) ? value : guarded(value))
}

/**
 * Returns a cell for programs that read the file: exactly the value, except that a spreadsheet runs
 * it in no case.
 */
export const plainCsvCell = (value: string | null): string =>
  value === null ? '' : csvTitle(value)

/**
 * Returns the title of a column, protected against running only: a number in it stays unchanged.
 */
export const csvTitle = (title: string): string => quoted(isRun(title) ? `'${title}` : title)

const quoted = (text: string): string =>
  quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Returns the text with a protecting character in front, if a spreadsheet would run or change it.
 */
export function guarded(value: string): string {
  if (isRun(value)) return `'${value}`
  return isChanged(value) ? `\t${value}` : value
}

/**
 * Returns the original text of a cell that `guarded` wrote, or that another program marked as text
 * for Excel: `="00777"` and `'00777`. Any other cell is returned unchanged.
 */
export function unguarded(cell: string): string {
  switch (cell[0]) {
    case "'":
      return isRun(cell.slice(1)) || markedNumber.test(cell) ? cell.slice(1) : cell
    case '\t':
      return !isRun(cell.slice(1)) && isChanged(cell.slice(1)) ? cell.slice(1) : cell
    case '=':
      return textOfFormula(cell) ?? cell
    default:
      return cell
  }
}

/**
 * An apostrophe is Excel's mark only if a number or a date is all that follows. In a name it is a
 * letter: 't Hooft, '70s Diner. `guarded` writes none of these this way, so reading back still
 * returns the original text.
 */
const markedNumber = /^'-?\d[\d .,/:-]*$/

/**
 * Returns the text if it is the whole formula, such as ="0012". No regular expression: a cell may
 * have megabytes.
 */
function textOfFormula(cell: string): string | undefined {
  if (cell.length < 3 || !cell.startsWith('="') || !cell.endsWith('"')) return undefined
  const inner = cell.slice(2, -1)
  if (!inner.includes('"')) return inner
  return inner.replaceAll('""', '').includes('"') ? undefined : inner.replaceAll('""', '"')
}

/**
 * Also after apostrophes: a text that looks guarded is guarded again, so that reading back returns
 * exactly it.
 */
function isRun(value: string): boolean {
  const text = value.replace(/^'+/, '')
  return formula.test(text) && !(text === value && signedNumber.test(value))
}

function isChanged(value: string): boolean {
  const isTaken = /\p{Nd}/u.test(value) || /^\s*(?:true|false)\s*$/i.test(value)
  return isTaken && !surelyText.test(value)
}
