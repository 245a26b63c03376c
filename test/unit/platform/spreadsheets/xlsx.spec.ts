import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSpreadsheet } from '../../../../main/platform/spreadsheets/read-spreadsheet.ts'
import { writeSpreadsheet } from '../../../../main/platform/spreadsheets/write-spreadsheet.ts'
import { plainZip, zipParts } from '../../../../main/platform/spreadsheets/zip-parts.ts'
import { headed, stylesOf, withFolded, workbook, workbookParts } from './workbooks.ts'
import { readerScript } from '../../support/programs/reader-scripts.ts'

const read = (bytes: Uint8Array, sheet?: string) => readSpreadsheet('file.xlsx', bytes, sheet)
async function sheetIn(bytes: Uint8Array) {
  const result = await read(bytes)
  if (!result.ok) throw new Error(result.error.detail)
  return result.value
}
const sheetOf = (rows: string, after = '') =>
  sheetIn(workbook({ sheets: { Payees: headed(rows, after) } }))
const detailOf = async (bytes: Uint8Array, sheet?: string): Promise<string> => {
  const result = await read(bytes, sheet)
  return result.ok ? 'it was read' : result.error.detail
}
const unread =
  'The workbook is damaged, and its cells cannot be read. Open it in Excel, and save it again as .xlsx or CSV.'
const failed =
  'The file could not be read because of a fault in Countersign. Try again, or save the file as CSV.'
const folded = (path: string, content: Buffer, claimed: number): Uint8Array =>
  withFolded(new Map([[path, content]]), path, claimed)
const cell = (value: string, rest = ''): string =>
  `<row r="2"><c r="A2"${rest}><v>${value}</v></c></row>`

describe('a cell of a workbook', () => {
  it.each([
    ['12', '12'],
    ['0.1', '0.1'],
    ['1.1000000000000001', '1.1'],
    ['-3.5000000000000001E-2', '-0.035'],
    ['1.2E+10', '12000000000'],
    ['1E-7', '0.0000001'],
    ['12345678901234567890', '12345678901234567890'],
    ['1.2345678901234501E+17', '123456789012345010'],
  ])('that holds the number %s gives its digits', async (stored, digits) => {
    expect((await sheetOf(cell(stored))).rows).toEqual([{ line: 2, cells: [digits, ''] }])
  })

  it.each([
    [
      'a number in scientific notation',
      cell('1.2E+10'),
      'Row 2: a number cell in scientific notation, read with all its digits.',
    ],
    [
      'a number of more than 15 digits',
      cell('12345678901234567'),
      'Row 2: a number cell of more than 15 digits. Excel keeps 15: the last ones may be others than were typed.',
    ],
    [
      'an error',
      cell('#N/A', ' t="e"'),
      'Row 2: a cell holds an error such as #N/A instead of a value. It was read as empty.',
    ],
    ['a date', cell('45292', ' s="1"'), 'Row 2: a date cell, read as YYYY-MM-DD.'],
  ])('that holds %s is reported with its row', async (_, row, oddity) => {
    expect((await sheetOf(row + '<row r="3"><c r="A3"><v>1</v></c></row>')).oddities).toEqual([
      oddity,
    ])
  })

  it('of ordinary digits is not odd', async () => {
    const { oddities } = await sheetOf(
      cell('123456789012345') + '<row r="3"><c r="A3"><v>0.30000000000000004</v></c></row>',
    )
    expect(oddities).toEqual([
      'Row 3: a number cell of more than 15 digits. Excel keeps 15: the last ones may be others than were typed.',
    ])
  })

  it('comes as a day, TRUE or FALSE, and what a formula last gave', async () => {
    const { rows } = await sheetOf(
      '<row r="2"><c r="A2" s="1"><v>45292</v></c><c r="B2" t="b"><v>1</v></c></row>' +
        '<row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f>"0"&amp;"7"</f><v>07</v></c></row>',
    )
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['2024-01-01', 'TRUE'],
      ['2', '07'],
    ])
  })

  it('keeps leading zeros, blanks and signs that XML cannot hold', async () => {
    const { rows } = await sheetOf(
      '<row r="2"><c r="A2" t="inlineStr"><is><t xml:space="preserve"> 0012 </t></is></c><c r="B2" t="inlineStr"><is><t>_x0041_&#x26;</t></is></c></row>',
    )
    expect(rows[0]?.cells).toEqual([' 0012 ', 'A&'])
  })
})

describe('a workbook', () => {
  it('numbers its rows as a spreadsheet shows them, skips blank ones and reports merged cells', async () => {
    const { rows, oddities } = await sheetOf(
      '<row r="5"><c r="A5"><v>1</v></c></row>',
      '<mergeCells count="1"><mergeCell ref="A5:B6"/></mergeCells>',
    )
    expect(rows).toEqual([{ line: 5, cells: ['1', ''] }])
    expect(oddities).toEqual([
      'Row 5: merged cells. The value is in the first of them; the others are empty.',
    ])
  })

  it('is read at its first visible sheet, or at the requested one', async () => {
    const sheets = {
      Old: headed(cell('1')),
      'A &amp; B': headed(cell('2')),
      Last: headed(cell('3')),
    }
    const bytes = workbook({ sheets, hidden: ['Old'] })
    const first = await read(bytes)
    expect(first).toMatchObject({
      value: { sheets: ['Old', 'A & B', 'Last'], sheet: 'A & B', rows: [{ cells: ['2', ''] }] },
    })
    expect(await read(bytes, 'Last')).toMatchObject({ value: { rows: [{ cells: ['3', ''] }] } })
    expect(await detailOf(bytes, 'Nowhere')).toBe('The workbook has no such sheet.')
  })
})

