/** Splits the rows of a file into headers and data, without losing any cell. */
import { RowRemarks } from './row-remarks.ts'
import { SheetRefusal, type SheetLimits, type SheetRow } from './spreadsheet.ts'

/** A sheet with its headers separated from its rows. */
export interface HeadedSheet {
  readonly headers: string[]
  readonly rows: SheetRow[]
  readonly oddities: string[]
}

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '')

function lengthOf(cells: readonly string[]): number {
  let length = cells.length
  while (length > 0 && cells[length - 1] === '') length -= 1
  return length
}

/**
 * Uses the first row that is not blank as the headers. Throws {@link SheetRefusal} for an empty
 * sheet, or one that is too large.
 */
export function headedSheet(all: readonly string[][], limits: SheetLimits): HeadedSheet {
  const top = all.findIndex((cells) => !isBlank(cells))
  const titles = all[top]
  if (titles === undefined) throw new SheetRefusal('The sheet is empty.')
  const width = Math.max(1, lengthOf(titles))
  const odd = new RowRemarks()
  const rows: SheetRow[] = []
  for (let at = top; at < all.length; at += 1) {
    const cells = all[at] ?? []
    const length = lengthOf(cells)
    if (length > limits.columns) throw tooWide(at + 1, length, limits)
    if (at === top || isBlank(cells)) continue
    if (length > width) odd.add(' have cells beyond the last header.', at + 1)
    if (cells.length < width) odd.add(' have fewer cells than there are headers.', at + 1)
    rows.push({ line: at + 1, cells: fitted(cells, Math.max(length, width)) })
    if (rows.length > limits.rows) throw tooLong(limits)
  }
  const { headers, oddities } = distinctHeaders(titles.slice(0, width))
  return { headers, rows, oddities: [...oddities, ...odd.remarks().map(ofOneRow)] }
}

const ofOneRow = (encodingRemark: string): string =>
  encodingRemark.replace(/^(Row \d+) have/, '$1 has')

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

/** Makes headers unique: one that is empty or already used is named by its column number. */
function distinctHeaders(titles: readonly string[]): { headers: string[]; oddities: string[] } {
  const taken = new Set(titles.map((title) => title.trim()).filter((title) => title !== ''))
  const seen = new Set<string>()
  const oddities: string[] = []
  const headers = titles.map((cell, at) => {
    const title = cell.trim()
    if (title !== '' && !seen.has(title)) {
      seen.add(title)
      return title
    }
    const place = `Column ${String(at + 1)}`
    let name = title === '' ? place : `${title} (${place})`
    while (taken.has(name) || seen.has(name)) name += '*'
    seen.add(name)
    const why = title === '' ? 'has no header' : 'has the header of an earlier column'
    // A file without headers may have accounts in this row, so the remark contains only the column
    // number.
    oddities.push(`${place} ${why}. The column is identified by its position.`)
    return name
  })
  return { headers, oddities }
}
