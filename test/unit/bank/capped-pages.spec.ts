import { describe, expect, it } from 'vitest'
import type { PagingStyle } from '../../../preload/contract/bank/endpoints.ts'
import { answered, refusedWith, rowsOf, paginate } from './support/listing-bank.ts'

const styles: readonly PagingStyle[] = ['row', 'offset', 'page', 'addenda-sequence']

describe('a bank that returns fewer rows at once than were requested', () => {
  it('bank note 47: continues where a page is called the last and the total is higher', async () => {
    const all = rowsOf(250)
    const bank = (_: unknown, call: number) =>
      answered({ rows: all.slice((call - 1) * 100, call * 100), total: 250, last: true })
    const { end, rows } = await paginate('page', bank, { pageSize: 100 })
    expect(end).toMatchObject({ kind: 'complete', got: 250 })
    expect(rows).toEqual(all)
  })

  it.each([8, 10])(
    'bank note 47: is called truncated when a page of nine claims %i rows and there is no total',
    async (retrieved) => {
      const bank = (_: unknown, call: number) =>
        answered(call === 1 ? { rows: rowsOf(9), retrieved } : { rows: [] })
      expect((await paginate('row', bank)).end).toMatchObject({
        kind: 'truncated',
        why: 'counts-differ',
      })
    },
  )

  it('bank note 47: is never complete when numbered pages are shorter than requested and do not state their size', async () => {
    const rows = rowsOf(250)
    const bank = (perPage: number | null) => (_: unknown, call: number) =>
      answered({ rows: rows.slice((call - 1) * 100, call * 100), perPage })
    const silent = await paginate('page', bank(null))
    expect(silent.rows).toEqual(rows)
    expect(silent.end).toMatchObject({ kind: 'truncated', why: 'short-page-within', got: 250 })
    expect((await paginate('page', bank(1_000))).end).toMatchObject({ why: 'short-page-within' })
    expect((await paginate('page', bank(100))).end).toMatchObject({ kind: 'complete', got: 250 })
  })

  it.each(styles)(
    'may be incomplete when the bank refuses a query beyond a short page and states no total: %s',
    async (style) => {
      const bank = (_: unknown, call: number) =>
        call === 1 ? answered({ rows: rowsOf(30), nextStart: '31' }) : refusedWith(null)
      const { end, rows } = await paginate(style, bank)
      expect(end).toMatchObject({ kind: 'truncated', why: 'beyond-refused', got: 30 })
      expect(rows).toHaveLength(30)
    },
  )

  it('is truncated when the bank says that more follow and gives none', async () => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: call === 1 ? rowsOf(10) : [], last: false })
    const { end, queried } = await paginate('page', bank)
    expect(end).toMatchObject({ kind: 'truncated', why: 'announced-and-not-given', got: 10 })
    expect(queried).toHaveLength(2)
  })
})
