/**
 * Checks of a workbook that the library does not make: the names of the sheets, error cells, merged
 * cells, numbers that may be dates, and whether a sheet claims so many rows or columns that they
 * would fill the memory before the first cell is read. Also adds the position to cells without one,
 * which the library does not accept.
 */
import type { CellFormats } from './cell-formats.ts'
import type { RowRemarks } from './row-remarks.ts'
import { SheetRefusal, type SheetLimits } from './spreadsheet.ts'
import { damaged, readXml, unreadable, type XmlElement } from './xml-reading.ts'
import { tooMuch } from './zip-parts.ts'

export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  /** The path of its part; undefined: none, as for a chart without cells. */
  readonly path: string | undefined
}

/** The sheets in order, and the paths of the parts that they share. */
export interface Workbook {
  readonly sheets: readonly WorkbookSheet[]
  readonly styles: string
  readonly texts: string
  /** Whether days are counted from 1904, as old Macintosh programs did. */
  readonly isFrom1904: boolean
}

/** Path of the list of sheets in every workbook. */
export const workbookPath = 'xl/workbook.xml'

const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target}`

function elementsOf(part: Buffer | undefined, name: string): XmlElement[] {
  const found: XmlElement[] = []
  const open = (element: XmlElement): void => {
    if (element.name === name) found.push(element)
  }
  if (part !== undefined) readXml(part.toString(), { open })
  return found
}

/** Reads the list of sheets. Throws {@link SheetRefusal}. */
export function readWorkbook(parts: ReadonlyMap<string, Buffer>): Workbook {
  const relations = elementsOf(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship')
  const targets = new Map(relations.map((tag) => [tag.get('Id'), tag.get('Target')]))
  const shared = (kind: string): string =>
    pathOf(
      relations.findLast((tag) => tag.get('Type')?.endsWith(`/${kind}`))?.get('Target') ??
        `${kind}.xml`,
    )
  const list = parts.get(workbookPath)
  const sheets = elementsOf(list, 'sheet').map((tag) => {
    const target = targets.get(tag.get('id'))
    return {
      name: tag.get('name') ?? '',
      isHidden: (tag.get('state') ?? 'visible') !== 'visible',
      path: target && pathOf(target),
    }
  })
  const from1904 = elementsOf(list, 'workbookPr')[0]?.get('date1904') ?? '0'
  const isFrom1904 = from1904 === '1' || from1904 === 'true'
  return { sheets, styles: shared('styles'), texts: shared('sharedStrings'), isFrom1904 }
}

const columnOf = (letters: string): number => {
  let column = 0
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64
  return column
}

const lettersOf = (column: number): string =>
  column === 0
    ? ''
    : lettersOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26))

/** The row limit of spreadsheets, including blank rows in between. */
const mostLines = 1_048_576
/** Excel's last day is 9999-12-31, and no day is before its first. */
const daysEnd = 2_958_466
const errorCell = ': a cell holds an error such as #N/A instead of a value. It was read as empty.'
const merged = ': merged cells. The value is in the first of them; the others are empty.'
const mayBeDate = ': a number in a format that may be a date. Compare it with the workbook.'
const noDay = ': a date cell whose number is not a date. It was read as that number.'

/** Data about a sheet before its scan. */
export interface SheetBounds {
  readonly limits: SheetLimits
  readonly formats: CellFormats
  /** Bytes that the sheet may take. */
  readonly room: number
  /** Bytes that all parts may take; shown in the message. */
  readonly most: number
}

/**
 * Scans a sheet before it is read. Returns the sheet with a position for each cell that has none,
 * which is optional: such a cell follows the one before it in its row, and a row the row before it.
 * Undefined: the sheet can be read unchanged. Throws {@link SheetRefusal} for a sheet that is too
 * large or damaged.
 */
export function scanSheet(xml: string, bounds: SheetBounds, odd: RowRemarks): Buffer | undefined {
  const edited = new EditedSheet(xml, bounds)
  let line = 0
  let column = 0
  let cell: Cell | undefined
  let isValue = false
  const openCell = (element: XmlElement): void => {
    // The library takes the second for the first.
    if (cell !== undefined) throw unreadable()
    const place = placeOf(element, line)
    if (place !== undefined) line = Number(place[2])
    refuseTooLong(line)
    column = place === undefined ? column + 1 : columnOf(place[1] ?? '')
    if (!element.isEmpty && column > bounds.limits.columns)
      throw tooWide(line, column, bounds.limits)
    const stated = element.get('t') ?? ''
    const kind = stated === '' ? 'n' : stated
    if (kind === 'e') odd.add(errorCell, line)
    cell = { element, kind, line, column, isPlaced: place !== undefined, value: '' }
  }
  const closeCell = ({ element, kind, isPlaced, value, ...at }: Cell): void => {
    const style = element.get('s')
    const ambiguity = kind === 'n' ? ambiguityOf(value, style, bounds.formats) : undefined
    if (ambiguity !== undefined) odd.add(ambiguity, at.line)
    if (isPlaced && ambiguity !== noDay) return
    const place = attribute('r', `${lettersOf(at.column)}${String(at.line)}`)
    const styleText = ambiguity === noDay || style === undefined ? '' : attribute('s', style)
    // An empty cell only has a position, and no other use.
    const tag = element.isEmpty ? '' : `<${element.tag}${place}${attribute('t', kind)}${styleText}>`
    edited.replace(element, tag)
  }
  readXml(xml, {
    open: (element) => {
      if (element.name === 'c') openCell(element)
      else if (element.name === 'v') isValue = true
      else if (element.name === 'row') {
        const place = placeOf(element, line)
        line = place === undefined ? line + 1 : Number(place[2])
        refuseTooLong(line)
        column = 0
      } else if (element.name === 'mergeCell') {
        const first = /^[A-Z]{1,3}(\d{1,7})/.exec(element.get('ref') ?? '')?.[1]
        if (first !== undefined) odd.add(merged, Number(first))
      }
    },
    text: (text) => {
      if (isValue && cell !== undefined) cell.value += text
    },
    close: (name) => {
      if (name === 'v') isValue = false
      else if (name === 'c' && cell !== undefined) {
        closeCell(cell)
        cell = undefined
      }
    },
  })
  return edited.ended()
}

interface Cell {
  readonly element: XmlElement
  readonly kind: string
  readonly line: number
  readonly column: number
  readonly isPlaced: boolean
  /** The stored value, such as the digits of a number. */
  value: string
}

/** The library refuses any other kind and style, so no sign of them needs to be kept. */
const attribute = (name: string, value: string): string =>
  ` ${name}="${value.replace(/[^\w]/g, '?')}"`

function refuseTooLong(line: number): void {
  if (line > mostLines)
    throw new SheetRefusal(
      `The workbook has a row ${String(line)}, more than a spreadsheet can have. Save it again as .xlsx or CSV.`,
    )
}

const tooWide = (line: number, column: number, { columns }: SheetLimits): SheetRefusal =>
  new SheetRefusal(
    `Row ${String(line)} has a column ${lettersOf(column)}; up to ${String(columns)} columns are read. Remove the others.`,
  )

/**
 * Returns the letters and digits of a cell's position, or the digits of a row's; undefined: none is
 * given. Longer positions than a number holds exactly are refused, because even the message could
 * not name them.
 */
function placeOf(element: XmlElement, line: number): RegExpExecArray | undefined {
  const text = element.get('r') ?? ''
  if (text === '') return undefined
  const isRow = element.name === 'row'
  const place = /^([A-Z]{0,9})(\d{1,9})$/.exec(text)
  if (place !== null && (place[1] === '') === isRow) return place
  throw damaged(
    isRow
      ? `the row after row ${String(line)} has an unreadable place`
      : `a cell of row ${String(line)} has an unreadable place`,
  )
}

/** Returns why a number may not match its format; undefined: it does, or there is no number. */
function ambiguityOf(
  value: string,
  style: string | undefined,
  { dates, ambiguous }: CellFormats,
): string | undefined {
  if (value === '' || style === undefined || style === '') return undefined
  if (ambiguous.has(Number(style))) return mayBeDate
  if (!dates.has(Number(style))) return undefined
  return Number(value) >= 0 && Number(value) < daysEnd ? undefined : noDay
}

/**
 * Number of pieces of a sheet that are joined at once: millions of separate texts take more memory
 * than the sheet.
 */
const mostPieces = 20_000

/** A sheet with some of its tags replaced. Takes at most the bytes that a sheet may have. */
class EditedSheet {
  readonly #xml: string
  readonly #bounds: SheetBounds
  readonly #done: Buffer[] = []
  #pieces: string[] = []
  #from = 0
  #bytes = 0

  constructor(xml: string, bounds: SheetBounds) {
    this.#xml = xml
    this.#bounds = bounds
  }

  replace({ from, to }: XmlElement, by: string): void {
    this.#pieces.push(this.#xml.slice(this.#from, from), by)
    this.#from = to
    if (this.#pieces.length >= mostPieces) this.#putTogether()
  }

  /** Returns the whole sheet; undefined: nothing was replaced. */
  ended(): Buffer | undefined {
    if (this.#from === 0) return undefined
    this.#pieces.push(this.#xml.slice(this.#from))
    this.#putTogether()
    return Buffer.concat(this.#done)
  }

  #putTogether(): void {
    const part = Buffer.from(this.#pieces.join(''))
    this.#pieces = []
    this.#bytes += part.length
    if (this.#bytes > this.#bounds.room) throw tooMuch(this.#bounds.most)
    this.#done.push(part)
  }
}
