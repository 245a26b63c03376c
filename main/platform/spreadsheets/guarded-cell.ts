/**
 * Cells of CSV that no spreadsheet runs, and none makes something else of; and the way back. An apostrophe makes
 * text of what would be a formula. A tab makes text of digits: without it Excel drops the leading zeros of an
 * account, rounds a trace number beyond fifteen digits, takes 12E34 for a power and MAR12 for a day. ="0012" would
 * do so too, but is a formula itself, which readers of CSV show as it stands and mail filters reject; an apostrophe
 * before every number would be seen. The tab is a blank: Excel shows nothing of it, and readers trim it.
 */

/** What a cell holds: an amount or a count is a number to a spreadsheet, everything else is text. */
export type CellKind = 'number' | 'text'

/** A spreadsheet takes a cell that begins so for a formula, full-width signs and leading blanks included. */
const formula = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
const signedNumber = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/
/** A spreadsheet keeps fifteen digits of a number, and would make others of the rest. */
const keptNumber = /^-?(?=(?:\D?\d){1,15}(?!\.?\d))\d+(?:\.\d+)?(?:[eE][+-]?\d{1,2})?$/
/** Of three words and more no spreadsheet makes a number or a day, nor of what begins masked or has several lines. */
const surelyText = /^\P{L}*\p{L}+\P{L}+\p{L}+\P{L}+\p{L}|^\u2022|\n/u
/** What readers of CSV may take for the end of a cell or row: the delimiters that are looked for included. */
const quotable = /[",;|\t\r\n]|^\s|\s$/

/** A cell as it stands in the file; null is an empty one. `unguarded` gives the text back that was guarded. */
export function csvCell(value: string | null, holds: CellKind = 'text'): string {
  if (value === null) return ''
  return quoted(holds === 'number' && keptNumber.test(value) ? value : guarded(value))
}

/** The title of a column: it runs nothing, and stays as it is where a number stands in it. */
export const csvTitle = (title: string): string => quoted(isRun(title) ? `'${title}` : title)

const quoted = (text: string): string =>
  quotable.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** The text behind the sign that keeps spreadsheets from running or changing it, where it needs one. */
export function guarded(value: string): string {
  if (isRun(value)) return `'${value}`
  return isChanged(value) ? `\t${value}` : value
}

/**
 * The text of a cell that `guarded` wrote, or that another program marked as text for Excel: `="00777"` and `'00777`.
 * Any other cell stays as it is.
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
 * An apostrophe is Excel's where a number or a date is all that follows. Of a name it is a part: 't Hooft, '70s Diner.
 * `guarded` writes none of these so: the way back still ends at its text.
 */
const markedNumber = /^'-?\d[\d .,/:-]*$/

/** The text that is all of a formula, such as ="0012". By hand: a cell may have megabytes. */
function textOfFormula(cell: string): string | undefined {
  if (cell.length < 3 || !cell.startsWith('="') || !cell.endsWith('"')) return undefined
  const inner = cell.slice(2, -1)
  if (!inner.includes('"')) return inner
  return inner.replaceAll('""', '').includes('"') ? undefined : inner.replaceAll('""', '"')
}

/** Behind apostrophes too: a text that begins as a guarded one is guarded itself, so that the way back ends at it. */
function isRun(value: string): boolean {
  const text = value.replace(/^'+/, '')
  return formula.test(text) && !(text === value && signedNumber.test(value))
}

function isChanged(value: string): boolean {
  const isTaken = /\p{Nd}/u.test(value) || /^\s*(?:true|false)\s*$/i.test(value)
  return isTaken && !surelyText.test(value)
}
