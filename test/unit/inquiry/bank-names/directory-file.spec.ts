import { describe, expect, it } from 'vitest'
import { readDirectory as readInSlices } from '../../../../main/inquiry/bank-names/directory-file.ts'
import { fedachLine, fedwireLine, fileOf } from './directory-lines.ts'

const [mill, ferry] = ['550010016', '550020022'] as const
const readDirectory = (bytes: Buffer) => readInSlices(bytes, () => performance.now())
const problemsOf = async (lines: readonly string[]) =>
  (await readDirectory(fileOf(lines)))?.problems

describe('a directory file of the Federal Reserve', () => {
  it('is the FedACH directory: 155 characters a line, name, city and state at their places', async () => {
    const lines = [fedachLine(mill, 'MILL BANK'), fedachLine(ferry, 'FERRY BANK, NA')]
    expect(lines.map(({ length }) => length)).toEqual([155, 155])
    expect(await readDirectory(fileOf(lines))).toEqual({
      kind: 'fedach',
      banks: [
        { routing: mill, name: 'MILL BANK', place: 'ALDER FALLS, OR' },
        { routing: ferry, name: 'FERRY BANK, NA', place: 'ALDER FALLS, OR' },
      ],
      changedOn: '2011-10-28',
      broken: 0,
      problems: [],
    })
  })

  it('is the Fedwire directory: 101 characters a line, some without a date', async () => {
    const lines = [
      fedwireLine(mill, 'MILL BANK', { changed: '' }),
      fedwireLine(ferry, 'FERRY BANK', { settlement: 'S' }),
    ]
    expect(lines.map(({ length }) => length)).toEqual([101, 101])
    expect(await readDirectory(fileOf(lines))).toMatchObject({
      kind: 'fedwire',
      banks: [
        { routing: mill, name: 'MILL BANK', place: 'ALDER FALLS, OR' },
        { routing: ferry, name: 'FERRY BANK' },
      ],
      changedOn: '2018-11-09',
      problems: [],
    })
  })

  it('may end its lines in either way, may lack trailing blanks, and may end without a line end', async () => {
    const [one, other] = [fedachLine(mill, 'MILL BANK'), fedachLine(ferry, 'FERRY BANK')]
    const lost = Buffer.from(`${one.trimEnd()}\n${other.trimEnd()}`, 'latin1')
    expect(await readDirectory(lost)).toMatchObject({
      kind: 'fedach',
      banks: [{}, {}],
      problems: [],
    })
    const wire = Buffer.from(fedwireLine(mill, 'MILL BANK', { changed: '' }).trimEnd(), 'latin1')
    expect(await readDirectory(wire)).toMatchObject({ kind: 'fedwire', banks: [{}], problems: [] })
  })

  it('reads the years of both centuries', async () => {
    const of = async (changed: string) =>
      (await readDirectory(fileOf([fedachLine(mill, 'MILL BANK', { changed })])))?.changedOn
    expect([
      await of('010200'),
      await of('123199'),
      await of('000000'),
      await of('133126'),
    ]).toEqual(['2000-01-02', '1999-12-31', null, null])
  })

  it('counts every broken line of a hostile file, and holds only the first', async () => {
    const lines = [fedachLine(mill, 'MILL BANK'), ...Array.from({ length: 5_000 }, () => 'x')]
    const read = await readDirectory(fileOf(lines))
    expect([read?.broken, read?.problems.length]).toEqual([5_000, 20])
  })

  it('names each broken line by its number and its problem, and takes no bank from it', async () => {
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
    const read = await readDirectory(fileOf(lines))
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
    expect((await problemsOf(wires))?.map(({ line }) => line)).toEqual([2, 3, 4])
  })

  it.each([
    ['nothing', ''],
    ['a spreadsheet', 'routing,name\n550010016,Mill Bank\n'],
    ['another text of the same width', `${'x'.repeat(155)}\n${'y'.repeat(101)}\n`],
  ])('is not %s', async (_, text) => {
    expect(await readDirectory(Buffer.from(text))).toBeUndefined()
  })
})
