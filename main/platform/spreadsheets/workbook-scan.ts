/**
 * Checks of a workbook that the library does not make: the names of the sheets, error cells, merged
 * cells, numbers that may be dates, and whether a sheet claims so many rows or columns that they
 * would fill the memory before the first cell is read. Also adds the position to cells without one,
 * which the library does not accept.
 */
import type { OddRows } from './oddities.ts'
import { SheetRefusal, type SheetLimits } from './spreadsheet.ts'
import { tooMuch } from './zip-parts.ts'

/**
 * Number formats of a workbook's styles; a style is named by its index in their list, as cells name
 * it.
 */
export interface CellFormats {
  readonly dates: ReadonlySet<number>
  /**
   * Styles whose numbers may be dates: the format is nearly a date, or the id is reserved for dates
   * and the file says otherwise.
   */
  readonly doubtful: ReadonlySet<number>
  /** Number of styles. */
  readonly count: number
}

export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  /** The path of its part; undefined: none, as for a chart without cells. */
  readonly path: string | undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return named[name] ?? all
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

/**
 * In this file no search for a tag goes beyond the next one, and no name begins within another, so
 * that text takes linear time.
 */
export function attributesOf(tag: string): Map<string, string> {
  const found = tag.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(
    [...found].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]),
  )
}

const tags = (xml: string, name: string): Map<string, string>[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w-]+:)?${name}\\s([^<>]*)>`, 'g'))].map(([, tag = '']) =>
    attributesOf(tag),
  )

/** Path of the list of sheets in every workbook. */
export const workbookPath = 'xl/workbook.xml'

const relationsOf = (parts: ReadonlyMap<string, Buffer>): Map<string, string>[] =>
  tags(parts.get('xl/_rels/workbook.xml.rels')?.toString() ?? '', 'Relationship')
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target}`

/** Returns the sheets in order. */
export function sheetsOf(parts: ReadonlyMap<string, Buffer>): WorkbookSheet[] {
  const workbook = parts.get(workbookPath)?.toString() ?? ''
  const paths = new Map(relationsOf(parts).map((tag) => [tag.get('Id'), tag.get('Target') ?? '']))
  return tags(workbook, 'sheet').map((tag) => {
    const target = paths.get([...tag].find(([key]) => key.endsWith(':id'))?.[1])
    return {
      name: tag.get('name') ?? '',
      isHidden: tag.has('state') && tag.get('state') !== 'visible',
      path: target && pathOf(target),
    }
  })
}

/** Returns the path of a workbook's styles. */
export function stylesPath(parts: ReadonlyMap<string, Buffer>): string {
  const styles = relationsOf(parts).findLast((tag) => tag.get('Type')?.endsWith('/styles'))
  return pathOf(styles?.get('Target') ?? 'styles.xml')
}

/** Refuses a document type, because it could define entities; no spreadsheet program writes one. */
export function refuseDocumentTypes(parts: ReadonlyMap<string, Buffer>): void {
  for (const part of parts.values()) {
    if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) {
      throw new SheetRefusal(
        'The workbook declares a document type, which no spreadsheet does. Save it again as .xlsx or CSV.',
      )
    }
  }
}

/**
 * A cell holds 32,767 letters, each up to seven characters of XML. Nothing else in a workbook is as
 * long.
 */
const mostLetters = 256 * 1024
const damaged = (what = 'its XML has no end'): SheetRefusal =>
  new SheetRefusal(`The workbook is damaged: ${what}. Save it again as .xlsx or CSV.`)

/**
 * Refuses a tag within a tag, and a tag or a text that is longer than any cell. The library parses
 * each of these again for every piece of the part: 2 MB of blanks took it 22 s.
 */
export function refuseEndless(parts: ReadonlyMap<string, Buffer>): void {
  for (const part of parts.values()) {
    for (let at = part.indexOf('<'); at !== -1;) {
      const end = endOfTag(part, at)
      const next = part.indexOf('<', end)
      const until = next === -1 ? part.length : next
      if (end - at > mostLetters || until - end > mostLetters) throw damaged()
      at = next
    }
  }
}

