import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readSpreadsheet } from '../../../main/spreadsheets/read-spreadsheet.ts'
import { sheetsOf } from '../../../main/spreadsheets/workbook-scan.ts'
import { writeSpreadsheet } from '../../../main/spreadsheets/write-spreadsheet.ts'
import { zipParts } from '../../../main/spreadsheets/zip-parts.ts'
import { headed, withFolded, workbook } from './workbooks.ts'

const read = (bytes: Uint8Array, sheet?: string) => readSpreadsheet('file.xlsx', bytes, sheet)
async function sheetOf(rows: string, after = '') {
  const result = await read(workbook({ sheets: { Payees: headed(rows, after) } }))
  if (!result.ok) throw new Error(result.error.detail)
  return result.value
}
const detailOf = async (bytes: Uint8Array, sheet?: string): Promise<string> => {
  const result = await read(bytes, sheet)
  return result.ok ? 'it was read' : result.error.detail
}
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
      'a number in scientific form',
      cell('1.2E+10'),
      'Row 2: a number cell in scientific form, read with all its digits.',
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
  ])('that holds %s is told with its row', async (_, row, oddity) => {
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
  it('numbers its rows as a spreadsheet shows them, skips blank ones and tells of merged cells', async () => {
    const { rows, oddities } = await sheetOf(
      '<row r="5"><c r="A5"><v>1</v></c></row>',
      '<mergeCells count="1"><mergeCell ref="A5:B6"/></mergeCells>',
    )
    expect(rows).toEqual([{ line: 5, cells: ['1', ''] }])
    expect(oddities).toEqual([
      'Row 5: merged cells. The value stands in the first of them; the others are empty.',
    ])
  })

  it('is read at its first visible sheet, or at the one that is asked for', async () => {
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

describe('a hostile workbook', () => {
  it('that unfolds to gigabytes is not unfolded', async () => {
    const zeros = deflateRawSync(Buffer.alloc(300 * 1024 * 1024))
    expect(zeros.length).toBeLessThan(1024 * 1024)
    expect(await detailOf(folded('xl/worksheets/sheet1.xml', zeros, 10))).toBe(
      'The workbook unfolds to more than 128 MB and is not read.',
    )
  })

  it('that unfolds to more than four times the largest file is refused', async () => {
    const limits = { bytes: 1024 * 1024, rows: 10, columns: 5 }
    const blanks = deflateRawSync(Buffer.alloc(4 * 1024 * 1024 + 1, ' '))
    const bytes = folded('xl/worksheets/sheet1.xml', blanks, 10)
    expect(await readSpreadsheet('a.xlsx', bytes, undefined, { limits })).toEqual({
      ok: false,
      error: { detail: 'The workbook unfolds to more than 4 MB and is not read.' },
    })
  })

  it.each([
    ['blanks', ' '],
    ['rows', '<row '],
    ['a tag', 'a '],
    ['a comment', '<!-- <a> '],
    ['letters as they are', '<![CDATA[ <a> '],
  ])('of %s without an end is refused before it is read', async (_, text) => {
    for (const before of ['', '<row '])
      expect(await detailOf(workbook({ sheets: { A: before + text.repeat(500_000) } }))).toBe(
        'The workbook is damaged: its XML has no end.',
      )
  })

  it('of a list of sheets without an end is looked through once', () => {
    const parts = new Map([['xl/workbook.xml', Buffer.from(`<sheet ${'a'.repeat(200_000)}>`)]])
    expect(sheetsOf(parts)).toMatchObject([{ name: '', isHidden: false }])
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
        'The workbook declares a document type, which no spreadsheet does.',
      )
    },
  )

  it.each([
    [
      'a row far below',
      '<row r="99999999"><c r="A99999999"><v>1</v></c></row>',
      'It has a row 99999999.',
    ],
    [
      'a column far right',
      '<row r="2"><c r="XFD2"><v>1</v></c></row>',
      'Row 2 has a column XFD; up to 200 columns are read.',
    ],
  ])('that claims %s is refused before memory is filled', async (_, row, detail) => {
    expect(await detailOf(workbook({ sheets: { A: headed(row) } }))).toBe(detail)
  })

  it('of more rows than are read is refused in words', async () => {
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
    expect(result).toEqual({ ok: false, error: { detail: 'It has more than 10 rows.' } })
  })

  it.each([
    ['cut off', workbook({ sheets: { A: headed('') } }).subarray(0, 400)],
    ['of nothing but a mark', Buffer.from('PK\u0003\u0004')],
    ['without its parts', folded('hello.xml', deflateRawSync(Buffer.from('<a/>')), 4)],
    ['whose XML is broken', workbook({ sheets: { A: '<sheetData><row r="1"><c r="A1"' } })],
    ['of the old kind', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['that is text', Buffer.from('a,b')],
    ['that is empty', Buffer.alloc(0)],
  ])('%s ends in words', async (_, bytes) => {
    expect(await detailOf(bytes)).toMatch(/^(?:It|The) .*\./)
  })

  it.each([
    ['crashes', 'process.exit(7)', 'The program that reads files ended.'],
    ['throws', 'throw new Error("broken")', 'The program that reads files failed: broken'],
    ['never answers', 'setInterval(() => {}, 1000)', 'It took longer than 0 seconds.'],
    [
      'wants all memory',
      'const a = []; for (;;) a.push(new Array(1e6).fill(0.5))',
      'It takes more than 1024 MB of memory.',
    ],
  ])('whose thread %s leaves main at work', { timeout: 60_000 }, async (what, code, detail) => {
    const script = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
    const patienceMs = what === 'never answers' ? 300 : 50_000
    const result = await readSpreadsheet('a.csv', Buffer.from('a'), undefined, {
      script,
      patienceMs,
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
