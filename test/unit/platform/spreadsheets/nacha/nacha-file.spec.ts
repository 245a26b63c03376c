import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nachaFile } from '../../../../../main/platform/spreadsheets/nacha/nacha-file.ts'
import { readNacha } from '../../../../../main/platform/spreadsheets/nacha/read-nacha.ts'
import { readEntriesFile } from '../../../../../main/platform/spreadsheets/read-spreadsheet.ts'
import { SheetRefusal } from '../../../../../main/platform/spreadsheets/spreadsheet.ts'

const folder = new URL('fixtures/', import.meta.url)
const fixtures = readdirSync(folder)
const bytesOf = (name: string): Buffer => readFileSync(new URL(name, folder))
const [fileHeader = '', batchHeader = '', entry = ''] = bytesOf('ppd.ach').toString().split('\n')
const fileOf = (...lines: readonly string[]): Buffer => Buffer.from(lines.join('\n'))
const times = (count: number, line: string): string[] => Array<string>(count).fill(line)

describe('a NACHA file read in a worker', () => {
  it.each(fixtures)('has the result of a file that is read at once: %s', async (name) => {
    const result = await readEntriesFile(name, bytesOf(name))
    if (!result.ok || result.value.kind !== 'nacha') throw new Error('not read')
    const { head, entries } = result.value.read
    const { batches, unread } = readNacha(bytesOf(name).toString())
    let from = 0
    for (const [at, batch] of batches.entries()) {
      const { entries: count, ...rest } = head.batches[at] ?? { entries: 0 }
      expect({ ...rest, entries: entries.slice(from, from + count) }).toEqual(batch)
      from += count
    }
    expect([head.batches.length, from]).toEqual([batches.length, entries.length])
    expect([head.unread, head.unreadCount]).toEqual([unread, unread.length])
  })

  it('comes whole, however many parts it comes in', async () => {
    const file = fileOf(fileHeader, batchHeader, ...times(2_345, entry))
    const result = await readEntriesFile('many.ach', file)
    if (!result.ok || result.value.kind !== 'nacha') throw new Error('not read')
    const lines = result.value.read.entries.map(({ line }) => line)
    expect(lines).toEqual(Array.from({ length: 2_345 }, (_, at) => at + 3))
  })

  it('that is a table is read as one', async () => {
    const result = await readEntriesFile('a.csv', Buffer.from('Name,Amount\nAda,1'))
    expect(result).toMatchObject({ ok: true, value: { kind: 'table', sheet: { rows: [{}] } } })
  })
})

describe('what crosses of a NACHA file', () => {
  it('is bounded: the first lines that are no entry, truncated, and how many there are', () => {
    const long = `6${'1'.repeat(2_000_000)}`
    const head = nachaFile(fileOf(fileHeader, batchHeader, entry, ...times(5_000, 'X'), long))?.head
    expect(head?.unread).toHaveLength(100)
    expect(head?.unreadCount).toBe(5_000)
    const strays = nachaFile(fileOf(fileHeader, batchHeader, entry, `X${long}`))?.head
    expect(strays?.unread.map(({ text }) => text)).toEqual(['X'])
  })

  it('is no more addenda of an entry than it can have, and the first of their problems', () => {
    const addenda = `705${'X'.repeat(80)}00010000001`
    const file = nachaFile(fileOf(fileHeader, batchHeader, entry, ...times(10_005, addenda)))
    const [first] = file?.entries ?? []
    expect(first?.entry.addenda).toHaveLength(9_999)
    expect(first?.why).toHaveLength(13)
    expect(first?.why.slice(-2)).toEqual([
      'Only the first 9,999 addenda were read',
      '9,988 more addenda records have problems: correct the file',
    ])
    expect(file?.head.unreadCount).toBe(6)
    expect(file?.head.unread[0]?.why).toBe('Only the first 9,999 addenda were read')
  })

  it('names once each problem of many addenda of an entry', () => {
    const file = fileOf(fileHeader, batchHeader, entry, ...times(5_000, '702X'))
    expect(nachaFile(file)?.entries[0]?.why).toEqual([
      'Addenda of type 02, a point of sale: only type 05 is originated',
    ])
  })

  it('reports that a file holds returns only, also where there are more of them than are listed', () => {
    const returned = `799R01041000120000001${' '.repeat(6)}55001001${' '.repeat(44)}091000010000001`
    const came = times(20_001, `${entry}\n${returned}`)
    const head = nachaFile(fileOf(fileHeader, batchHeader, ...came))?.head
    expect(head).toMatchObject({ returnCount: 20_001, hasOnlyReturns: true })
    expect(head?.returns).toHaveLength(20_000)
    const more = nachaFile(fileOf(fileHeader, batchHeader, ...came, entry))?.head
    expect(more).toMatchObject({ returnCount: 20_001, hasOnlyReturns: false })
    expect(nachaFile(fileOf(fileHeader, batchHeader, entry))?.head.hasOnlyReturns).toBe(false)
  })

  it('is not a batch too many: such a file is refused with a message', () => {
    const file = Buffer.from(`${fileHeader}\n${`${batchHeader}\n`.repeat(150_000)}`)
    expect(() => nachaFile(file)).toThrow(
      new SheetRefusal('The file has 150,000 batches; at most 1,000 are accepted.'),
    )
  })

  it('shows the first of many remarks, and how many there are', () => {
    const file = fileOf(...times(200, fileHeader), batchHeader, entry)
    const head = nachaFile(file)?.head
    expect(head?.remarks).toHaveLength(50)
    expect(head?.remarkCount).toBe(201)
  })

  it('is no more remarks in the reader either, and their count is true', () => {
    // A bare 9 is a control record: there is a remark on each of batches, blocks, entries, hash,
    // debits and credits.
    const file = fileOf(fileHeader, batchHeader, entry, ...times(5_000, '9'))
    const all = readNacha(file.toString())
    expect(nachaFile(file)?.head).toMatchObject({ remarks: all.remarks, remarkCount: 30_001 })
    expect(all.remarks).toHaveLength(50)
    expect(all.remarkCount).toBe(30_001)
  })

  it('never makes the worker fail: any bytes after the header of a file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const file = Buffer.concat([fileOf(fileHeader, batchHeader, entry, ''), bytes])
        const { head, entries } = nachaFile(file) ?? { head: null, entries: [] }
        expect(head?.entries ?? 0).toBe(entries.length)
      }),
      { numRuns: 2_000 },
    )
  })
})
