/** The inquiries of a kind as a list, searched and sorted by its visible values. */
import { beforeEach, describe, expect, it } from 'vitest'
import { listInquiries } from '../../../../main/inquiry/history/inquiry-list.ts'
import { insertInquiry } from '../../../../main/inquiry/inquiry-records.ts'
import {
  paymentInquirySort,
  searchedText,
} from '../../../../main/inquiry/payment-inquiry/status-inquiry-sort.ts'
import type { Store } from '../../../../main/store/store.ts'
import type { StatusInquiriesRequest } from '../../../../preload/contract/api/payment-inquiry/inquiry.ts'
import { newStorePath, open } from '../../store/stores.ts'
import { bothWays, paged } from '../../store/read-pages.ts'

const stored = [
  ['a', 'Zo\u00eb', 'answered', 'COMPLETED', '9.5'],
  ['b', '\u00c9toile \u2022\u2022\u2022\u20220031', 'nothing-found', null, null],
  ['c', 'alder', 'answered', 'IN_PROCESS', '1,000.00'],
] as const

let store: Store
beforeEach(async () => {
  store = await open(newStorePath())
  await store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    for (const [id, title, outcome, status, amount] of stored) {
      const row = { outcome, status, amount, currency: null, valueDate: null, withoutAnswer: null }
      await insertInquiry(tx, {
        id,
        at: `2026-11-21T14:00:00.00${id === 'b' ? '9' : '1'}Z`,
        actor: `op-${id}`,
        kind: 'payment',
        title,
        question_key: '1000200031',
        summary: JSON.stringify(row),
        question: JSON.stringify({ number: '1000200031' }),
      })
    }
  })
})
const names: Readonly<Record<string, string>> = { 'op-a': 'Mara', 'op-b': 'zed', 'op-c': 'Ann' }
const list = {
  kind: 'payment',
  operatorName: (id: string) => names[id] ?? id,
  columns: paymentInquirySort,
  searched: searchedText,
}
const found = async (part: Partial<StatusInquiriesRequest>): Promise<string> => {
  const request = { cursor: null, limit: 50, ...part }
  const { rows, total } = await listInquiries(store, list, request)
  expect(total).toBe(rows.length)
  return rows.map(({ id }) => id).join('')
}

describe('the inquiries of a kind', () => {
  it.each([
    ['title', 'cba', 'abc'],
    ['status', 'acb', 'bca'],
    ['at', 'acb', 'bca'],
    ['amount', 'acb', 'cab'],
    ['operator', 'cab', 'bac'],
  ] as const)('sorted by %s, are in the order of the shown values', async (column, up, down) => {
    for (const direction of bothWays) {
      const rows = await paged((page) =>
        listInquiries(store, list, { ...page, sort: { column, direction } }),
      )
      const order = rows.map(({ id }) => id).join('')
      expect(order, direction).toBe(direction === 'ascending' ? up : down)
    }
  })

  it('are found by title, status and amount without case and accents', async () => {
    expect(await found({ search: 'etoile' })).toBe('b')
    expect(await found({ search: ' zoe ' })).toBe('a')
    expect(await found({ search: 'in_pro' })).toBe('c')
    expect(await found({ search: 'nothing found' })).toBe('b')
  })

  it('reveal no account by a search: more than its last four finds nothing', async () => {
    expect(await found({ search: '0031' })).toBe('b')
    for (const search of ['00031', '1000', '1000200031', '200031'])
      expect(await found({ search })).toBe('')
  })
})
