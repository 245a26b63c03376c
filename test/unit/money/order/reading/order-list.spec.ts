/** Orders in the lists. */
import { beforeEach, describe, expect, it } from 'vitest'
import { countOrders } from '../../../../../main/money/order/reading/order-counts.ts'
import { listOrders } from '../../../../../main/money/order/reading/order-list.ts'
import type { OrdersRequest } from '../../../../../preload/contract/domain/orders/order-list.ts'
import { bothWays, paged } from '../../../store/read-pages.ts'
import { openOrderTracking, people, type OrderTrackingSession } from '../support/order-tracking.ts'
import { changeStored, storedOrder, wireForm } from '../support/stored-orders.ts'

let session: OrderTrackingSession
const stored = [
  ['a', 'draft', 'Zo\u00eb Ltd', '9.50', 'max', 0, '2026-11-25'],
  ['b', 'awaiting-approval', '\u00c9toile', '1,000.00', 'mara', 0, '2026-11-23'],
  ['c', 'accepted', 'alder', '20.00', 'mara', 0, '2026-11-24'],
  ['d', 'accepted', 'Birch', '30.00', 'cleo', 1, '2026-11-26'],
  ['e', 'outcome-unknown', 'Cedar', '40.00', 'mara', 0, '2026-11-27'],
] as const
beforeEach(async () => {
  session = await openOrderTracking()
  for (const [id, state, name, amount, maker, isFinal, valueDate] of stored) {
    const creditParty = {
      ...wireForm.creditParty,
      name,
      accountNumber: `9988776${id.charCodeAt(0)}`,
    }
    await storedOrder(
      session.store,
      {
        id,
        state,
        maker,
        is_final: isFinal,
        reference: `REF-${id}`,
        updated_at: `2026-11-23T13:00:0${String(stored.findIndex(([one]) => one === id))}.000Z`,
        created_at: `2026-11-22T13:00:0${String(9 - stored.findIndex(([one]) => one === id))}.000Z`,
      },
      { ...wireForm, creditParty, amount, valueDate },
    )
  }
})
const list = (part: Partial<OrdersRequest> = {}) =>
  listOrders(session.context, { cursor: null, limit: 50, view: 'all', sort: null, ...part })
const found = async (part: Partial<OrdersRequest>): Promise<string> => {
  const { items, total } = await list(part)
  expect(total).toBe(items.length)
  return items.map(({ id }) => id).join('')
}