/** Returns the end of the tag, comment or CDATA section that begins here. */
function endOfTag(part: Buffer, at: number): number {
  const after = (mark: string): number => {
    const found = part.indexOf(mark, at)
    if (found === -1) throw damaged()
    return found + mark.length
  }
  const begins = part.toString('latin1', at, at + 9)
  if (begins.startsWith('<!--')) return after('-->')
  if (begins === '<![CDATA[') return after(']]>')
  const end = after('>')
  const inner = part.indexOf('<', at + 1)
  if (inner !== -1 && inner < end) throw damaged()
  return end
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
const merged = ': merged cells. The value stands in the first of them; the others are empty.'
const mayBeDate = ': a number in a format that may be a date. Compare it with the workbook.'
const noDay = ': a date cell whose number is no day. It was read as that number.'

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
 * large.
 */
export function scanSheet(xml: string, bounds: SheetBounds, odd: OddRows): Buffer | undefined {
  const { limits, formats } = bounds
  const areJudged = formats.dates.size + formats.doubtful.size > 0
  const edited = new EditedSheet(xml, bounds)
  // Comments and CDATA sections hold no cells. Each has an end, because `refuseEndless` runs first.
  const element =
    /<(?:!--[\s\S]*?--|!\[CDATA\[[\s\S]*?\]\]|(?:[\w-]+:)?(row|c|mergeCell)(\s[^<>]*|\/?))>/g
  let line = 0
  let column = 0
  for (let found = element.exec(xml); found; found = element.exec(xml)) {
    const [whole, tag, text = ''] = found
    if (tag === undefined) continue
    if (tag === 'mergeCell') {
      const first = /\bref="[A-Z]{1,3}(\d{1,7})/.exec(text)?.[1]
      if (first !== undefined) odd.add(merged, Number(first))
      continue
    }
    const place = placeIn(text, tag, line)
    if (place !== undefined) line = Number(place[2])
    else if (tag === 'row') line += 1
    if (line > mostLines) throw tooLong(line)
    if (tag === 'row') {
      column = 0
      continue
    }
    column = place === undefined ? column + 1 : columnOf(place[1] ?? '')
    const isEmpty = text.endsWith('/')
    if (!isEmpty && column > limits.columns) throw tooWide(line, column, limits)
    if (/\bt=["']e["']/.test(text)) odd.add(errorCell, line)
    const doubt = areJudged && !isEmpty ? doubtOf(xml, element.lastIndex, text, formats) : undefined
    if (doubt !== undefined) odd.add(doubt, line)
    if (place !== undefined && doubt !== noDay) continue
    const name = whole.slice(0, whole.length - text.length - 1)
    const named = place === undefined ? ` r="${lettersOf(column)}${String(line)}"` : ''
    const rest = doubt === noDay ? text.replace(style, '') : text
    // An empty cell only has a position, and no other use.
    const isLeftOut = place === undefined && isEmpty
    edited.replace(found.index, whole, isLeftOut ? '' : `${name}${named}${rest}>`)
  }
  return edited.ended()
}

const tooLong = (line: number): SheetRefusal =>
  new SheetRefusal(
    `It has a row ${String(line)}, more than a spreadsheet can have. Save it again as .xlsx or CSV.`,
  )

const tooWide = (line: number, column: number, { columns }: SheetLimits): SheetRefusal =>
  new SheetRefusal(
    `Row ${String(line)} has a column ${lettersOf(column)}; up to ${String(columns)} columns are read. Remove the others.`,
  )

/**
 * Returns the letters and digits of a cell's position, or the digits of a row's; undefined: none is
 * given. Longer positions than a number holds exactly are refused, because even the message could
 * not name them.
 */
function placeIn(text: string, tag: string, line: number): RegExpExecArray | undefined {
  const place = /\sr=["']([A-Z]{0,9})(\d{1,9})["']/.exec(text)
  if (place !== null && (place[1] === '') === (tag === 'row')) return place
  if (!/\sr\s*=\s*["'][^"']/.test(text)) return undefined
  throw damaged(
    tag === 'row'
      ? `the row after row ${String(line)} has an unreadable place`
      : `a cell of row ${String(line)} has an unreadable place`,
  )
}

const style = /\ss=["'](\d+)["']/
/** The number of a cell, from the end of its tag, after an optional formula. */
const number =
  /(?:\s*<(?:[\w-]+:)?f\b[^<>]*>(?:[^<]*<\/(?:[\w-]+:)?f>)?)?\s*<(?:[\w-]+:)?v(?:\s[^<>]*)?>([^<]*)</y

/**
 * Returns why a cell's number may not match its format; undefined: it does, or there is no number.
 */
function doubtOf(
  xml: string,
  from: number,
  text: string,
  { dates, doubtful }: CellFormats,
): string | undefined {
  const at = Number(style.exec(text)?.[1])
  if (!dates.has(at) && !doubtful.has(at)) return undefined
  if (/\st=["'](?!n["'])/.test(text)) return undefined
  number.lastIndex = from
  const value = number.exec(xml)?.[1] ?? ''
  if (value === '') return undefined
  if (doubtful.has(at)) return mayBeDate
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

  replace(at: number, tag: string, by: string): void {
    this.#pieces.push(this.#xml.slice(this.#from, at), by)
    this.#from = at + tag.length
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
