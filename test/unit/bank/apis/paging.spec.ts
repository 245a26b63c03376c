import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mostRows, pages, type PagingProgress } from '../../../../main/bank/apis/paging.ts'
import type { PagingStyle } from '../../../../preload/contract/bank/endpoints.ts'
import {
  answered,
  factsWithIdentities,
  factsWithout,
  honestBank,
  nothingFound,
  refusedWith,
  rowsOf,
  paginate,
  type ListReading,
} from '../support/listing-bank.ts'

const styles: readonly PagingStyle[] = ['row', 'offset', 'page', 'addenda-sequence']
const honest = { reportsTotal: true, reportsLast: false, beyond: 'empty' } as const

describe('a list that does not change', () => {
  it('is returned completely, in order and once, whatever its size, the style and the totals of the bank', async () => {
    const bank = fc.record({
      count: fc.integer({ min: 0, max: 60 }),
      reportsTotal: fc.boolean(),
      reportsLast: fc.boolean(),
      most: fc.integer({ min: 1, max: 30 }),
      beyond: fc.constantFrom('empty' as const, 'nothing-found' as const),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...styles),
        bank,
        fc.integer({ min: 1, max: 25 }),
        fc.boolean(),
        async (style, { count, most, ...says }, pageSize, distinct) => {
          const rows = rowsOf(count)
          const created = honestBank({ rows, ...says, most })
          const facts = distinct ? factsWithIdentities : factsWithout
          const paged = await paginate(style, created, { pageSize, facts })
          expect(paged.rows).toEqual(rows)
          expect(paged.end).toMatchObject({ kind: 'complete', got: count, repeated: 0 })
        },
      ),
      { numRuns: 400 },
    )
  })

  it('bank note 44: is requested in spans of at most 1000 rows, also beyond the thousandth', async () => {
    const { queried, end } = await paginate('row', honestBank({ rows: rowsOf(2_500), ...honest }))
    expect(queried).toEqual([
      { style: 'row', startRowIndex: 1, endRowIndex: 1_000 },
      { style: 'row', startRowIndex: 1_001, endRowIndex: 2_000 },
      { style: 'row', startRowIndex: 2_001, endRowIndex: 3_000 },
    ])
    expect(end).toMatchObject({ kind: 'complete', got: 2_500, reportedTotal: 2_500 })
  })

  it.each(styles)('refuses a page size that the bank does not take: %s', async (style) => {
    for (const pageSize of [0, -1, 1.5]) {
      await expect(paginate(style, () => nothingFound, { pageSize })).rejects.toThrow(RangeError)
    }
    const large = paginate(style, () => nothingFound, { pageSize: mostRows + 1 })
    if (style === 'offset') expect((await large).end.kind).toBe('complete')
    else await expect(large).rejects.toThrow(RangeError)
  })
})

describe('an incomplete list', () => {
  it('bank note 47: is called truncated when fewer rows came than the bank counted', async () => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: call === 1 ? rowsOf(1_000) : [], total: 1_417, last: true })
    expect((await paginate('row', bank)).end).toMatchObject({
      kind: 'truncated',
      why: 'fewer-than-reported',
      got: 1_000,
      reportedTotal: 1_417,
    })
  })

  it('bank note 47: is called truncated at exactly the default of 1000 rows under a blank limit', async () => {
    const bank = (count: number) => () => answered({ rows: rowsOf(count) })
    const paged = await paginate('row', bank(mostRows), { pageSize: null })
    expect(paged.queried).toEqual([{ style: 'row', startRowIndex: 1, endRowIndex: null }])
    expect(paged.end).toMatchObject({
      kind: 'truncated',
      why: 'exactly-the-default',
      reportedTotal: null,
    })
    const less = await paginate('row', bank(mostRows - 1), { pageSize: null })
    expect(less.end).toMatchObject({ kind: 'complete', got: 999 })
  })

  it.each(['ECA-W-002', null])(
    'bank note 44: ends as a refused range when a later span is refused with %s',
    async (code) => {
      const bank = (_: unknown, call: number) =>
        call === 1 ? answered({ rows: rowsOf(1_000), total: 1_417 }) : refusedWith(code)
      const { end, rows } = await paginate('row', bank)
      expect(end).toMatchObject({
        kind: 'range-refused',
        position: { startRowIndex: 1_001 },
        got: 1_000,
        reportedTotal: 1_417,
      })
      expect(rows).toHaveLength(1_000)
    },
  )

  it('is failed, and no refused range, when the first span is refused or another style is', async () => {
    const first = await paginate('row', () => refusedWith(null))
    expect(first.end).toMatchObject({ kind: 'failed', answer: { kind: 'refused' }, got: 0 })
    const bank = (_: unknown, call: number) =>
      call === 1 ? answered({ rows: rowsOf(1_000), total: 1_417 }) : refusedWith('ECA-W-002')
    expect((await paginate('page', bank)).end).toMatchObject({ kind: 'failed', got: 1_000 })
  })

  it('bank note 46: is truncated when a page of a sequence does not say how the next starts', async () => {
    const bank = () => answered({ rows: rowsOf(50), nextStart: null })
    const { end } = await paginate('addenda-sequence', bank, { pageSize: 50 })
    expect(end).toMatchObject({ kind: 'truncated', why: 'no-next-start', got: 50 })
  })
})