describe('the list of sheets', () => {
  const list = (sheets: string, relations: string, more: Record<string, string> = {}) => {
    const parts = workbookParts({ sheets: { A: headed(cell('1')) } })
    parts.set('xl/workbook.xml', Buffer.from(`<workbook>${sheets}</workbook>`))
    parts.set('xl/_rels/workbook.xml.rels', Buffer.from(`<R>${relations}</R>`))
    for (const [path, xml] of Object.entries(more)) parts.set(path, Buffer.from(xml))
    return plainZip(parts)
  }
  const one = '<sheet name="A" r:id="a"/>'
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const target = (path: string, rest = `Type="${type}/worksheet"`) =>
    `<Relationship Id="a" ${rest} Target="${path}"/>`

  it.each(['A_x0041_', 'A &lt;&#66;&gt;', 'constructor'])('may name one %s', async (name) => {
    const bytes = workbook({ sheets: { Old: headed(''), [name]: headed(cell('2')) } })
    const shown = name.replace('&lt;&#66;&gt;', '<B>')
    expect(await read(bytes, shown)).toMatchObject({
      value: { sheets: ['Old', shown], sheet: shown, rows: [{ cells: ['2', ''] }] },
    })
  })

  it('is read without its comments, with any prefix and with absolute paths', async () => {
    const bytes = list(
      `<!-- <sheet name="Not" r:id="a"/> --><x:sheet name="A" rel:id="a"/>`,
      target('/xl/worksheets/sheet1.xml'),
    )
    expect(await sheetIn(bytes)).toMatchObject({ sheets: ['A'], rows: [{ cells: ['1', ''] }] })
  })

  it('decides which sheet is read: the library receives no other', async () => {
    const other = { 'xl/other.xml': `<worksheet>${headed(cell('666'))}</worksheet>` }
    const both = target('other.xml') + target('worksheets/sheet1.xml', 'Type="x"')
    expect(await sheetIn(list(one, both, other))).toMatchObject({ rows: [{ cells: ['1', ''] }] })
  })

  it.each([
    ['has an entity that is none', list('<sheet name="&a;" r:id="a"/>', target('x')), unread],
    ['is no XML', list('<sheet', target('x')), unread],
    ['names a sheet twice', list('<sheet name="A" x:name="B" r:id="a"/>', ''), unread],
    ['names a part that is not there', list(one, target('worksheets/x.xml')), unread],
    ['names no part', list(one, ''), 'The workbook has no sheet with cells.'],
  ])('that %s is refused', async (_, bytes, detail) => {
    expect(await detailOf(bytes)).toBe(detail)
  })

  it.each([
    ['1', '2028-01-02'],
    ['true', '2028-01-02'],
    ['0', '2024-01-01'],
    ['false', '2024-01-01'],
  ])('says from which year days are counted: date1904="%s"', async (value, day) => {
    const parts = workbookParts({ sheets: { A: headed(cell('45292', ' s="1"')) } })
    const xml = parts.get('xl/workbook.xml')?.toString() ?? ''
    const dated = xml.replace('<sheets>', `<workbookPr date1904="${value}"/><sheets>`)
    parts.set('xl/workbook.xml', Buffer.from(dated))
    expect((await sheetIn(plainZip(parts))).rows[0]?.cells[0]).toBe(day)
  })
})

/** Returns a workbook of one number in A2, whose format has this code under this id. */
const formatted = (code: string, value = '45292', id = 164): Uint8Array =>
  workbook({
    sheets: { A: headed(cell(value, ' s="1"')) },
    styles: stylesOf({ [id]: code }, [0, id]),
  })

