/**
 * Reads workbooks. Numbers keep their digits, dates become days, and formulas give their last
 * result.
 */
import { readSheet } from 'read-excel-file/universal'
import { cellFormats, plainStyles } from './cell-formats.ts'
import { exactDigits, type ExactDigits } from './exact-digits.ts'
import { headedSheet } from './headed-sheet.ts'
import { RowRemarks } from './row-remarks.ts'
import { SheetRefusal, type Sheet, type SheetLimits } from './spreadsheet.ts'
import {
  readWorkbook,
  scanSheet,
  workbookPath,
  type Workbook,
  type WorkbookSheet,
} from './workbook-scan.ts'
import { readXml, unreadable } from './xml-reading.ts'
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
  const odd = new RowRemarks()
  const { archive, sheets, sheet } = checkedWorkbook(bytes, wanted, limits, odd)
  const data = await cellsOf(archive)
  const texts = data.map((cells, at) => cells.map((cell) => textOf(cell as Cell, at + 1, odd)))
  const headed = headedSheet(texts, limits)
  const oddities = [...headed.oddities, ...odd.remarks()]
  return { ...headed, oddities, format: 'xlsx', sheets, sheet }
}

/** A workbook of one sheet that was checked, and the names of the sheets in the file. */
interface CheckedWorkbook {
  readonly archive: Uint8Array<ArrayBuffer>
  readonly sheets: string[]
  readonly sheet: string
}

/**
 * Checks one sheet of a workbook, and writes the workbook that the library reads: nothing of the
 * file reaches it but this sheet and its texts. So the library cannot find another sheet than the
 * one that was checked, whatever the list of sheets or the archive says.
 */
function checkedWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
  limits: SheetLimits,
  odd: RowRemarks,
): CheckedWorkbook {
  const parts = zipParts(bytes, limits)
  if (!parts.has(workbookPath)) {
    throw new SheetRefusal(
      'The file is an archive without a workbook. Save the workbook as .xlsx or CSV.',
    )
  }
  const workbook = readWorkbook(parts)
  const { name, path = '' } = chosen(workbook.sheets, wanted)
  const sheet = parts.get(path)
  if (sheet === undefined) throw unreadable()
  const texts = parts.get(workbook.texts)
  if (texts !== undefined) readXml(texts.toString())
  const most = mostUnfolded(limits)
  const formats = cellFormats(parts.get(workbook.styles))
  const room = most - (texts?.length ?? 0)
  const scanned = scanSheet(sheet.toString(), { limits, formats, room, most }, odd)
  const checked = new Map([
    [workbookPath, Buffer.from(plainWorkbook(workbook))],
    ['xl/_rels/workbook.xml.rels', Buffer.from(plainRelations)],
    ['xl/styles.xml', plainStyles(formats)],
    ['xl/worksheets/sheet.xml', scanned ?? sheet],
  ])
  if (texts !== undefined) checked.set('xl/sharedStrings.xml', texts)
  return { archive: plainZip(checked), sheets: workbook.sheets.map((one) => one.name), sheet: name }
}

const plainWorkbook = ({ isFrom1904 }: Workbook): string =>
  `<workbook>${isFrom1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`
const plainRelations =
  '<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet.xml"/></Relationships>'

/**
 * Returns the cells from the library. Its error message about an unreadable file would not help the
 * person who chose the file.
 */
async function cellsOf(archive: Uint8Array<ArrayBuffer>) {
  try {
    return await readSheet(archive.buffer, 1, { trim: false, parseNumber: exactDigits })
  } catch (error) {
    throw unreadable(error)
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
const power = ': a number cell in scientific notation, read with all its digits.'
const beyond =
  ': a number cell of more than 15 digits. Excel keeps 15: the last ones may be others than were typed.'

function textOf(cell: Cell, row: number, odd: RowRemarks): string {
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

/** Returns the day, and the time if there is one, to the nearest second: a cell holds a fraction of a day. */
function dayOf(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  const second = new Date(Math.round(date.getTime() / 1_000) * 1_000)
  const [at = '', time = ''] = second.toISOString().split('T')
  return time === '00:00:00.000Z' ? at : `${at} ${time.slice(0, 8)}`
}