describe('a list that changes while it is read', () => {
  it('bank note 46: ends when a sequence leads back to an earlier page', async () => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: rowsOf(50, call * 50), nextStart: '51' })
    const { end, queried } = await paginate('addenda-sequence', bank, { pageSize: 50 })
    expect(end).toMatchObject({ kind: 'truncated', why: 'no-next-start', got: 100 })
    expect(queried).toHaveLength(2)
  })

  it('bank note 75: is reported with the repeated row when one was added before it', async () => {
    const bank = (_: unknown, call: number) =>
      call === 1
        ? answered({ rows: ['a', 'b', 'c'], total: 5 })
        : answered({ rows: ['c', 'd', 'e'], total: 6 })
    const { end, pages: given } = await paginate('offset', bank, { pageSize: 3 })
    expect(given[1]?.repeated).toEqual([0])
    expect(end).toMatchObject({
      kind: 'changing',
      got: 6,
      firstReportedTotal: 5,
      reportedTotal: 6,
      repeated: 1,
    })
  })

  it.each([
    ['shrinks', [5, 4]],
    ['grows', [4, 5]],
    ['moves and comes back', [6, 3, 6]],
  ])('bank note 75: is reported when the total %s', async (_what, totals) => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: rowsOf(2, call * 10), total: totals[call - 1] ?? totals.at(-1) ?? 0 })
    const { end } = await paginate('offset', bank, { pageSize: 2 })
    expect(end).toMatchObject({ kind: 'changing', firstReportedTotal: totals[0], repeated: 0 })
  })

  it('bank note 45: ends when the bank ignores where to begin and gives one page again and again', async () => {
    for (const facts of [factsWithIdentities, factsWithout]) {
      const bank = () => answered({ rows: rowsOf(1_000), total: 2_500 })
      const { end, queried, rows } = await paginate('row', bank, { facts })
      expect(end).toMatchObject({ kind: 'changing', repeated: 1_000, reportedTotal: 2_500 })
      expect(queried).toHaveLength(2)
      expect(rows).toHaveLength(1_000)
    }
  })
})

