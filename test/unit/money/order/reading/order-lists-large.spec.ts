/** Lists and counts of a store with thousands of orders: they must not read every order. */
import { expect } from 'vitest'
import { moneyKinds } from '../../../../../main/money/money.ts'
import { countOrders } from '../../../../../main/money/order/reading/order-counts.ts'
import { listOrders } from '../../../../../main/money/order/reading/order-list.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import type { Operator } from '../../../../../preload/contract/domain/operators/roles.ts'
import {
  ordersRequest,
  type OrdersRequest,
} from '../../../../../preload/contract/domain/orders/order-list.ts'
import type { Reader, Store } from '../../../../../main/store/store.ts'
import { readingPlans, readingSteps } from '../../../store/reading-plans.ts'
import { bothWays } from '../../../store/read-pages.ts'
import { itInFile, newStorePath, open } from '../../../store/stores.ts'
import { orderRow, storedOrder } from '../support/stored-orders.ts'

const now = new Date('2026-11-23T14:20:00.000Z')
const theo: Operator = { id: 'theo', name: 'Theo', roles: ['checker'] }
const contextOf = (store: Store, read: Reader) => ({
  store: { ...store, read },
  kinds: moneyKinds,
  clock: { now: () => now },
  operatorName: (id: string) => id,
  operatorOf: () => undefined,
  policy: {
    current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }),
    ofVersion: () => Promise.resolve(undefined),
  },
  payees: { statusOf: () => Promise.resolve(undefined) },
})
async function filled(): Promise<Store> {
  const store = await open(newStorePath())
  // More than a page of one, so that the rest is counted.
  for (const id of ['o1', 'o2'])
    await storedOrder(store, {
      id,
      reference: id,
      state: 'accepted',
      is_final: id === 'o1' ? 1 : 0,
    })
  return store
}

itInFile.each([undefined, 'payment', 'batch'] as const)(
  'counts of %s are read from an index',
  async (kind) => {
    const store = await filled()
    const [counts] = await readingPlans(store, (read) =>
      countOrders(contextOf(store, read) as never, theo, kind),
    )
    expect(counts?.[0]).toContain('COVERING INDEX orders_at_a_glance')
  },
)

/** Reads a page of one order, and counts all. */
const listing = (store: Store, part: Partial<OrdersRequest>) => (read: Reader) =>
  listOrders(contextOf(store, read) as never, { cursor: null, limit: 1, view: 'all', ...part })

/** Returns by which way the store finds them. */
const plansOf = async (part: Partial<OrdersRequest>): Promise<string[][]> => {
  const store = await filled()
  return readingPlans(store, listing(store, part))
}
const ofMakers: unknown = expect.arrayContaining([
  expect.stringContaining('SEARCH o USING COVERING INDEX orders_by_maker'),
])

itInFile.each([
  {},
  { sort: { column: 'updated', direction: 'descending' } },
  { search: ' ' },
] as const)('does not read the makers of all orders for %j', async (part) => {
  expect((await plansOf({ view: 'under-way', ...part }))[0]).not.toEqual(ofMakers)
})

itInFile.each([{ search: 'theo' }, { sort: { column: 'maker', direction: 'ascending' } }] as const)(
  'reads the makers of all orders from an index for %j',
  async (part) => {
    expect((await plansOf({ view: 'under-way', ...part }))[0]).toEqual(ofMakers)
  },
)

const along = 'SCAN orders USING INDEX orders_for_list'

itInFile.each(['all', 'ended'] as const)(
  'reads a page of %s, which grows, along the index of times',
  async (view) => {
    expect((await plansOf({ view }))[0]).toEqual([along])
  },
)

itInFile.each([
  ['all', 'updated'],
  ['all', 'beneficiary'],
  ['ended', 'updated'],
  ['ended', 'amount'],
] as const)('searches %s once, along that index alone, sorted by %s', async (view, column) => {
  const [, search, page] = await plansOf({
    view,
    search: 'ridge',
    sort: { column, direction: 'descending' },
  })
  expect(search).toEqual([along])
  expect(page?.[0]).toBe('SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)')
})

itInFile.each([999, 1_001])('finds and counts %i orders', async (count) => {
  const store = await open(newStorePath())
  const rows = Array.from({ length: count }, (_, nth) =>
    orderRow({ id: `o${String(nth)}`, reference: `CS${String(nth)}`, state: 'withdrawn' }),
  )
  await store.record({ actor: 'a', kind: 'x', subject: 'x', detail: {} }, async (tx) => {
    for (const row of rows) await tx.insertInto('orders').values(row).execute()
  })
  const search = { search: 'cs', limit: 2 }
  for (const direction of bothWays) {
    const sort = { column: 'reference', direction } as const
    const first = await listing(store, { ...search, sort })(store.read)
    const second = await listing(store, { ...search, sort, cursor: first.next })(store.read)
    const wanted = rows.map(({ reference }) => reference).sort()
    if (direction === 'descending') wanted.reverse()
    expect([...first.items, ...second.items].map(({ reference }) => reference)).toEqual(
      wanted.slice(0, 4),
    )
    expect([first.total, second.total]).toEqual([count, count])
  }
})

const columns = ordersRequest.shape.sort.unwrap().unwrap().shape.column.options
const filters = [{}, { kind: 'payment' }, { kind: 'batch' }, { service: 'WIRE' }] as const

itInFile.each(
  bothWays.flatMap((direction) => columns.map((column) => ({ column, direction }) as const)),
)('reads any page of a view that grows along an index, by $column $direction', async (sort) => {
  const store = await filled()
  const { next } = await listing(store, { sort })(store.read)
  expect(next).not.toBeNull()
  for (const view of ['all', 'ended'] as const)
    for (const filter of filters)
      for (const cursor of [null, next]) {
        const steps = await readingSteps(store, listing(store, { view, sort, cursor, ...filter }))
        const ofOrders = steps.filter(([first]) => /^(SCAN|SEARCH) orders /.test(first ?? ''))
        const asked = JSON.stringify({ view, cursor, ...filter })
        expect(ofOrders[0]?.[0], asked).toContain(' INDEX orders_')
        expect(
          ofOrders.flat().filter((step) => step.includes('TEMP B-TREE')),
          asked,
        ).toEqual([])
      }
})

itInFile('would see a sort of the whole list', async () => {
  const store = await filled()
  const [steps] = await readingSteps(store, (read) =>
    read.selectFrom('orders').select('id').orderBy('beneficiary_bank').limit(1).execute(),
  )
  expect(steps).toContain('USE TEMP B-TREE FOR ORDER BY')
})

itInFile('counts the ended orders by an index', async () => {
  const store = await filled()
  await storedOrder(store, { id: 'o3', reference: 'o3', state: 'rejected' })
  const [, ended, closed] = await readingPlans(store, (read) =>
    listOrders(contextOf(store, read) as never, { cursor: null, limit: 1, view: 'ended' }),
  )
  expect(ended).toEqual(['SCAN orders USING COVERING INDEX orders_at_a_glance'])
  expect(closed?.[0]).toContain('(state=?')
})

itInFile('reads of the accepted orders only those under way', async () => {
  const [page] = await plansOf({ view: 'under-way' })
  expect(page).toContainEqual(expect.stringContaining('(state=? AND is_final=?)'))
})