describe('a number of a workbook', () => {
  it.each([
    'yyyymmdd',
    'mmddyyyy',
    'MMDDYYYY',
    'ddmmyy',
    'mmyyyy',
    'ddmmmyyyy',
    'yyyymmddhhmmss',
    '[$-409]mmddyyyy;@',
    'yyyymmdd;[Red]yyyymmdd;"none"',
    '[>=1]yyyymmdd;0',
    'm/d/yy h:mm AM/PM',
    'ggge"y"',
    'yyyy\\-mm\\-dd',
  ])('in the format %s comes as a day', async (code) => {
    const { rows, oddities } = await sheetIn(formatted(code))
    expect(rows[0]?.cells[0]).toBe('2024-01-01')
    expect(oddities).toEqual(['Row 2: a date cell, read as YYYY-MM-DD.'])
  })

  it.each([
    ['0.395833333', '09:30:00'],
    ['0.3958333', '09:30:00'],
    ['0.99998', '23:59:58'],
  ])('has the time of day of %s rounded, not cut: %s', async (fraction, time) => {
    const { rows } = await sheetIn(formatted('yyyy-mm-dd hh:mm', `45292${fraction.slice(1)}`))
    expect(rows[0]?.cells[0]).toBe(`2024-01-01 ${time}`)
  })

  it.each([
    '0.00',
    '#,##0.00_);[Red](#,##0.00)',
    '_-* #,##0.00 "d"_-',
    '0.00E+00',
    'General',
    'GENERAL',
    '@',
    '# ?/?',
    '0\\d',
    '[$USD-409] #,##0.00',
    'USD #,##0.00',
    '"yyyymmdd"',
  ])('in the format %s comes as its digits, without a warning', async (code) => {
    const { rows, oddities } = await sheetIn(formatted(code))
    expect(rows[0]?.cells[0]).toBe('45292')
    expect(oddities).toEqual([])
  })

  it.each([
    ['a day', 60, 'yyyy-mm-dd', '2024-01-01', 'Row 2: a date cell, read as YYYY-MM-DD.'],
    [
      'its digits, and is remarked on,',
      14,
      '0.00',
      '45292',
      'Row 2: a number in a format that may be a date. Compare it with the workbook.',
    ],
    [
      'its digits, and is remarked on,',
      164,
      'yyyy-mm-ddThh:mm',
      '45292',
      'Row 2: a number in a format that may be a date. Compare it with the workbook.',
    ],
  ])('comes as %s under the id %i with the format %s', async (_, id, code, text, oddity) => {
    const { rows, oddities } = await sheetIn(formatted(code, '45292', id))
    expect(rows[0]?.cells[0]).toBe(text)
    expect(oddities).toEqual([oddity])
  })

  it.each(['20260115', '4000123456789', '-5', '2958466'])(
    'that is no day keeps its digits in a date format: %s',
    async (value) => {
      const { rows, oddities } = await sheetIn(formatted('yyyymmdd', value))
      expect(rows[0]?.cells[0]).toBe(value)
      expect(oddities).toEqual([
        'Row 2: a date cell whose number is not a date. It was read as that number.',
      ])
    },
  )

  it.each(['', ' t=""', ' t="n"', ' x:t="n"'])('is one with the kind "%s"', async (kind) => {
    const rows = headed(
      cell('20260115', ` s="1"${kind}`) + cell('45292', ` s="1"${kind}`).replaceAll('2"', '3"'),
    )
    const sheet = await sheetIn(workbook({ sheets: { A: rows } }))
    expect(sheet.rows.map(({ cells }) => cells[0])).toEqual(['20260115', '2024-01-01'])
  })

  it('takes its format from the base style of its own style', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyymmdd"/></numFmts>' +
      '<cellStyleXfs><xf/><xf numFmtId="164"/></cellStyleXfs>' +
      '<cellXfs><!-- <xf/> --><xf/><xf xfId="1"/></cellXfs>' +
      '<dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs></styleSheet>'
    const { rows } = await sheetIn(
      workbook({ sheets: { A: headed(cell('45292', ' s="1"')) }, styles }),
    )
    expect(rows[0]?.cells[0]).toBe('2024-01-01')
  })

  it('reads a format of many letters at once', async () => {
    // With an expression that can divide them in several ways, each letter doubles the time.
    const { rows } = await sheetIn(formatted(`${'a'.repeat(200)}z`, '45292', 164))
    expect(rows[0]?.cells[0]).toBe('45292')
  })
})

