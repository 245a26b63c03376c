/** The list of calls sorted by each of its columns, page after page. */
import { describe, expect, it } from 'vitest'
import { listCalls, type LineRow } from '../../../../main/inquiry/traffic/traffic.records.ts'
import type { TrafficListRequest } from '../../../../preload/contract/api/traffic.ts'
import { bothWays, expected, idsOf, paged } from '../../store/read-pages.ts'
import { everything, recorded, silent, traffic } from './recorded-calls.ts'

const calls = [
  recorded({ id: 'c1', at: '2026-11-21T14:00:00.100Z' }),
  recorded({
    ...silent,
    id: 'c2',
    at: '2026-11-22T14:00:00.100Z',
    lane: 'bulk',
    startedAt: '2026-11-21T14:00:01.000Z',
    finishedAt: '2026-11-21T14:00:31.000Z',
  }),
  recorded({
    id: 'c3',
    at: '2026-11-20T14:00:00.100Z',
    status: 299,
    waitedMs: 0,
    purpose: 'token',
    path: '/A',
  }),
  recorded({
    id: 'c4',
    at: '2026-11-24T14:00:00.100Z',
    status: 500,
    waitedMs: 1200,
    method: 'GET',
    path: '/b',
    correlationId: 'CORR-A',
  }),
  recorded({
    id: 'c5',
    at: '2026-11-23T14:00:00.100Z',
    lane: 'sweep',
    waitedMs: 9,
    path: `/${'x'.repeat(3000)}`,
    correlationId: 'zz',
  }),
  // The same instant as the first: only the ids differ.
  recorded({ id: 'c6', at: '2026-11-21T14:00:00.100Z', status: 404 }),
]

type SortColumn = NonNullable<TrafficListRequest['sort']>['column']
const keys: Record<SortColumn, (row: LineRow) => string | number | null> = {
  at: (row) => row.at,
  what: (row) => row.purpose,
  call: (row) => `${row.method} ${row.path}`,
  lane: (row) => row.lane,
  wait: (row) => row.waited_ms,
  took: (row) => Date.parse(row.finished_at) - Date.parse(row.started_at),
  status: (row) => row.status,
  correlation: (row) => row.correlation_id,
}

describe('the list of calls, sorted', () => {
  it.each(Object.keys(keys) as SortColumn[])('by %s, has each call once', async (column) => {
    const { store } = await traffic(calls)
    for (const direction of bothWays) {
      const rows = await paged((page) =>
        listCalls(store, { ...everything, ...page, sort: { column, direction } }),
      )
      expect(rows).toHaveLength(calls.length)
      expect(idsOf(rows), direction).toEqual(expected(rows, direction, keys[column]))
    }
  })
})
