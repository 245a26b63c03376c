/**
 * Reads CSV as spreadsheets and programs write it, with any delimiter, line ending and encoding.
 */
import Papa from 'papaparse'
import { decodedText } from './decoded-text.ts'
import { unguarded } from './guarded-cell.ts'
import { headedSheet } from './headed-sheet.ts'
import { RowRemarks } from './row-remarks.ts'
import { SheetRefusal, type Sheet, type SheetLimits } from './spreadsheet.ts'

/** The row limit of spreadsheets, including blank rows. */
const mostLines = 1_048_576
const delimiters = [',', ';', '\t', '|']

/** Reads a CSV file. Throws {@link SheetRefusal}. */
export function readCsv(name: string, bytes: Uint8Array, limits: SheetLimits): Sheet {
  const decoded = decodedText(bytes)
  const { rest, delimiter } = withoutSeparatorLine(decoded.text)
  const { text, newline } = evenLines(rest)
  const { data, errors, meta } = Papa.parse<string[]>(text, {
    delimiter: delimiter ?? (/\.tsv$/i.test(name) ? '\t' : guessedDelimiter(text, newline)),
    newline,
    preview: mostLines,
  })
  if (meta.truncated)
    throw new SheetRefusal(
      'The file has more lines than a spreadsheet can have. Divide it into parts.',
    )
  const odd = new RowRemarks()
  for (const { type, code, row } of errors) {
    if (type !== 'Quotes' || row === undefined) continue
    odd.add(code === 'MissingQuotes' ? unclosed : misplaced, row + 1)
  }
  unguardAll(data, odd)
  const sheet = headedSheet(data, limits)
  const oddities = [decoded.encodingRemark, ...sheet.oddities, ...odd.remarks()]
  return {
    ...sheet,
    format: 'csv',
    sheets: [],
    sheet: null,
    oddities: oddities.filter((encodingRemark) => encodingRemark !== null),
  }
}

/** Skips blank lines: in a short file one blank line makes Papa guess a wrong delimiter. */
const guessedDelimiter = (text: string, newline: '\n' | '\r\n'): string =>
  Papa.parse(text, { delimitersToGuess: delimiters, newline, preview: 10, skipEmptyLines: true })
    .meta.delimiter

const unclosed = ': a quotation mark is not closed. Everything after it is in one cell.'
const misplaced = ': text follows a closing quotation mark. The cell contains both.'
const powers = ': a number in scientific notation, such as 1.2E+10: digits are missing in the file.'
const nulls = ': a cell holds NUL characters. They were kept.'
const scientific = /^\s*[+-]?\d(?:[.,]\d+)?E\+?\d+\s*$/i

/** Changes the rows in place: a large file has millions of cells. */
function unguardAll(rows: string[][], odd: RowRemarks): void {
  rows.forEach((cells, at) => {
    cells.forEach((cell, column) => {
      if (cell === '') return
      if (cell.includes('\0')) odd.add(nulls, at + 1)
      const text = unguarded(cell)
      if (text !== cell) cells[column] = text
      else if (cell.length < 40 && scientific.test(cell)) odd.add(powers, at + 1)
    })
  })
}

/** Excel's own line that names the delimiter is not a row. */
function withoutSeparatorLine(text: string): { rest: string; delimiter?: string } {
  const line = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/i.exec(text)
  return line?.[1] === undefined
    ? { rest: text }
    : { rest: text.slice(line[0].length), delimiter: line[1] }
}

/**
 * Returns the text with one kind of line ending outside quotes, because the parser expects only one
 * kind.
 */
function evenLines(text: string): { text: string; newline: '\n' | '\r\n' } {
  if (!text.includes('\r')) return { text, newline: '\n' }
  if (!/(?<!\r)\n|\r(?!\n)/.test(text)) return { text, newline: '\r\n' }
  return { text: evenByHand(text), newline: '\n' }
}

const cellStarts = ',;|\t\r\n'

/** No regular expression: one that spans a quoted cell of megabytes overflows the stack. */
function evenByHand(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '"' && (at === 0 || cellStarts.includes(text[at - 1] ?? ''))) {
      const end = endOfQuotes(text, at)
      // A quotation mark that is never closed does not start a quoted cell.
      if (end !== -1) at = end
    } else if (sign === '\r') {
      parts.push(text.slice(from, at), '\n')
      if (text[at + 1] === '\n') at += 1
      from = at + 1
    }
  }
  parts.push(text.slice(from))
  return parts.join('')
}

/** Returns the index of the quotation mark that closes the one at `start`; -1: none. */
function endOfQuotes(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at
  return -1
}
