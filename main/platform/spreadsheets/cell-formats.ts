/**
 * Finds the cells of a workbook that hold dates: a date is stored as a number, and only its format
 * shows it. The library that reads the cells does not recognize `yyyymmdd`, and for an id below 100
 * uses the built-in format even if the file defines the id differently. So formats are judged here,
 * and the library gets styles that say date or nothing.
 */
import { SheetRefusal } from './spreadsheet.ts'
import { readXml, type XmlStyle } from './xml-reading.ts'

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
  readonly ambiguous: ReadonlySet<number>
  /** Number of styles. */
  readonly count: number
}

type Kind = 'date' | 'ambiguous' | 'number'

/**
 * The built-in dates and times: of all languages, of East Asia and of Thailand. ECMA-376 part 1,
 * 18.8.30.
 */
const builtInDates = [
  [14, 22],
  [45, 47],
  [27, 36],
  [50, 58],
  [71, 81],
] as const
const isBuiltInDate = (id: number): boolean =>
  builtInDates.some(([from, to]) => id >= from && id <= to)

/** Excel allows 65,490 cell styles, and format codes of 255 characters. */
const mostStyles = 65_536
const longestCode = 255

interface Style {
  readonly format: number | undefined
  /** Index of the style that this one is based on. */
  readonly base: number | undefined
}

/**
 * Judges the styles of a workbook; a workbook without them has none. Throws {@link SheetRefusal} for
 * more styles than a spreadsheet can have, and for damaged ones.
 */
export function cellFormats(part: Buffer | undefined): CellFormats {
  const codes = new Map<number, string>()
  const styles: Style[] = []
  const bases: Style[] = []
  let within = ''
  let found = 0
  const look: XmlStyle = {
    open: (element) => {
      if (['numFmts', 'cellStyleXfs', 'cellXfs'].includes(element.name)) within = element.name
      if (within === '' || (element.name !== 'xf' && element.name !== 'numFmt')) return
      found += 1
      if (found > mostStyles)
        throw new SheetRefusal(
          'The workbook has more styles than a spreadsheet can have. Save it again as .xlsx or CSV.',
        )
      const numberAt = (key: string): number | undefined => {
        const value = element.get(key)
        return value === undefined ? undefined : Number(value)
      }
      const format = numberAt('numFmtId')
      if (element.name === 'numFmt') {
        if (format !== undefined) codes.set(format, element.get('formatCode') ?? '')
      } else if (within === 'cellXfs') styles.push({ format, base: numberAt('xfId') })
      else if (within === 'cellStyleXfs') bases.push({ format, base: undefined })
    },
    close: (name) => {
      if (name === within) within = ''
    },
  }
  if (part !== undefined) readXml(part.toString(), look)
  return judged(styles, bases, codes)
}

function judged(
  styles: readonly Style[],
  bases: readonly Style[],
  codes: ReadonlyMap<number, string>,
): CellFormats {
  const kinds = new Map<number, Kind>()
  const kindOf = (id: number): Kind => {
    const kind = kinds.get(id) ?? kindOfId(id, codes.get(id))
    kinds.set(id, kind)
    return kind
  }
  const placesOf = (wanted: Kind): Set<number> =>
    new Set(
      styles.flatMap(({ format, base }, at) =>
        kindOf(format ?? bases[base ?? -1]?.format ?? 0) === wanted ? [at] : [],
      ),
    )
  return { dates: placesOf('date'), ambiguous: placesOf('ambiguous'), count: styles.length }
}

/**
 * The file's own code is also used under a low id, as most programs do; Excel may show the built-in
 * format instead. The exception is id 0, the id of every cell without a format.
 */
function kindOfId(id: number, code: string | undefined): Kind {
  if (code === undefined || id === 0) return isBuiltInDate(id) ? 'date' : 'number'
  const kind = kindOfCode(code)
  return kind === 'number' && isBuiltInDate(id) ? 'ambiguous' : kind
}

/**
 * Returns the kind of a format code. One section that is a date makes it a date: the others are for
 * zero and for text.
 */
function kindOfCode(code: string): Kind {
  if (code.length > longestCode) return 'ambiguous'
  const kinds = code
    // Literal letters, spaces of a letter's width, and fill characters.
    .replace(/\\.|"[^"]*"|[_*]./g, ' ')
    // Hours, minutes and seconds beyond a day are kept. Colors, conditions and languages are
    // ignored.
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]?/g, (part) => (part.endsWith(']') ? ' ' : part))
    .split(';')
    .map(kindOfSection)
  if (kinds.includes('date')) return 'date'
  return kinds.includes('ambiguous') ? 'ambiguous' : 'number'
}

/**
 * Years, months and minutes, days, hours, seconds, eras, the Thai year, and days of the week, with
 * or without a separator. `(?!a)` leaves one way to divide a run of `a`; with several, the time would
 * double with each letter.
 */
const dateParts = /^(?:[ymdhsegb]|a{3,}(?!a))+$/

function kindOfSection(section: string): Kind {
  const text = section
    .toLowerCase()
    .replace(/am\/pm|a\/p/g, 'h')
    .replace(/s[.,]0{1,3}/g, 's')
  if (/[0#?%@]|general|standard/.test(text)) return 'number'
  const words = text.match(/[a-z]+/g) ?? []
  if (words.length > 0 && words.every((word) => dateParts.test(word))) return 'date'
  return /yy|mm|dd|hh|ss/.test(text) ? 'ambiguous' : 'number'
}

/**
 * Returns styles for the library: a date becomes a built-in date, and all others have no format.
 */
export function plainStyles({ dates, count }: CellFormats): Buffer {
  const styles = Array.from({ length: count }, (_, at) =>
    dates.has(at) ? '<xf numFmtId="14"/>' : '<xf/>',
  )
  return Buffer.from(`<styleSheet><cellXfs>${styles.join('')}</cellXfs></styleSheet>`)
}
