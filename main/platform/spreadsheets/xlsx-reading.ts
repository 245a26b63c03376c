/**
 * Reads workbooks. Numbers keep their digits, dates become days, and formulas give their last
 * result.
 */
import { readSheet } from 'read-excel-file/universal'
import { cellFormats, plainStyles } from './cell-formats.ts'
import { exactDigits, type ExactDigits } from './exact-digits.ts'
import { headedSheet } from './headed-sheet.ts'
import { OddRows } from './oddities.ts'
import { SheetRefusal, type Sheet, type SheetLimits } from './spreadsheet.ts'
import {
  refuseDocumentTypes,
  refuseEndless,
  scanSheet,
  sheetsOf,
  stylesPath,
  workbookPath,
  type CellFormats,
  type WorkbookSheet,
} from './workbook-scan.ts'
import { mostUnfolded, plainZip, zipParts } from './zip-parts.ts'

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/** Returns whether a file is an archive, as a workbook is. */
export const isZip = (bytes: Uint8Array): boolean => begins(bytes, [0x50, 0x4b, 0x03, 0x04])

/**
 * Returns whether a file has Excel's format before 2007, also used for workbooks with a password.
 */
export const isCompound = (bytes: Uint8Array): boolean => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** Reads the named sheet, or the first that is not hidden. Rejects with {@link SheetRefusal}. */
export async function readXlsx(
  bytes: Uint8Array,
  wanted: string | undefined,
  limits: SheetLimits,
): Promise<Sheet> {
  const parts = zipParts(bytes, limits)
  if (!parts.has(workbookPath)) {
    throw new SheetRefusal(
      'It is an archive without a workbook in it. Save the workbook as .xlsx or CSV.',
    )
  }
  refuseDocumentTypes(parts)
  refuseEndless(parts)
  const sheets = sheetsOf(parts)
  const sheet = chosen(sheets, wanted)
  // Parts that this sheet does not need take no memory while it is read.
  for (const { path } of sheets) if (path !== undefined && path !== sheet.path) parts.delete(path)
  const odd = new OddRows()
  const formats = judgedStyles(parts)
  placeCells(parts, sheet.path ?? '', { limits, formats }, odd)
  const data = await cellsOf(parts, sheet.name)
  const texts = data.map((cells, at) => cells.map((cell) => textOf(cell as Cell, at + 1, odd)))
  const headed = headedSheet(texts, limits)
  const oddities = [...headed.oddities, ...odd.inWords()]
  return {
    ...headed,
    oddities,
    format: 'xlsx',
    sheets: sheets.map(({ name }) => name),
    sheet: sheet.name,
  }
}

/** Judges the styles, and replaces them with those that the library needs. */
function judgedStyles(parts: Map<string, Buffer>): CellFormats {
  const path = stylesPath(parts)
  const styles = parts.get(path)
  const formats = cellFormats(styles?.toString() ?? '')
  if (styles !== undefined) parts.set(path, plainStyles(formats))
  return formats
}

/** Scans the sheet, and replaces it with one that the library accepts. */
function placeCells(
  parts: Map<string, Buffer>,
  path: string,
  known: { readonly limits: SheetLimits; readonly formats: CellFormats },
  odd: OddRows,
): void {
  const sheet = parts.get(path)
  if (sheet === undefined) return
  const most = mostUnfolded(known.limits)
  const all = [...parts.values()].reduce((sum, part) => sum + part.length, 0)
  const room = most - all + sheet.length
  const placed = scanSheet(sheet.toString(), { ...known, room, most }, odd)
  if (placed !== undefined) parts.set(path, placed)
}

/**
 * Returns the cells from the library. Its error message about an unreadable file would not help the
 * person who chose the file.
 */
async function cellsOf(parts: ReadonlyMap<string, Buffer>, sheet: string) {
  try {
    return await readSheet(plainZip(parts).buffer, sheet, {
      trim: false,
      parseNumber: exactDigits,
    })
  } catch (error) {
    throw new SheetRefusal(
      'The workbook is damaged, and its cells cannot be read. Open it in Excel, and save it again as .xlsx or CSV.',
      { cause: error },
    )
  }
}

function chosen(sheets: readonly WorkbookSheet[], wanted: string | undefined): WorkbookSheet {
  const readable = sheets.filter(({ path }) => path?.includes('worksheets/') ?? false)
  const sheet =
    wanted === undefined
      ? (readable.find(({ isHidden }) => !isHidden) ?? readable[0])
      : readable.find(({ name }) => name === wanted)
  if (sheet) return sheet
  throw new SheetRefusal(
    wanted === undefined
      ? 'The workbook has no sheet with cells.'
      : 'The workbook has no such sheet.',
  )
}

type Cell = string | boolean | Date | ExactDigits | null

const day = ': a date cell, read as YYYY-MM-DD.'
const power = ': a number cell in scientific form, read with all its digits.'
const beyond =
  ': a number cell of more than 15 digits. Excel keeps 15: the last ones may be others than were typed.'

function textOf(cell: Cell, row: number, odd: OddRows): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (cell instanceof Date) {
    odd.add(day, row)
    return dayOf(cell)
  }
  if (cell.isScientific) odd.add(power, row)
  if (cell.isBeyondFifteen) odd.add(beyond, row)
  return cell.text
}

/** Returns the day, and the time if there is one. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [at = '', time = ''] = date.toISOString().split('T')
  return time === '00:00:00.000Z' ? at : `${at} ${time.slice(0, 8)}`
}
