import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  launchReaderInNode,
  type ReaderLauncher,
} from '../../../../main/platform/reader-launcher.ts'
import { readSpreadsheet } from '../../../../main/platform/spreadsheets/read-spreadsheet.ts'

const read = async (bytes: Uint8Array | string, name = 'file.csv') => {
  const result = await readSpreadsheet(name, typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  if (!result.ok) throw new Error(result.error.detail)
  return result.value
}
const table = ({ headers, rows }: Awaited<ReturnType<typeof read>>) => [
  headers,
  ...rows.map(({ cells }) => cells),
]

describe('the process that reads a file', () => {
  it('ends when it has answered, and also when it has refused', async () => {
    const ends: Promise<unknown>[] = []
    const launch: ReaderLauncher = (program) => {
      const started = launchReaderInNode(program)
      ends.push(new Promise((resolve) => started.onExit(resolve)))
      return started
    }
    const readAs = async (name: string, text: string): Promise<boolean> =>
      (await readSpreadsheet(name, Buffer.from(text), undefined, { launch })).ok
    expect(await readAs('file.csv', 'Name,Account\r\nA,1\r\n')).toBe(true)
    expect(await readAs('book.xlsx', 'no workbook')).toBe(false)
    expect(await Promise.all(ends)).toHaveLength(2)
  })
})

describe('every file of csv-spectrum', () => {
  const folder = dirname(createRequire(import.meta.url).resolve('csv-spectrum'))
  it.each(readdirSync(join(folder, 'csvs')))(
    '%s is read as its own result file has it',
    async (file) => {
      const sheet = await read(readFileSync(join(folder, 'csvs', file)))
      // One expected file is not a list, and has another phone number; the content of the CSV file
      // counts.
      const wanted = JSON.parse(
        readFileSync(join(folder, 'json', file.replace(/csv$/, 'json')), 'utf8'),
      ) as Record<string, string> | Record<string, string>[]
      expect(
        sheet.rows.map(({ cells }) =>
          Object.fromEntries(sheet.headers.map((header, at) => [header, cells[at]])),
        ),
      ).toEqual(
        Array.isArray(wanted) ? wanted : [{ ...wanted, 'Contact Phone Number': '2095257564' }],
      )
      expect(sheet.oddities).toEqual([])
    },
  )
})

describe('a CSV file', () => {
  it.each([
    ['commas', 'a,b\n1,2\n3,4'],
    ['semicolons', 'a;b\n1;2\n3;4'],
    ['tabs', 'a\tb\n1\t2\n3\t4'],
    ['bars', 'a|b\n1|2\n3|4'],
    ['carriage returns and line feeds', 'a,b\r\n1,2\r\n3,4\r\n'],
    ['carriage returns alone', 'a,b\r1,2\r3,4\r'],
    ['line ends of several kinds', 'a,b\r\n1,2\n3,4\r'],
    ['Excel’s line of the separator', 'sep=;\r\na;b\r\n1;2\r\n3;4'],
    ['blank lines', '\n\na,b\n\n1,2\n  \n3,4\n,\n\n'],
    ['a byte order mark', '\ufeffa,b\n1,2\n3,4'],
  ])('with %s is one table', async (_, text) => {
    expect(table(await read(text))).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('keeps line ends within quotes, whatever ends its lines', async () => {
    const sheet = await read('a,b\r\n"x\ny","1\r\n2"\r\nz,"3"\n')
    expect(table(sheet)).toEqual([
      ['a', 'b'],
      ['x\ny', '1\r\n2'],
      ['z', '3'],
    ])
  })

  it.each([
    ['UTF-16 with its mark', Buffer.from('\ufeffname,b\nZoë,2', 'utf16le')],
    ['UTF-16 without', Buffer.from('name,b\nZoë,2', 'utf16le')],
    ['UTF-16 the other way round', Buffer.from('\ufeffname,b\nZoë,2', 'utf16le').swap16()],
    ['UTF-8', Buffer.from('name,b\nZoë,2')],
  ])('in %s is read without a warning', async (_, bytes) => {
    const sheet = await read(bytes)
    expect(table(sheet)).toEqual([
      ['name', 'b'],
      ['Zoë', '2'],
    ])
    expect(sheet.oddities).toEqual([])
  })

  it('in Windows-1252 is read, and reported as such', async () => {
    const sheet = await read(Buffer.from('name,b\nZo\xeb \x80,2', 'latin1'))
    expect(sheet.rows[0]?.cells).toEqual(['Zoë €', '2'])
    expect(sheet.oddities).toEqual([
      'The file is not in UTF-8. It was read as Windows-1252: check letters with accents.',
    ])
  })

  it('loses no cell of a ragged row, and reports it by its row', async () => {
    const sheet = await read('a,b\n1,2,3,4\n\n5\n6,7,,\n')
    expect(sheet.rows).toEqual([
      { line: 2, cells: ['1', '2', '3', '4'] },
      { line: 4, cells: ['5', ''] },
      { line: 5, cells: ['6', '7'] },
    ])
    expect(sheet.oddities).toEqual([
      'Row 2 has cells beyond the last header.',
      'Row 4 has fewer cells than there are headers.',
    ])
  })

  it.each([
    ['a title', 'Payroll\n\nName,Routing,Amount\nAnn,1,2\nBen,3,4', 2, 'Row 1'],
    [
      'titles with values',
      'Company:,Alder Falls\nDate:,2026-11-25\nName,Routing,Amount,Memo\nAnn,1,2,\nBen,3,4,x',
      2,
      'Rows 1 and 2',
    ],
    [
      'a wide title with a date',
      'Company,Alder Falls,Date,11/25/2026\nName,Routing,Account,Type,Amount\nAnn,1,2,C,3',
      1,
      'Row 1',
    ],
  ])('has its headers below %s, which is named as not read', async (_, text, rows, named) => {
    const sheet = await read(text)
    expect(sheet.headers[0]).toBe('Name')
    expect(sheet.rows).toHaveLength(rows)
    expect(sheet.oddities).toContain(
      `${named} above the headers ${named === 'Row 1' ? 'was' : 'were'} not read.`,
    )
  })

  it.each([
    ['rows of numbers', '1,2,3\n4,5,6\n7,8,9'],
    ['one wider row', 'a,b,c\n1,2,3\n4,5,6,7,8,9,10\n11,12,13'],
    ['a number among the headers', 'Name,2026,Amount\nAnn,x,y\nBen,z,w'],
    ['two columns', 'a,b\nc,d\n1,2,3,4,5'],
    ['rows that fill few cells', 'a,b,c,d,e,f\n1,,,,,\n2,,,,,\n3,4,,,,'],
    ['one row only', 'a,b,c\nd,e,f,g,h,i,j'],
  ])('keeps its first row as headers: %s', async (_, text) => {
    const sheet = await read(text)
    expect(sheet.headers.join()).toMatch(new RegExp(`^${text.split('\n')[0] ?? ''}(?:,|$)`))
    expect(sheet.rows).toHaveLength(text.split('\n').length - 1)
  })

  it('has a header and a count of filled cells for every column, also beyond the last header', async () => {
    const { headers, filled } = await read('a,b\n1,2,3, \n,4\n5,,,6')
    expect([headers, filled]).toEqual([
      ['a', 'b', 'Column 3', 'Column 4'],
      [2, 2, 1, 1],
    ])
  })

  it('has headers that can be told apart', async () => {
    const sheet = await read('a,,a,Column 2,a (Column 3)\n1,2,3,4,5')
    expect(sheet.headers).toEqual(['a', 'Column 2*', 'a (Column 3)*', 'Column 2', 'a (Column 3)'])
    expect(new Set(sheet.headers).size).toBe(5)
    expect(sheet.oddities).toHaveLength(2)
  })

  it('reports a quotation mark that is not closed, and loses nothing behind it', async () => {
    const sheet = await read('a,b\n1,2\n3,"4\n5,6\n')
    expect(sheet.rows.map(({ cells }) => cells)).toEqual([
      ['1', '2'],
      ['3', '4\n5,6\n'],
    ])
    expect(sheet.oddities).toEqual([
      'Row 3: a quotation mark is not closed. Everything after it is in one cell.',
    ])
  })

  it('keeps NUL characters, and reports them', async () => {
    const sheet = await read('a,b\n1\0,2\n')
    expect(sheet.rows[0]?.cells).toEqual(['1\0', '2'])
    expect(sheet.oddities).toEqual(['Row 2: a cell holds NUL characters. They were kept.'])
  })

  it('reports numbers in scientific notation without guessing their digits', async () => {
    const sheet = await read('account,b\n1.2E+10,2\n12E34,3\n')
    expect(sheet.rows[0]?.cells[0]).toBe('1.2E+10')
    expect(sheet.oddities[0]).toContain('a number in scientific notation')
  })

  it.each([
    ['="021000021"', '021000021'],
    ['"=""021000021"""', '021000021'],
    ['="say ""hi"""', 'say "hi"'],
    ['=""', ''],
    ["'00777", '00777'],
    ['"\'1,250.00"', '1,250.00'],
    ["'-12.50", '-12.50'],
    ["'11/26/2026", '11/26/2026'],
  ])('takes %s for the text that a program marked for Excel', async (written, text) => {
    const sheet = await read(`a,b\n${written},x\n`)
    expect(sheet.rows[0]?.cells).toEqual([text, 'x'])
    expect(sheet.oddities).toEqual([])
  })

  it.each([
    "'Brien",
    "O'Neil",
    "'t Hooft",
    "'70s Diner",
    "'99 Restaurants",
    "'",
    "''",
    "'00777'",
    '="021"&"0"',
    '=021000021',
    '="021',
    '=T("0")',
  ])('keeps %s as it is written', async (written) => {
    const sheet = await read(`a,b\n${written},x\n`)
    expect(sheet.rows[0]?.cells).toEqual([written, 'x'])
  })

  it('unwraps a cell of megabytes', async () => {
    const long = '0'.repeat(3_000_000)
    const sheet = await read(`a,b\n"=""${long}""","'${long}"\n`)
    expect(sheet.rows[0]?.cells.map((cell) => cell.length)).toEqual([3_000_000, 3_000_000])
  })

  it.each([
    ['nothing but blanks', '\n  \n', 'The sheet is empty.'],
    [
      'more columns than are read',
      `${'a,'.repeat(250)}a\n1`,
      'Row 1 has 251 columns; up to 200 are read. Remove the others.',
    ],
  ])('of %s is refused with a message', async (_, text, detail) => {
    expect(await readSpreadsheet('a.csv', Buffer.from(text))).toEqual({
      ok: false,
      error: { detail },
    })
  })

  it('above the size limit is not read', async () => {
    const limits = { bytes: 1024 * 1024, rows: 5, columns: 5 }
    const big = Buffer.alloc(1024 * 1024 + 1, 'a')
    expect(await readSpreadsheet('a.csv', big, undefined, { limits })).toEqual({
      ok: false,
      error: { detail: 'The file is larger than 1 MB.' },
    })
  })
})