describe('a sheet without references', () => {
  const title = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const titles = `<row>${title('Account')}${title('Amount')}</row>`

  it.each([
    [
      'of rows and cells',
      `${titles}<row><c><v>1</v></c><c><v>2</v></c></row><row/><row><c/><c><v>3</v></c></row>`,
    ],
    [
      'of cells',
      `<row r="1">${title('Account')}${title('Amount')}</row><row r="2"><c><v>1</v></c><c><v>2</v></c></row><row r="4"><c s="0"/><c><v>3</v></c></row>`,
    ],
    [
      'of rows',
      `${titles}<row><c r="A2"><v>1</v></c><c r="B2"><v>2</v></c></row><row><c r="B4"><v>3</v></c></row>`,
    ],
    [
      'of some',
      `${titles}<row><c r="A2"><v>1</v></c><c><v>2</v></c></row><row r="4"><c r="A4"/><c s="0"><f>1+2</f><v>3</v></c></row>`,
    ],
    [
      'behind comments',
      `${titles}<row><!-- <c><v>9</v></c> --><c><v>1</v></c><c><v>2</v></c></row><row></row><!-- <row/> --><row><c></c><c><v>3</v></c></row>`,
    ],
  ])('%s is read by its places', async (_, rows) => {
    const sheet = await sheetIn(workbook({ sheets: { A: `<sheetData>${rows}</sheetData>` } }))
    expect(sheet.headers).toEqual(['Account', 'Amount'])
    expect(sheet.rows).toEqual([
      { line: 2, cells: ['1', '2'] },
      { line: 4, cells: ['', '3'] },
    ])
    expect(sheet.oddities).toEqual([])
  })

  it('is read so where its elements have a prefix', async () => {
    const cells =
      '<x:row><x:c t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c></x:row>'
    const sheet = await sheetIn(workbook({ sheets: { A: `<x:sheetData>${cells}</x:sheetData>` } }))
    expect(sheet.rows).toEqual([{ line: 2, cells: ['7'] }])
  })

  it('reports odd cells with their row', async () => {
    const rows = `${titles}<row/><row><c><v>1</v></c><c t="e"><v>#N/A</v></c></row><row><c s="1"><v>45292</v></c></row>`
    const sheet = await sheetIn(workbook({ sheets: { A: `<sheetData>${rows}</sheetData>` } }))
    expect(sheet.oddities).toEqual([
      'Row 3: a cell holds an error such as #N/A instead of a value. It was read as empty.',
      'Row 4: a date cell, read as YYYY-MM-DD.',
    ])
  })

  it('has no more rows and columns than one with them', async () => {
    const wide = `<row>${'<c><v>1</v></c>'.repeat(201)}</row>`
    expect(await detailOf(workbook({ sheets: { A: `<sheetData>${wide}` } }))).toBe(
      'Row 1 has a column GS; up to 200 columns are read. Remove the others.',
    )
    const long = `<sheetData>${'<row/>'.repeat(1_048_577)}`
    expect(await detailOf(workbook({ sheets: { A: long } }))).toBe(
      'The workbook has a row 1048577, more than a spreadsheet can have. Save it again as .xlsx or CSV.',
    )
  })

  it('takes no more memory with references put in than a sheet may take', async () => {
    const limits = { bytes: 1024 * 1024, rows: 1_000_000, columns: 5 }
    const rows = `<row>${'<c></c>'.repeat(5)}</row>`.repeat(80_000)
    const bytes = workbook({ sheets: { A: `<sheetData>${rows}</sheetData>` } })
    const parts = workbookParts({ sheets: { A: '' } })
    const path = 'xl/worksheets/sheet1.xml'
    parts.set(path, zipParts(bytes, { bytes: 1e8 }).get(path) ?? Buffer.alloc(0))
    expect(
      await readSpreadsheet('a.xlsx', withFolded(parts, path, 10), undefined, { limits }),
    ).toEqual({
      ok: false,
      error: {
        detail: 'The unpacked workbook is larger than 4 MB. Divide it, or save the sheet as CSV.',
      },
    })
  })

  it.each([
    ['$A$2', '$A$2'],
    ['a2', 'a2'],
    ['A', 'A'],
    ['2', '2'],
    ['A and 30 digits', `A${'9'.repeat(30)}`],
    ['A and 400 digits', `A${'9'.repeat(400)}`],
    ['400 letters and 2', `${'Z'.repeat(400)}2`],
  ])('is none with the reference %s, and refused', async (_, wrong) => {
    const rows = `<row r="2"><c r="${wrong}"><v>1</v></c></row>`
    expect(await detailOf(workbook({ sheets: { A: headed(rows) } }))).toBe(
      'The workbook is damaged: a cell of row 2 has an unreadable place. Save it again as .xlsx or CSV.',
    )
  })

  it.each([30, 400])('is in no row whose number has %i digits', async (digits) => {
    const rows = `<row r="2"/><row r="${'9'.repeat(digits)}"><c><v>1</v></c></row>`
    expect(await detailOf(workbook({ sheets: { A: headed(rows) } }))).toBe(
      'The workbook is damaged: the row after row 2 has an unreadable place. Save it again as .xlsx or CSV.',
    )
  })
})