describe('any bank at all', () => {
  const page: fc.Arbitrary<ListReading> = fc.record({
    rows: fc.array(fc.constantFrom(...rowsOf(40)), { maxLength: 6 }),
    total: fc.option(fc.integer({ min: -5, max: 2_000_000_000 })),
    last: fc.constantFrom(null, null, true, false, false),
    nextStart: fc.option(fc.nat({ max: 5 }).map(String)),
  })

  it('lets paginating end, at its limit of pages at the latest', async () => {
    const mostPages = 60
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...styles),
        fc.array(page, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        async (style, progressSeen, freshRows) => {
          const bank = (_: unknown, call: number) => {
            const given = progressSeen[call % progressSeen.length] ?? { rows: [] }
            const rows = freshRows ? given.rows.map((row) => `${row} of ${call}`) : given.rows
            return answered({ ...given, rows })
          }
          const { queried, end, rows } = await paginate(style, bank, { pageSize: 5, mostPages })
          expect(queried.length).toBeLessThanOrEqual(mostPages)
          expect(end.got).toBeGreaterThanOrEqual(rows.length)
          if (end.kind === 'complete') expect(end.got).toBe(end.reportedTotal ?? end.got)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('ends with a message when new rows and higher totals never end', async () => {
    const bank = (_: unknown, call: number) =>
      answered({ rows: rowsOf(5, call * 5), total: call * 1_000 })
    const { queried, end } = await paginate('offset', bank, { pageSize: 5, mostPages: 20 })
    expect(queried).toHaveLength(20)
    expect(end).toMatchObject({
      kind: 'truncated',
      why: 'most-pages',
      got: 100,
      reportedTotal: 20_000,
    })
  })
})

describe('paginating', () => {
  it('estimates the remaining time from the rows so far', async () => {
    let ms = 0
    const progressSeen: PagingProgress[] = []
    await paginate(
      'row',
      (position, call) => {
        ms += call * 1_000
        return honestBank({ rows: rowsOf(2_500), ...honest })(position, call)
      },
      {
        clock: { monotonicMs: () => ms },
        onProgress: (progress) => progressSeen.push(progress),
        // A person who reads a page for a minute does not make the bank slower.
        onPage: () => (ms += 60_000),
      },
    )
    expect(progressSeen).toEqual([
      { rows: 1_000, total: 2_500, pages: 1, elapsedMs: 1_000, remainingMs: 1_500 },
      { rows: 2_000, total: 2_500, pages: 2, elapsedMs: 63_000, remainingMs: 750 },
      { rows: 2_500, total: 2_500, pages: 3, elapsedMs: 126_000, remainingMs: 0 },
    ])
  })

  it('does not estimate what remains where the bank names no total', async () => {
    const progressSeen: PagingProgress[] = []
    await paginate('page', honestBank({ rows: rowsOf(30), ...honest, reportsTotal: false }), {
      pageSize: 20,
      onProgress: (progress) => progressSeen.push(progress),
    })
    expect(progressSeen.map(({ remainingMs }) => remainingMs)).toEqual([null, null])
  })

  it('stops between two pages without another call', async () => {
    const stop = new AbortController()
    const bank = honestBank({ rows: rowsOf(50), ...honest })
    const how = { pageSize: 10, signal: stop.signal, onPage: () => stop.abort() }
    const { queried, end, rows } = await paginate('page', bank, how)
    expect(queried).toHaveLength(1)
    expect(end).toMatchObject({ kind: 'stopped', got: 10, reportedTotal: 50 })
    expect(rows).toHaveLength(10)
  })

  it('stops while a page is awaited, and when the call itself was cancelled', async () => {
    const stop = new AbortController()
    const plan = { facts: factsWithIdentities, clock: { monotonicMs: () => 0 }, pageSize: 10 }
    const never = {
      ...plan,
      style: 'row',
      requestPage: () => new Promise<never>(() => undefined),
    } as const
    const waiting = pages({ ...never, signal: stop.signal }).next()
    stop.abort()
    expect(await waiting).toMatchObject({ done: true, value: { kind: 'stopped', got: 0 } })
    const later = new AbortController()
    const takenBack = { kind: 'not-sent', reason: 'cancelled' } as const
    const own = await paginate(
      'row',
      () => {
        queueMicrotask(() => later.abort())
        return takenBack
      },
      { signal: later.signal },
    )
    expect(own.end).toMatchObject({ kind: 'stopped' })
  })

  it('fails when the bank gives no answer, and returns the earlier rows', async () => {
    const bank = (_: unknown, call: number) =>
      call === 1
        ? answered({ rows: rowsOf(10), total: 20 })
        : ({ kind: 'no-answer', reason: 'timed-out' } as const)
    const { end } = await paginate('page', bank, { pageSize: 10 })
    expect(end).toMatchObject({
      kind: 'failed',
      answer: { kind: 'no-answer', reason: 'timed-out' },
      position: { pageNumber: 2 },
      got: 10,
    })
  })

  it('returns an empty first page, so that its message can be shown', async () => {
    const { pages: given, end } = await paginate('page', () => nothingFound)
    expect(given.map(({ answer }) => answer.kind)).toEqual(['nothing-found'])
    expect(end).toMatchObject({ kind: 'complete', got: 0 })
  })
})
