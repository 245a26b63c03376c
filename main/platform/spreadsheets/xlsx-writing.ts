/** Writes a workbook of one sheet. Every text is a text cell: our workbooks have no formulas. */
import writeExcelFile, { type Cell } from 'write-excel-file/node'
import type { WrittenColumn, WrittenRow } from './spreadsheet.ts'

/** Excel's length limit for a sheet's name, and the characters that it does not allow. */
const sheetName = (title: string): string =>
  title
    .replace(/[[\]/\\:*?'\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 31)
    .trim() || 'Sheet 1'

/** A number whose digits Excel keeps; one with leading zeros or a power is text. */
const number = /^-?(?:0|[1-9]\d*)(?:\.(\d+))?$/
const exactDigits = 15

/** Creates the workbook. */
export async function writeWorkbook(
  title: string,
  columns: readonly WrittenColumn[],
  rows: readonly WrittenRow[],
): Promise<Uint8Array> {
  const head = columns.map((column): Cell => ({ ...text(column.title), fontWeight: 'bold' }))
  const cells = rows.map((row) => columns.map(({ holds }, at) => cellOf(row[at] ?? null, holds)))
  const created = writeExcelFile([head, ...cells], {
    sheet: sheetName(title),
    stickyRowsCount: 1,
    columns: columns.map((column) => ({
      width: Math.min(60, Math.max(12, column.title.length + 2)),
    })),
  })
  return created.toBuffer()
}

function cellOf(value: string | null, holds: WrittenColumn['holds']): Cell {
  if (value === null || value === '') return null
  const decimals = holds === 'number' ? number.exec(value) : null
  if (decimals === null || value.replace(/\D/g, '').length > exactDigits) return text(value)
  const places = decimals[1]?.length ?? 0
  const format = places === 0 ? '0' : `0.${'0'.repeat(places)}`
  return { value: Number(value), type: Number, format }
}

const text = (value: string) =>
  ({ value: besideNames(escaped(value)), type: String, format: '@' }) as const

/**
 * Excel's own escape of characters that XML cannot hold, and of text that would be read as such an
 * escape. Also of carriage returns, which XML turns into line feeds, and of characters that the
 * library removes.
 */
const escaped = (value: string): string =>
  value.replace(
    /_(?=x[0-9a-f]{4}_)|[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffd-\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]/gi,
    (signs) => Array.from({ length: signs.length }, (_, at) => code(signs.charCodeAt(at))).join(''),
  )

/**
 * The library looks texts up in an object, where names such as `constructor` have another meaning.
 */
const besideNames = (value: string): string =>
  value in Object.prototype ? code(value.charCodeAt(0)) + value.slice(1) : value

const code = (unit: number): string => `_x${unit.toString(16).toUpperCase().padStart(4, '0')}_`
