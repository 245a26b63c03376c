/** Workbooks for tests, as other programs write them, and some that no program writes. */
import { crc32, deflateRawSync } from 'node:zlib'
import { plainZip } from '../../../../main/platform/spreadsheets/zip-parts.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const related = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Content of a workbook. */
export interface WorkbookSpec {
  /** The XML of each sheet's parts, by its name: `<sheetData>…</sheetData><mergeCells/>`. */
  readonly sheets: Readonly<Record<string, string>>
  readonly hidden?: readonly string[]
  readonly styles?: string
  readonly doctype?: string
}

/** Two styles: 0 is general, 1 a date. */
const someStyles = `<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`

/** Returns styles with these format codes by id, and a cell style for each id in the list. */
export const stylesOf = (
  codes: Readonly<Record<number, string>>,
  cells: readonly number[],
): string => {
  const escaped = (code: string): string =>
    code.replace(/[&<"]/g, (sign) => `&#${String(sign.charCodeAt(0))};`)
  const formats = Object.entries(codes).map(
    ([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escaped(code)}"/>`,
  )
  const styles = cells.map((id) => `<xf numFmtId="${String(id)}"/>`)
  return `<styleSheet xmlns="${main}"><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`
}

/** Returns the XML parts of a workbook. */
export function workbookParts(created: WorkbookSpec): Map<string, Buffer> {
  const names = Object.keys(created.sheets)
  const listed = names.map((name, at) => {
    const state = created.hidden?.includes(name) ? ' state="hidden"' : ''
    return `<sheet name="${name}" sheetId="${String(at + 1)}"${state} r:id="r${String(at + 1)}"/>`
  })
  const relations = names.map(
    (_, at) =>
      `<Relationship Id="r${String(at + 1)}" Type="${related}/worksheet" Target="worksheets/sheet${String(at + 1)}.xml"/>`,
  )
  const parts: [string, string][] = [
    [
      'xl/workbook.xml',
      `${created.doctype ?? ''}<workbook xmlns="${main}" xmlns:r="${related}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', `<Relationships>${relations.join('')}</Relationships>`],
    ['xl/styles.xml', created.styles ?? someStyles],
    ...Object.values(created.sheets).map((xml, at): [string, string] => [
      `xl/worksheets/sheet${String(at + 1)}.xml`,
      `<worksheet xmlns="${main}">${xml}</worksheet>`,
    ]),
  ]
  return new Map(parts.map(([path, xml]) => [path, Buffer.from(xml)]))
}

/** Returns the bytes of a workbook. */
export const workbook = (created: WorkbookSpec): Uint8Array => plainZip(workbookParts(created))

/** Returns an archive that compresses the part at `path` and claims a false size for it. */
export function withFolded(
  parts: ReadonlyMap<string, Buffer>,
  path: string,
  claimed: number,
): Uint8Array {
  const part = parts.get(path) ?? Buffer.alloc(0)
  const zip = Buffer.from(plainZip(new Map([...parts, [path, deflateRawSync(part)]])))
  const entry = zip.lastIndexOf(path) - 46
  zip.writeUInt16LE(8, zip.indexOf(path) - 30 + 8)
  zip.writeUInt16LE(8, entry + 10)
  zip.writeUInt32LE(crc32(part), entry + 16)
  zip.writeUInt32LE(claimed, entry + 24)
  return zip
}

/** Returns a sheet whose first row is a header of text. */
export const headed = (rows: string, after = ''): string =>
  `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Account</t></is></c><c r="B1" t="inlineStr"><is><t>Amount</t></is></c></row>${rows}</sheetData>${after}`
