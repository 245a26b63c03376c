import { describe, expect, it } from 'vitest'
import { readDirectory } from '../../../../main/inquiry/bank-names/directory-file.ts'
import { fedachLine, fedwireLine, fileOf } from './directory-lines.ts'

const [mill, ferry] = ['550010016', '550020022'] as const
const problemsOf = (lines: readonly string[]) => readDirectory(fileOf(lines))?.problems

describe('a directory file of the Federal Reserve', () => {
  it('is the FedACH directory: 155 characters a line, name, city and state at their places', () => {
    const lines = [fedachLine(mill, 'MILL BANK'), fedachLine(ferry, 'FERRY BANK, NA')]
    expect(lines.map(({ length }) => length)).toEqual([155, 155])
    expect(readDirectory(fileOf(lines))).toEqual({
      kind: 'fedach',
      banks: [
        { routing: mill, name: 'MILL BANK', place: 'ALDER FALLS, OR' },
        { routing: ferry, name: 'FERRY BANK, NA', place: 'ALDER FALLS, OR' },
      ],
      changedOn: '2011-10-28',
      problems: [],
    })
  })

  it('is the Fedwire directory: 101 characters a line, some without a date', () => {
    const lines = [
      fedwireLine(mill, 'MILL BANK', { changed: '' }),
      fedwireLine(ferry, 'FERRY BANK', { settlement: 'S' }),
    ]
    expect(lines.map(({ length }) => length)).toEqual([101, 101])
    expect(readDirectory(fileOf(lines))).toMatchObject({
      kind: 'fedwire',
      banks: [
        { routing: mill, name: 'MILL BANK', place: 'ALDER FALLS, OR' },
        { routing: ferry, name: 'FERRY BANK' },
      ],
      changedOn: '2018-11-09',
      problems: [],
    })
  })

  it('may end its lines in either way, have lost the blanks at their ends, and end without a line end', () => {
    const [one, other] = [fedachLine(mill, 'MILL BANK'), fedachLine(ferry, 'FERRY BANK')]
    const lost = Buffer.from(`${one.trimEnd()}\n${other.trimEnd()}`, 'latin1')
    expect(readDirectory(lost)).toMatchObject({ kind: 'fedach', banks: [{}, {}], problems: [] })
    const wire = Buffer.from(fedwireLine(mill, 'MILL BANK', { changed: '' }).trimEnd(), 'latin1')
    expect(readDirectory(wire)).toMatchObject({ kind: 'fedwire', banks: [{}], problems: [] })
  })

  it('reads the years of both centuries', () => {
    const of = (changed: string) =>
      readDirectory(fileOf([fedachLine(mill, 'MILL BANK', { changed })]))?.changedOn
    expect([of('010200'), of('123199'), of('000000'), of('133126')]).toEqual([
      '2000-01-02',
      '1999-12-31',
      null,
      null,
    ])
  })

  it('names each broken line by its number and its problem, and takes no bank from it', () => {
    const good = fedachLine(mill, 'MILL BANK')
    const lines = [
      good,
      fedachLine(ferry, 'FERRY BANK').slice(0, 140),
      fedachLine('550020023', 'FERRY BANK'),
      fedachLine('000000000', 'FERRY BANK'),
      '',
      fedachLine(ferry, ''),
      fedachLine(ferry, 'FERRY BANK', { office: 'X' }),
      fedachLine(ferry, 'FERRY BANK', { type: '7' }),
      fedachLine(ferry, 'FERRY\tBANK'),
      fedachLine(ferry, 'F\u00c9RRY BANK'),
      good,
      fedwireLine(ferry, 'FERRY BANK'),
    ]
    const read = readDirectory(fileOf(lines))
    expect(read?.banks).toHaveLength(1)
    expect(read?.problems).toEqual([
      { line: 2, problem: 'length' },
      { line: 3, problem: 'routing-number' },
      { line: 4, problem: 'routing-number' },
      { line: 6, problem: 'name' },
      { line: 7, problem: 'code' },
      { line: 8, problem: 'code' },
      { line: 9, problem: 'characters' },
      { line: 10, problem: 'characters' },
      { line: 11, problem: 'repeated' },
      { line: 12, problem: 'length' },
    ])
    const wires = [
      fedwireLine(mill, 'MILL BANK'),
      fedwireLine(ferry, 'FERRY BANK', { eligible: '?' }),
      fedwireLine(ferry, 'FERRY BANK', { settlement: 'X' }),
      fedwireLine(ferry, 'FERRY BANK', { securities: ' ' }),
    ]
    expect(problemsOf(wires)?.map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it.each([
    ['nothing', ''],
    ['a spreadsheet', 'routing,name\n550010016,Mill Bank\n'],
    ['another text of the same width', `${'x'.repeat(155)}\n${'y'.repeat(101)}\n`],
  ])('is not %s', (_, text) => {
    expect(readDirectory(Buffer.from(text))).toBeUndefined()
  })
})
