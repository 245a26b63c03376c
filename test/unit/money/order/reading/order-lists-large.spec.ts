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
  await storedOrder(store, { state: 'accepted' })
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

itInFile('reads the makers of all orders only to sort or search by their names', async () => {
  const store = await filled()
  const plansOf = (part: Partial<OrdersRequest>) =>
    readingPlans(store, (read) =>
      listOrders(contextOf(store, read) as never, {
        cursor: null,
        limit: 100,
        view: 'under-way',
        ...part,
      }),
    )
  const ofMakers = ['SCAN orders']
  expect(await plansOf({})).not.toContainEqual(ofMakers)
  expect(
    await plansOf({ sort: { column: 'updated', direction: 'descending' } }),
  ).not.toContainEqual(ofMakers)
  expect(await plansOf({ search: ' ' })).not.toContainEqual(ofMakers)
  expect(await plansOf({ search: 'theo' })).toContainEqual(ofMakers)
  expect(await plansOf({ sort: { column: 'maker', direction: 'ascending' } })).toContainEqual(
    ofMakers,
  )
})

itInFile('reads a page of the views that grow along the index of times', async () => {
  const store = await filled()
  for (const view of ['all', 'ended'] as const) {
    const plans = await readingPlans(store, (read) =>
      listOrders(contextOf(store, read) as never, { cursor: null, limit: 100, view }),
    )
    expect(plans[view === 'ended' ? 2 : 1], view).toEqual([
      'SCAN orders USING INDEX orders_by_time',
    ])
  }
})

itInFile('counts the ended orders by an index', async () => {
  const store = await filled()
  const plans = await readingPlans(store, (read) =>
    listOrders(contextOf(store, read) as never, { cursor: null, limit: 100, view: 'ended' }),
  )
  expect(plans[0]).toEqual(['SCAN orders USING COVERING INDEX orders_at_a_glance'])
  expect(plans[1]?.[0]).toContain('(state=?')
})

itInFile('reads of the accepted orders only those under way', async () => {
  const store = await filled()
  const [, page] = await readingPlans(store, (read) =>
    listOrders(contextOf(store, read) as never, { cursor: null, limit: 100, view: 'under-way' }),
  )
  expect(page).toContainEqual(expect.stringContaining('(state=? AND is_final=?)'))
})
