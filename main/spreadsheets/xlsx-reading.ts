/** Reads workbooks. Numbers come with their digits, dates as days, and formulas as what they last gave. */
import { readSheet } from 'read-excel-file/universal'
import { exactDigits, type ExactDigits } from './exact-digits.ts'
import { headedSheet } from './headed-sheet.ts'
import { OddRows } from './oddities.ts'
import { SheetRefusal, type Sheet, type SheetLimits } from './spreadsheet.ts'
import {
  refuseDocumentTypes,
  refuseEndless,
  scanSheet,
  sheetsOf,
  type WorkbookSheet,
} from './workbook-scan.ts'
import { plainZip, zipParts } from './zip-parts.ts'

const begins = (bytes: Uint8Array, mark: readonly number[]): boolean =>
  mark.every((byte, at) => bytes[at] === byte)

/** Whether a file is an archive, as a workbook is. */
export const isZip = (bytes: Uint8Array): boolean => begins(bytes, [0x50, 0x4b, 0x03, 0x04])

/** Whether it is what Excel wrote before 2007, and writes around a password. */
export const isCompound = (bytes: Uint8Array): boolean => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])

/** Reads the named sheet, or the first that is not hidden. Rejects with {@link SheetRefusal}. */
export async function readXlsx(
  bytes: Uint8Array,
  wanted: string | undefined,
  limits: SheetLimits,
): Promise<Sheet> {
  const parts = zipParts(bytes, limits)
  refuseDocumentTypes(parts)
  refuseEndless(parts)
  const sheets = sheetsOf(parts)
  const sheet = chosen(sheets, wanted)
  const odd = new OddRows()
  scanSheet(parts.get(sheet.path ?? '')?.toString() ?? '', limits, odd)
  // What no cell of this sheet needs takes no memory while it is read.
  for (const { path } of sheets) if (path !== undefined && path !== sheet.path) parts.delete(path)
  const data = await readSheet(plainZip(parts).buffer, sheet.name, {
    trim: false,
    parseNumber: exactDigits,
  })
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

/** The day, and the time where it has one. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const [at = '', time = ''] = date.toISOString().split('T')
  return time === '00:00:00.000Z' ? at : `${at} ${time.slice(0, 8)}`
}
