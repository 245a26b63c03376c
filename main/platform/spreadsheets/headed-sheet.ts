/** Splits the rows of a file into headers and data, without losing any cell. */
import { RowRemarks } from './row-remarks.ts'
import { SheetRefusal, type SheetLimits, type SheetRow } from './spreadsheet.ts'

/** A sheet with its headers separated from its rows. */
export interface HeadedSheet {
  readonly headers: string[]
  readonly filled: number[]
  readonly rows: SheetRow[]
  readonly oddities: string[]
}

const isFilled = (cell: string): boolean => cell.trim() !== ''
const isBlank = (cells: readonly string[]): boolean => !cells.some(isFilled)

function lengthOf(cells: readonly string[]): number {
  let length = cells.length
  while (length > 0 && cells[length - 1] === '') length -= 1
  return length
}

/**
 * Separates the headers from the rows below them. Throws {@link SheetRefusal} for an empty sheet, or
 * one that is too large.
 */
export function headedSheet(all: readonly string[][], limits: SheetLimits): HeadedSheet {
  const top = headersAt(all)
  const titles = all[top]
  if (titles === undefined) throw new SheetRefusal('The sheet is empty.')
  const width = Math.max(1, lengthOf(titles))
  const odd = new RowRemarks()
  const filled = Array.from({ length: width }, () => 0)
  const rows: SheetRow[] = []
  for (let at = 0; at < all.length; at += 1) {
    const cells = all[at] ?? []
    const length = lengthOf(cells)
    if (length > limits.columns) throw tooWide(at + 1, length, limits)
    if (at === top || isBlank(cells)) continue
    if (at < top) {
      odd.add(' above the headers were not read.', at + 1)
      continue
    }
    if (length > width) odd.add(' have cells beyond the last header.', at + 1)
    if (cells.length < width) odd.add(' have fewer cells than there are headers.', at + 1)
    rows.push({ line: at + 1, cells: fitted(cells, Math.max(length, width)) })
    cells.forEach((cell, column) => {
      while (filled.length <= column && column < length) filled.push(0)
      if (isFilled(cell)) filled[column] = (filled[column] ?? 0) + 1
    })
    if (rows.length > limits.rows) throw tooLong(limits)
  }
  const { headers, oddities } = distinctHeaders(titles.slice(0, width), filled.length)
  return { headers, filled, rows, oddities: [...oddities, ...odd.remarks().map(ofOneRow)] }
}

/** Rows among which the headers are found; beyond them no report has its titles. */
const mostTitleRows = 30

/**
 * Returns the place of the headers; -1 if every row is blank. They are the first row that is not
 * blank, unless that is a title: one that fills at most half of the cells that most rows do, or one
 * with a number or a date above a wider row of words.
 */
function headersAt(all: readonly string[][]): number {
  const shapes: {
    readonly at: number
    readonly cells: readonly string[]
    readonly count: number
  }[] = []
  for (let at = 0; at < all.length && shapes.length < 2 * mostTitleRows; at += 1) {
    const cells = all[at] ?? []
    if (!isBlank(cells)) shapes.push({ at, cells, count: cells.filter(isFilled).length })
  }
  const usual = usualCount(shapes.map(({ count }) => count))
  const isTable = usual > 2
  const [first, ...others] = shapes.filter(({ count }) => !isTable || count * 2 > usual)
  if (!first) return -1
  if (!isTable || !first.cells.some(isNumberOrDate)) return first.at
  const wider = others.find(
    ({ count, cells }) => count > first.count && !cells.some(isNumberOrDate),
  )
  return wider !== undefined && wider.at <= mostTitleRows ? wider.at : first.at
}

/**
 * Returns how many cells most rows fill: the count that most others are about as large as; of several
 * the largest one. The smallest one if no two rows are alike.
 */
function usualCount(counts: readonly number[]): number {
  const alike = counts.map((count) => counts.filter((other) => isAbout(count, other)).length)
  const most = Math.max(0, ...alike)
  const usual = counts.filter((_, at) => alike[at] === most)
  return most > 1 ? Math.max(...usual) : Math.min(...usual)
}
const isAbout = (count: number, other: number): boolean =>
  Math.min(count, other) * 4 >= Math.max(count, other) * 3

const isNumberOrDate = (cell: string): boolean =>
  cell.length < 40 && /^\W*\d[\d.,:/ -]*$/.test(cell.trim())

const ofOneRow = (remark: string): string =>
  remark.replace(/^(Row \d+) have/, '$1 has').replace(/^(Row \d+ above the headers) were/, '$1 was')

function fitted(cells: readonly string[], length: number): string[] {
  const same = cells.slice(0, length)
  while (same.length < length) same.push('')
  return same
}

const tooWide = (row: number, length: number, { columns }: SheetLimits): SheetRefusal =>
  new SheetRefusal(
    `Row ${String(row)} has ${String(length)} columns; up to ${String(columns)} are read. Remove the others.`,
  )

const tooLong = ({ rows }: SheetLimits): SheetRefusal =>
  new SheetRefusal(
    `The file has more than ${rows.toLocaleString('en-US')} rows. Divide it into parts.`,
  )

/**
 * Makes headers unique: one that is empty or already used is named by its column number, and so are
 * the cells beyond the last header.
 */
function distinctHeaders(
  titles: readonly string[],
  width: number,
): { headers: string[]; oddities: string[] } {
  const taken = new Set(titles.map((title) => title.trim()).filter((title) => title !== ''))
  const seen = new Set<string>()
  const oddities: string[] = []
  const headers = Array.from({ length: width }, (_, at) => {
    const title = (titles[at] ?? '').trim()
    if (title !== '' && !seen.has(title)) {
      seen.add(title)
      return title
    }
    const place = `Column ${String(at + 1)}`
    let name = title === '' ? place : `${title} (${place})`
    while (taken.has(name) || seen.has(name)) name += '*'
    seen.add(name)
    if (at >= titles.length) return name
    const why = title === '' ? 'has no header' : 'has the header of an earlier column'
    // A file without headers may have accounts in this row, so the remark contains only the column
    // number.
    oddities.push(`${place} ${why}. The column is identified by its position.`)
    return name
  })
  return { headers, oddities }
}