describe('a file that is no workbook', () => {
  const ach = new URL('./nacha/fixtures/ppd.ach', import.meta.url)
  const page =
    'The file is a web page (HTML), not a workbook. Open it in Excel, and save it as .xlsx or CSV.'
  const xml =
    'The file is an XML file, not a workbook. Open it in Excel, and save it as .xlsx or CSV.'
  const notATable = (what: string): string =>
    `The file is ${what}, not a table. Save the table as .xlsx or CSV.`
  const binary = 'The file is neither text nor a workbook. Save the table as .xlsx or CSV.'
  const table = '<table><tr><td>Account</td></tr><tr><td>1</td></tr></table>'
  const archive = (path: string, text: string): Uint8Array =>
    plainZip(
      new Map([
        [path, Buffer.from(text)],
        ['content.xml', Buffer.from('<a/>')],
      ]),
    )
  it.each([
    ['report.xls', Buffer.from(table), page],
    ['report.xlsx', Buffer.from(`\ufeff\r\n<!DOCTYPE html><html>${table}</html>`), page],
    ['report.xls', Buffer.from(`<!-- made by -->\n<HTML>${table}</HTML>`), page],
    ['report.csv', Buffer.from(`\ufeff<html>${table}</html>`, 'utf16le'), page],
    ['report.xls', Buffer.from(`<?xml version="1.0"?>\n<html>${table}</html>`), page],
    ['report.xls', Buffer.from(`MIME-Version: 1.0\nContent-Type: multipart/related\n`), page],
    [
      'report.xls',
      Buffer.from(
        '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook><Table x="1"></Table></Workbook>',
      ),
      xml,
    ],
    ['report.xlsx', Buffer.from('<Workbook xmlns="urn:schemas-microsoft-com:office"/>'), xml],
    [
      'report.xlsx',
      archive('xl/workbook.bin', 'x'),
      'The file is a binary workbook (.xlsb). Save it as .xlsx or CSV.',
    ],
    [
      'report.xlsx',
      archive('mimetype', 'application/vnd.oasis.opendocument.spreadsheet'),
      'The file is an OpenDocument spreadsheet (.ods). Save it as .xlsx or CSV.',
    ],
    [
      'report.xlsx',
      archive('mimetype', 'application/epub+zip'),
      'The file is an archive without a workbook. Save the workbook as .xlsx or CSV.',
    ],
    [
      'report.xlsb',
      Buffer.from('a,b'),
      'The file is not a workbook, despite its name. Save it as .xlsx or CSV.',
    ],
    [
      'report.xls',
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      'The file is an old workbook (.xls) or has a password. Save it as .xlsx without a password, or as CSV.',
    ],
    ['keys.csv', Buffer.from('feedfeed0000000200000001', 'hex'), notATable('a Java keystore')],
    ['keys.txt', Buffer.from('cececece0000000200000001', 'hex'), notATable('a Java keystore')],
    [
      'payroll.ach',
      Buffer.from(`f1f0f140f0f9f1f0f0f0f0f1f9c1f0f9f4f1f0f140${'40'.repeat(70)}15`, 'hex'),
      'The file is in EBCDIC, as mainframes write it. Save it as ASCII text.',
    ],
    ['report.csv', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\n'), notATable('a PDF document')],
    ['report.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), notATable('a picture')],
    ['report.csv', Buffer.from('ffd8ffe000104a464946', 'hex'), notATable('a picture')],
    ['report.csv', Buffer.from('1f8b0800000000000003', 'hex'), notATable('a compressed file')],
    ['report.csv', Buffer.from('3082053a020103308204', 'hex'), binary],
    ['pay.ach', readFileSync(ach), 'The file is a NACHA file. Import it under New batch.'],
    ['report.ach', Buffer.from('\u0001\u0002,b\n1,2\n'), binary],
  ])('%# (%s) is named by the kind of its bytes', async (name, bytes, detail) => {
    expect(await readSpreadsheet(name, bytes)).toEqual({ ok: false, error: { detail } })
  })

  it.each([
    ['report.xls', 'Account\tAmount\n1\t2\n'],
    ['fix.csv', '<Account>,<Amount>\n1,2\n'],
  ])('but a table of text is read: %s', async (name, text) => {
    expect(await readSpreadsheet(name, Buffer.from(text))).toMatchObject({
      value: { rows: [{ cells: ['1', '2'] }] },
    })
  })
})

describe('a workbook that cannot be read', () => {
  it.each([
    ['no sheet data', '<cols/>'],
    ['a boolean that is none', headed(cell('x', ' t="b"'))],
    ['a text that is not there', headed(cell('7', ' t="s"'))],
    ['a style that is not there', headed(cell('7', ' s="99"'))],
    ['a kind of cell that is none', headed(cell('7', ' t="q"'))],
    ['rows out of order', headed(`${cell('1')}${cell('2')}`)],
    ['tags that do not fit', '<sheetData><row r="1"><c r="A1"></row></c></sheetData>'],
    ['a cell outside of rows', '<sheetData><c><v>1</v></c></sheetData>'],
    ['XML that is broken', '<sheetData><row r="1"><c r="A1"><v>1</v>'],
    ['an entity that is none', headed(cell('&nothing;'))],
    ['a sign that XML cannot hold', headed(cell('\u000b', ' t="str"'))],
    ['two places of a cell', headed('<row r="2"><c x:r="ZZ9" r="A2"><v>1</v></c></row>')],
    ['a row in a cell', headed('<row r="2"><c><row/><v>1</v></c></row>')],
    ['a cell in a cell', headed('<row r="2"><c><c/><v>1</v></c></row>')],
  ])('for %s is refused with a message of this program', async (_, sheet) => {
    expect(await detailOf(workbook({ sheets: { A: sheet } }))).toBe(unread)
  })
})

/** Returns where the entry of a path begins in the central directory. */
const entryOf = (zip: Buffer, path: string): number => zip.lastIndexOf(path) - 46
/** Returns where the local header of a path begins. */
const headerOf = (zip: Buffer, path: string): number => zip.indexOf(path) - 30
const sheetPath = 'xl/worksheets/sheet1.xml'
const otherPath = 'xl/worksheets/sheet2.xml'
const archiveDamaged =
  'The workbook is damaged: its archive cannot be read. Save it again as .xlsx or CSV.'

describe('the archive of a workbook', () => {
  const parts = (): Map<string, Buffer> =>
    workbookParts({ sheets: { A: headed(cell('1')), B: headed(cell('2')) } })
  const zipOf = (change: (zip: Buffer) => void, all = parts()): Buffer => {
    const zip = Buffer.from(plainZip(all))
    change(zip)
    return zip
  }
  const value = async (bytes: Uint8Array) => (await sheetIn(bytes)).rows[0]?.cells[0]

  it('may be compressed, with its sizes behind the parts and false ones before them', async () => {
    const zip = Buffer.from(withFolded(parts(), sheetPath, 0))
    const header = headerOf(zip, sheetPath)
    zip.writeUInt16LE(8, header + 6)
    zip.fill(0, header + 14, header + 26)
    expect(await value(zip)).toBe('1')
  })

  it('is read by its central directory, whatever its local headers say', async () => {
    const all = new Map([
      ['hidden.xml', Buffer.from(`<worksheet>${headed(cell('666'))}</worksheet>`)],
      ...parts(),
    ])
    const zip = zipOf((bytes) => {
      const local = headerOf(bytes, 'hidden.xml')
      // A local header that no entry of the directory leads to.
      bytes.write(sheetPath.slice(0, 10), local + 30)
      bytes.write('xl/no.xml', headerOf(bytes, sheetPath) + 30)
    }, all)
    expect(await value(zip)).toBe('1')
  })

  it.each(['/xl/worksheets/sheet1.xml', '../../evil.xml', 'C:\\evil.xml', '..\\evil.xml'])(
    'may name a part %s, which is written nowhere',
    async (path) => {
      const all = parts()
      const sheet = all.get(sheetPath) ?? Buffer.alloc(0)
      if (path.endsWith(sheetPath)) all.delete(sheetPath)
      expect(await value(plainZip(new Map([...all, [path, sheet]])))).toBe('1')
    },
  )

  it('cannot show the library another archive within a part', async () => {
    // Read from its end, a last path such as this one is where a ZIP64 archive names its directory.
    const inner = workbookParts({ sheets: { A: headed(cell('666')) } })
    const start = 30 + 'a.xml'.length
    const zip = Buffer.from(plainZip(inner))
    const directory = zip.readUInt32LE(zip.length - 6)
    for (let at = directory; at < zip.length - 22; at += 46 + zip.readUInt16LE(at + 28))
      zip.writeUInt32LE(start + zip.readUInt32LE(at + 42), at + 42)
    const record = Buffer.alloc(56)
    record.writeUInt32LE(0x06064b50, 0)
    record.writeUInt32LE(inner.size, 32)
    record.writeUInt32LE(start + directory, 48)
    const recordAt = 0x10000
    const locator = Buffer.alloc(16)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeUInt32LE(recordAt, 8)
    const filled = Buffer.alloc(recordAt - start - zip.length, ' ')
    const all = new Map([
      ['a.xml', Buffer.concat([zip, filled, record])],
      ...parts(),
      [`${locator.toString('latin1')}.xml`, Buffer.from('<a/>')],
    ])
    expect(await value(plainZip(all))).toBe('1')
  })

  it.each<readonly [string, (zip: Buffer) => void, string]>([
    [
      'has a password',
      (zip) => zip.writeUInt16LE(1, entryOf(zip, sheetPath) + 8),
      'The workbook has a password. Save it without one.',
    ],
    [
      'has sizes of ZIP64',
      (zip) => zip.fill(0xff, entryOf(zip, sheetPath) + 20, entryOf(zip, sheetPath) + 28),
      archiveDamaged,
    ],
    [
      'has a directory of ZIP64',
      (zip) => zip.writeUInt32LE(0xffffffff, zip.length - 6),
      archiveDamaged,
    ],
    [
      'has a compression of another kind',
      (zip) => zip.writeUInt16LE(12, entryOf(zip, sheetPath) + 10),
      archiveDamaged,
    ],
    [
      'leads to no local header',
      (zip) => zip.writeUInt32LE(1, entryOf(zip, sheetPath) + 42),
      archiveDamaged,
    ],
    [
      'has more entries than it says',
      (zip) => zip.writeUInt16LE(99, zip.length - 12),
      archiveDamaged,
    ],
    [
      'has two parts of one path',
      (zip) => zip.write(sheetPath, entryOf(zip, otherPath) + 46),
      archiveDamaged,
    ],
    [
      'has another digit than it was written with',
      (zip) => zip.write('7', zip.indexOf('<v>1</v>') + 3),
      archiveDamaged,
    ],
    [
      'has another text than it was written with, in a part without cells',
      (zip) => zip.write('C', zip.indexOf('sheet name="A"') + 12),
      archiveDamaged,
    ],
    [
      'says that it has more than 10,000 entries',
      (zip) => zip.writeUInt16LE(10_001, zip.length - 12),
      'The unpacked workbook is larger than 128 MB. Divide it, or save the sheet as CSV.',
    ],
  ])('that %s is refused', async (_, change, detail) => {
    expect(await detailOf(zipOf(change))).toBe(detail)
  })

  it('that is compressed and has another checksum than its part is refused', async () => {
    const zip = Buffer.from(withFolded(parts(), sheetPath, 10))
    zip.writeUInt32LE(1, entryOf(zip, sheetPath) + 16)
    expect(await detailOf(zip)).toBe(archiveDamaged)
  })
})

describe('a hostile workbook', () => {
  it('that unfolds to gigabytes is not unfolded', async () => {
    const zeros = folded('xl/worksheets/sheet1.xml', Buffer.alloc(300 * 1024 * 1024), 10)
    expect(zeros.length).toBeLessThan(1024 * 1024)
    expect(await detailOf(zeros)).toBe(
      'The unpacked workbook is larger than 128 MB. Divide it, or save the sheet as CSV.',
    )
  })

  it('that unfolds to more than four times the largest file is refused', async () => {
    const limits = { bytes: 1024 * 1024, rows: 10, columns: 5 }
    const blanks = Buffer.alloc(4 * 1024 * 1024 + 1, ' ')
    const bytes = folded('xl/worksheets/sheet1.xml', blanks, 10)
    expect(await readSpreadsheet('a.xlsx', bytes, undefined, { limits })).toEqual({
      ok: false,
      error: {
        detail: 'The unpacked workbook is larger than 4 MB. Divide it, or save the sheet as CSV.',
      },
    })
  })

  const endless = 'The workbook is damaged: its XML has no end. Save it again as .xlsx or CSV.'
  const blanks = ' '.repeat(2_000_000)
  const attributes = Array.from({ length: 150_000 }, (_, at) => ` a${String(at)}=""`).join('')
  it.each([
    ['a text', blanks, endless],
    ['a tag', `<a${blanks}/>`, endless],
    ['an end tag', `<a></a${blanks}>`, endless],
    ['a value', `<a b="${blanks}"/>`, endless],
    ['a comment', `<!--${blanks}-->`, endless],
    ['letters as they are', `<![CDATA[${blanks}]]>`, endless],
    ['an instruction', `<?a ${blanks}?>`, endless],
    ['tags in tags', '<row '.repeat(500_000), unread],
    ['a value that does not close', `<a b="${blanks}`, endless],
    ['attributes', `<a${attributes}<`, endless],
    ['a comment that does not close', `<!--${blanks}`, endless],
    ['comments in comments', '<!-- <a> '.repeat(500_000), unread],
    ['letters that do not close', '<![CDATA[ <a> '.repeat(500_000), endless],
    ['elements in elements', '<a>'.repeat(1_000_000), unread],
  ])('of %s without an end is refused before the library reads it', async (_, xml, detail) => {
    expect(await detailOf(workbook({ sheets: { A: xml } }))).toBe(detail)
    const parts = workbookParts({ sheets: { A: headed('') } })
    parts.set('xl/sharedStrings.xml', Buffer.from(`<sst>${xml}</sst>`))
    expect(await detailOf(plainZip(parts))).toBe(detail)
  })

  it('that is none is read in full, whatever characters are at the end of a piece', async () => {
    const text = '\u{1f4b6}\r\n&amp;\u00e9'
    const row = `<row><c><v>1</v></c>\r\n<c t="inlineStr"><is><t>${text}</t></is></c></row>\r\n`
    const { rows } = await sheetOf(row.repeat(20_000))
    expect(rows).toHaveLength(20_000)
    const cells = ['1', '\u{1f4b6}\r\n&\u00e9']
    expect(rows.filter((one) => one.cells.join() !== cells.join())).toEqual([])
  })

  it('that is none may begin with a byte order mark and a declaration', async () => {
    const begin = '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
    const parts = [...workbookParts({ sheets: { A: headed('<row><c><v>1</v></c></row>') } })]
    const marked = parts.map(([path, xml]) => [path, Buffer.from(begin + xml.toString())] as const)
    expect((await sheetIn(plainZip(new Map(marked)))).rows[0]?.cells[0]).toBe('1')
  })

  it('that is none keeps comments, letters as they are, and the longest text of a cell', async () => {
    const longest = '&quot;'.repeat(32_767)
    const sheet = headed(
      `<!-- a < b --><row r="2"><c r="A2" t="inlineStr"><is><t>${longest}</t></is></c></row>`,
    )
    const result = await read(workbook({ sheets: { A: sheet } }))
    expect(result).toMatchObject({ value: { rows: [{ cells: ['"'.repeat(32_767), ''] }] } })
  })

  it.each(['<!DOCTYPE x [<!ENTITY a "aaaa">]>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">'])(
    'with the document type %s is refused',
    async (doctype) => {
      expect(await detailOf(workbook({ sheets: { A: headed('') }, doctype }))).toBe(
        'The workbook declares a document type, which no spreadsheet does. Save it again as .xlsx or CSV.',
      )
    },
  )

  it.each([
    [
      'a row far below',
      '<row r="99999999"><c r="A99999999"><v>1</v></c></row>',
      'The workbook has a row 99999999, more than a spreadsheet can have. Save it again as .xlsx or CSV.',
    ],
    [
      'a column far right',
      '<row r="2"><c r="XFD2"><v>1</v></c></row>',
      'Row 2 has a column XFD; up to 200 columns are read. Remove the others.',
    ],
  ])('that claims %s is refused before memory is filled', async (_, row, detail) => {
    expect(await detailOf(workbook({ sheets: { A: headed(row) } }))).toBe(detail)
  })

  it('of more rows than are read is refused with a message', async () => {
    const rows = Array.from(
      { length: 12 },
      (_, at) => `<row r="${String(at + 2)}"><c r="A${String(at + 2)}"><v>1</v></c></row>`,
    )
    const limits = { bytes: 1e6, rows: 10, columns: 5 }
    const result = await readSpreadsheet(
      'a.xlsx',
      workbook({ sheets: { A: headed(rows.join('')) } }),
      undefined,
      { limits },
    )
    expect(result).toEqual({
      ok: false,
      error: { detail: 'The file has more than 10 rows. Divide it into parts.' },
    })
  })

  it.each([
    ['cut off', workbook({ sheets: { A: headed('') } }).subarray(0, 400)],
    ['of nothing but a mark', Buffer.from('PK\u0003\u0004')],
    ['without its parts', folded('hello.xml', Buffer.from('<a/>'), 4)],
    ['whose XML is broken', workbook({ sheets: { A: '<sheetData><row r="1"><c r="A1"' } })],
    ['of the old kind', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['that is text', Buffer.from('a,b')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s ends with a message', async (_, bytes) => {
    expect(await detailOf(bytes)).toMatch(/^(?:It|The) .*\./)
  })

  it.each([
    ['crashes', 'process.exit(7)', failed],
    ['throws', 'throw new Error("broken")', failed],
    [
      'never answers',
      'setInterval(() => {}, 1000)',
      'Reading took longer than 0 seconds. Divide the file into parts.',
    ],
    [
      'wants all memory',
      // In large pieces: a thread with `resourceLimits` would end the whole program.
      'answerMain(() => { const a = []; for (;;) a.push(new Array(3e7).fill(1)) })',
      'Reading needs more than 1024 MB of memory. Divide the file into parts.',
    ],
    ['ends before it has started', 'process.abort()', failed],
  ])('whose process %s does not block main', async (what, code, detail) => {
    const script = readerScript(code)
    const answerTimeoutMs = what === 'never answers' ? 300 : 50_000
    const result = await readSpreadsheet('a.csv', Buffer.from('a'), undefined, {
      script,
      answerTimeoutMs,
    })
    expect(result).toEqual({ ok: false, error: { detail } })
  })
})

describe('a workbook of ours', () => {
  const texts = [
    '=1+1',
    '@SUM(A1)',
    "+cmd|' /C calc'!A0",
    '-2+3',
    '=HYPERLINK("http://x","y")',
    '0012',
    '1E5',
    '<f>1</f>',
    '_x0041_',
    '\ttab',
    '\r',
    '\ud800',
    'constructor',
    '__proto__',
  ]
  it('runs nothing: each text is a text cell, and no cell holds a formula', async () => {
    const bytes = await writeSpreadsheet({
      format: 'xlsx',
      title: '=1+1',
      columns: [
        { title: '=2+2', holds: 'text' },
        { title: 'Amount', holds: 'number' },
        { title: 'Row', holds: 'text' },
      ],
      rows: texts.map((text) => [text, text, 'x']),
    })
    const parts = zipParts(bytes, { bytes: 1e6 })
    const sheet = parts.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    const cells = [...sheet.matchAll(/<c [^>]*>/g)].map(([tag]) => tag)
    expect(cells).toHaveLength(3 + texts.length * 3)
    for (const tag of cells) expect(tag).toMatch(/ t="(?:s|inlineStr)"/)
    for (const part of parts.values()) expect(part.toString()).not.toMatch(/<(?:\w+:)?f[\s>]/)
    const result = await read(bytes)
    if (!result.ok) throw new Error(result.error.detail)
    expect(result.value.headers).toEqual(['=2+2', 'Amount', 'Row'])
    expect(result.value.rows.map(({ cells: [text] }) => text)).toEqual(texts)
  })

  it('holds a number as one only where a spreadsheet keeps every digit of it', async () => {
    const numbers = ['12.50', '-0.07', '0', '007', '1234567890123456', '1e5', '']
    const bytes = await writeSpreadsheet({
      format: 'xlsx',
      title: 'Amounts',
      columns: [{ title: 'Amount', holds: 'number' }],
      rows: numbers.map((number) => [number]),
    })
    const sheet = zipParts(bytes, { bytes: 1e6 }).get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    const kinds = [...sheet.matchAll(/<c r="A(\d+)"[^>]*?( t="s")?>/g)].map(([, row, text]) => [
      row,
      text === undefined,
    ])
    expect(kinds).toEqual([
      ['1', false],
      ['2', true],
      ['3', true],
      ['4', true],
      ['5', false],
      ['6', false],
      ['7', false],
    ])
  })

  it.each(['', '[]:*?/\\', 'x'.repeat(80), "'quoted'", 'Alerts: today'])(
    'may be called %j',
    async (title) => {
      const bytes = await writeSpreadsheet({
        format: 'xlsx',
        title,
        columns: [{ title: 'A', holds: 'text' }],
        rows: [['1']],
      })
      expect(await read(bytes)).toMatchObject({ ok: true, value: { rows: [{ cells: ['1'] }] } })
    },
  )
})