describe('the list of orders', () => {
  it('is newest first, and names no account in full', async () => {
    const { items } = await list()
    expect(items.map(({ id }) => id).join('')).toBe('edcba')
    expect(JSON.stringify(items)).not.toContain('9988776')
    expect(items[4]).toMatchObject({
      beneficiaryAccount: '\u2022\u2022\u2022\u20227697',
      amount: 950,
      maker: { id: 'max', name: 'Max Hale' },
      flags: ['not-in-book', 'first-payment'],
    })
  })

  it.each([
    ['drafts', 'a'],
    ['awaiting', 'b'],
    ['ready', ''],
    ['under-way', 'c'],
    ['unknown-outcome', 'e'],
    ['ended', 'd'],
  ] as const)('narrowed to %s holds %j', async (view, wanted) => {
    expect(await found({ view })).toBe(wanted)
  })

  it('lists orders closed as not made with ended ones, and not with unknown outcomes', async () => {
    await changeStored(session.store, 'e', { closed_at: '2026-11-23T15:00:00.000Z' })
    expect([await found({ view: 'unknown-outcome' }), await found({ view: 'ended' })]).toEqual([
      '',
      'ed',
    ])
    expect((await list({ view: 'ended' })).items[0]).toMatchObject({
      id: 'e',
      state: 'outcome-unknown',
      isClosed: true,
    })
    expect(await countOrders(session.context, people.mara)).toMatchObject({
      unknownOutcome: 0,
      ended: 2,
    })
  })

  it.each([
    ['updated', 'abcde'],
    ['created', 'edcba'],
    ['beneficiary', 'cdeba'],
    ['amount', 'acdeb'],
    ['value-date', 'bcade'],
    ['state', 'abcde'],
    ['reference', 'abcde'],
    ['maker', 'dbcea'],
  ] as const)('sorted by %s is in the order of the shown values, both ways', async (column, up) => {
    for (const direction of bothWays) {
      const rows = await paged((page) =>
        list({ ...page, sort: { column, direction } }).then(({ items, ...rest }) => ({
          rows: items,
          ...rest,
        })),
      )
      const order = rows.map(({ id }) => id).join('')
      expect(order, direction).toBe(
        direction === 'ascending' ? up : Array.from(up).reverse().join(''),
      )
    }
  })

  it('sorted by beneficiary has orders without one last, both ways, on every page', async () => {
    const { store } = session
    const form = { ...wireForm, creditParty: { ...wireForm.creditParty, name: '' } }
    for (const id of ['x', 'y'])
      await storedOrder(store, { id, reference: id, state: 'draft' }, form)
    const wanted = { ascending: 'cdebaxy', descending: 'abedcyx' }
    for (const direction of bothWays) {
      const rows = await paged((page) =>
        list({ ...page, sort: { column: 'beneficiary', direction } }).then(({ items, next }) => ({
          rows: items,
          next,
        })),
      )
      expect(rows.map(({ id }) => id).join(''), direction).toBe(wanted[direction])
    }
  })

  it('counts all orders on the last page, too', async () => {
    const first = await list({ limit: 4 })
    expect(first.total).toBe(5)
    expect(await list({ limit: 4, cursor: first.next })).toMatchObject({ next: null, total: 5 })
    expect(await list({ limit: 4, cursor: first.next, search: 'ref' })).toMatchObject({ total: 5 })
  })

  it('found by a search and sorted by maker is in the order of the shown names', async () => {
    const sort = { column: 'maker', direction: 'ascending' } as const
    expect(await found({ sort, search: 'ref-' })).toBe('dbcea')
  })

  it('is searched by shown text, without case and accents', async () => {
    expect(await found({ search: 'ETOILE' })).toBe('b')
    expect(await found({ search: 'max hale' })).toBe('a')
    expect(await found({ search: '1000.00' })).toBe('b')
    expect(await found({ search: '1,000.0' })).toBe('b')
    expect(await found({ search: ',' })).toBe('')
    expect(await found({ search: 'ref-c' })).toBe('c')
    expect(await found({ search: '7698' })).toBe('b')
    expect(await found({ search: 'outcome unknown' })).toBe('e')
  })

  it('does not reveal an account digit by digit: nothing that is masked is searched', async () => {
    expect(await found({ search: '99887' })).toBe('')
    expect(await found({ search: '0072004500' })).toBe('')
    expect(await found({ search: '72004500' })).toBe('')
  })

  it('is narrowed to a service', async () => {
    expect(await found({ service: 'RTP' })).toBe('')
    expect(await found({ service: 'WIRE' })).toBe('edcba')
  })
})

describe('the counts', () => {
  it('show what waits, and what this operator may approve', async () => {
    const counts = (who: keyof typeof people) =>
      session.reading.handlers.getCounts({}, { operator: people[who] })
    const all = {
      all: 5,
      drafts: 1,
      awaiting: 1,
      ready: 0,
      underWay: 1,
      unknownOutcome: 1,
      ended: 1,
    }
    expect(await counts('theo')).toEqual({ ok: true, value: { ...all, awaitingMe: 1, readyMe: 0 } })
    expect(await counts('mara')).toEqual({ ok: true, value: { ...all, awaitingMe: 0, readyMe: 0 } })
    await session.store.record({ actor: 'x', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
      const approval = { order_id: 'b', seq: 1, operator: 'theo', at: session.time.now }
      const ended = { voided_at: null, voided_because: null }
      await tx
        .insertInto('order_approvals')
        .values({ ...approval, approval_hash: 'hash-1', ...ended })
        .execute()
    })
    expect(await counts('theo')).toMatchObject({ value: { awaitingMe: 0 } })
    expect((await list({ view: 'awaiting' })).items[0]?.approvals).toEqual({ have: 1, needed: 1 })
  })
})
