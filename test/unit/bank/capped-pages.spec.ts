import { describe, expect, it } from 'vitest'
import { createAchOrigination } from '../../../main/bank/ach-origination.ts'
import { walkAddenda } from '../../../main/bank/walks.ts'
import type { PagingStyle } from '../../../preload/contract/endpoints.ts'
import { answered, refusedWith, rowsOf, walk } from './parts/listing-bank.ts'
import { closeBanksAfterEach, openBank } from './parts/open-bank.ts'
import { json } from './parts/real-bank.ts'

const styles: readonly PagingStyle[] = ['row', 'offset', 'page', 'addenda-sequence']
closeBanksAfterEach()

describe('a bank that gives fewer rows at once than it was asked for', () => {
  it('trap 47: goes on where a page is called the last and the total says that more match', async () => {
    const all = rowsOf(250)
    const bank = (_: unknown, call: number) =>
      answered({ rows: all.slice((call - 1) * 100, call * 100), total: 250, last: true })
    const { end, rows } = await walk('page', bank, { pageSize: 100 })
    expect(end).toMatchObject({ kind: 'complete', got: 250 })
    expect(rows).toEqual(all)
  })

  it('trap 47: is called truncated when a page claims more rows than it holds and no total speaks', async () => {
    const bank = (_: unknown, call: number) =>
      answered(call === 1 ? { rows: rowsOf(9), retrieved: 10 } : { rows: [] })
    expect((await walk('row', bank)).end).toMatchObject({
      kind: 'truncated',
      why: 'fewer-than-claimed',
    })
  })

  it('trap 47: is never complete when numbered pages are shorter than asked for, without a word on their size', async () => {
    const rows = rowsOf(250)
    const bank = (perPage: number | null) => (_: unknown, call: number) =>
      answered({ rows: rows.slice((call - 1) * 100, call * 100), perPage })
    const silent = await walk('page', bank(null))
    expect(silent.rows).toEqual(rows)
    expect(silent.end).toMatchObject({ kind: 'truncated', why: 'short-page-within', got: 250 })
    expect((await walk('page', bank(1_000))).end).toMatchObject({ why: 'short-page-within' })
    expect((await walk('page', bank(100))).end).toMatchObject({ kind: 'complete', got: 250 })
  })

  it.each(styles)(
    'may not be whole when the bank declines to be asked beyond a short page and says no total: %s',
    async (style) => {
      const bank = (_: unknown, call: number) =>
        call === 1 ? answered({ rows: rowsOf(30), nextStart: '31' }) : refusedWith(null)
      const { end, rows } = await walk(style, bank)
      expect(end).toMatchObject({ kind: 'truncated', why: 'beyond-refused', got: 30 })
      expect(rows).toHaveLength(30)
    },
  )

  it('is truncated when the bank says that more follow and gives none', async () => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: call === 1 ? rowsOf(10) : [], last: false })
    const { end, asked } = await walk('page', bank)
    expect(end).toMatchObject({ kind: 'truncated', why: 'announced-and-not-given', got: 10 })
    expect(asked).toHaveLength(2)
  })

  it('trap 46: gives all addenda all the same, and is whole by an empty page alone', async () => {
    const bank = await openBank()
    const asked: unknown[] = []
    bank.reply = ({ body }, response) => {
      const request = JSON.parse(body) as Readonly<Record<string, string | undefined>>
      asked.push(request)
      const start = Number(request['startAddendaSequenceNumber'] ?? '1')
      const length = Math.max(0, Math.min(40, 120 - start + 1))
      const addenda = Array.from({ length }, (_, at) => ({
        addendaTypeCode: '05',
        addendaSequenceNumber: String(start + at).padStart(4, '0'),
      }))
      json(response, 200, { uuid: 'u1', status: 'accepted', addenda })
    }
    const api = createAchOrigination({ client: bank.client })
    const clock = { monotonicMs: () => 0 }
    const walking = walkAddenda(api, 'u1', { clock, manner: 'ann' })
    const numbers: number[] = []
    let step = await walking.next()
    for (; !step.done; step = await walking.next()) {
      const { addenda } = step.value.answer.reading ?? { addenda: [] }
      numbers.push(...addenda.map((one) => Number(one.addendaSequenceNumber)))
    }
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, at) => at + 1))
    expect(step.value).toMatchObject({ kind: 'complete', got: 120, repeated: 0 })
    expect(asked).toEqual([
      { uuid: 'u1', pageSize: '1000' },
      ...['41', '81', '121'].map((startAddendaSequenceNumber) => ({
        uuid: 'u1',
        pageSize: '1000',
        startAddendaSequenceNumber,
      })),
    ])
    expect(bank.records.at(-1)).toMatchObject({ lane: 'bulk', purpose: 'ach-addenda-status' })
  })
})
