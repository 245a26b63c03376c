/** Lists and counts of a store with thousands of orders: they must not read every order. */
import { expect } from 'vitest'
import { moneyKinds } from '../../../../../main/money/money.ts'
import { countOrders } from '../../../../../main/money/order/reading/order-counts.ts'
import { listOrders } from '../../../../../main/money/order/reading/order-list.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import type { Operator } from '../../../../../preload/contract/domain/operators/roles.ts'
import type { OrdersRequest } from '../../../../../preload/contract/domain/orders/order-list.ts'
import type { Reader, Store } from '../../../../../main/store/store.ts'
import { readingPlans } from '../../../store/reading-plans.ts'
import { itInFile, newStorePath, open } from '../../../store/stores.ts'
import { storedOrder } from '../support/stored-orders.ts'

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

/** Returns by which way the store finds a page of one order, and counts all. */
const plansOf = async (part: Partial<OrdersRequest>): Promise<string[][]> => {
  const store = await filled()
  return readingPlans(store, (read) =>
    listOrders(contextOf(store, read) as never, { cursor: null, limit: 1, view: 'all', ...part }),
  )
}
const ofMakers = ['SCAN orders USING COVERING INDEX orders_by_maker']

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
] as const)('searches %s along that index alone, sorted by %s', async (view, column) => {
  const [, page, total] = await plansOf({
    view,
    search: 'ridge',
    sort: { column, direction: 'descending' },
  })
  expect(page).toEqual([along])
  if (view === 'all') expect(total).toEqual([along])
})

itInFile.each([
  ['ascending', 'orders_by_beneficiary_up'],
  ['descending', 'orders_by_beneficiary'],
] as const)('reads a page by beneficiary, %s, along an index', async (direction, index) => {
  const sort = { column: 'beneficiary', direction } as const
  expect((await plansOf({ sort }))[0]).toEqual([`SCAN orders USING INDEX ${index}`])
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
