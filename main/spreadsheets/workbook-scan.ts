/**
 * What the reader of workbooks does not tell: the names of the sheets, cells that hold an error, merged cells; and
 * whether a sheet claims rows or columns that would fill the memory before the first cell is read.
 */
import type { OddRows } from './oddities.ts'
import { SheetRefusal, type SheetLimits } from './spreadsheet.ts'

/** A sheet of a workbook. */
export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  /** The path of its part; undefined: it has none, as a chart has no cells. */
  readonly path: string | undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (typeof name === 'string') return named[name] ?? all
    const code = typeof hex === 'string' ? parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })

/** In this file no tag is looked for beyond the next one, and no name begins within another: text takes linear time. */
function attributesOf(tag: string): Map<string, string> {
  const found = tag.matchAll(/(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return new Map(
    [...found].map(([, name = '', double, single]) => [name, decoded(double ?? single ?? '')]),
  )
}

const tags = (xml: string, name: string): Map<string, string>[] =>
  [...xml.matchAll(new RegExp(`<(?:[\\w-]+:)?${name}\\s([^<>]*)>`, 'g'))].map(([, tag = '']) =>
    attributesOf(tag),
  )

/** The sheets in their order. */
export function sheetsOf(parts: ReadonlyMap<string, Buffer>): WorkbookSheet[] {
  const workbook = parts.get('xl/workbook.xml')?.toString() ?? ''
  const relations = parts.get('xl/_rels/workbook.xml.rels')?.toString() ?? ''
  const paths = new Map(
    tags(relations, 'Relationship').map((tag) => [tag.get('Id'), tag.get('Target') ?? '']),
  )
  return tags(workbook, 'sheet').map((tag) => {
    const target = paths.get([...tag].find(([key]) => key.endsWith(':id'))?.[1])
    const path = target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`
    return {
      name: tag.get('name') ?? '',
      isHidden: tag.has('state') && tag.get('state') !== 'visible',
      path,
    }
  })
}

/** A document type could define entities, and no spreadsheet program writes one. */
export function refuseDocumentTypes(parts: ReadonlyMap<string, Buffer>): void {
  for (const part of parts.values()) {
    if (part.includes('<!DOCTYPE') || part.includes('<!ENTITY')) {
      throw new SheetRefusal('The workbook declares a document type, which no spreadsheet does.')
    }
  }
}

/** A cell holds 32,767 letters, each up to seven of XML. Nothing else in a workbook is as long. */
const mostLetters = 256 * 1024
const damaged = (): SheetRefusal => new SheetRefusal('The workbook is damaged: its XML has no end.')

/**
 * Refuses a tag within a tag, and a tag or a text that is longer than any cell. The reader begins each of these again with
 * every piece of the part: 2 MB of blanks took it 22 s (M10).
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

/** Where the tag, the comment or the letters as they are end that begin here. */
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

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

/** Blank rows in between count: no spreadsheet has more. */
const mostLines = 1_048_576
const errorCell = ': a cell holds an error such as #N/A instead of a value. It was read as empty.'
const merged = ': merged cells. The value stands in the first of them; the others are empty.'

/** Looks a sheet through before it is read. Throws {@link SheetRefusal} for what is too much. */
export function scanSheet(xml: string, limits: SheetLimits, odd: OddRows): void {
  const cell = /<(?:[\w-]+:)?(row|c|mergeCell)\s([^<>]*)>/g
  let lines = 0
  for (let found = cell.exec(xml); found; found = cell.exec(xml)) {
    const [, tag, text = ''] = found
    if (tag === 'mergeCell') {
      const first = /\bref="[A-Z]{1,3}(\d{1,7})/.exec(text)?.[1]
      if (first !== undefined) odd.add(merged, Number(first))
      continue
    }
    const place = /\br=["']([A-Z]*)(\d+)["']/.exec(text)
    const line = place ? Number(place[2]) : lines + 1
    if (line > mostLines) throw new SheetRefusal(`It has a row ${String(line)}.`)
    lines = Math.max(lines, line)
    const isEmpty = tag === 'row' || text.endsWith('/')
    if (!isEmpty && columnOf(place?.[1] ?? '') > limits.columns) {
      throw new SheetRefusal(
        `Row ${String(line)} has a column ${place?.[1] ?? ''}; up to ${String(limits.columns)} columns are read.`,
      )
    }
    if (/\bt=["']e["']/.test(text)) odd.add(errorCell, line)
  }
}
