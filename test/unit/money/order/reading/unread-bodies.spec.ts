/** The text of a large batch is megabytes: what lists, counts or polls orders must not read it. */
import { expect } from 'vitest'
import { moneyKinds } from '../../../../../main/money/money.ts'
import { readTrackedBatch } from '../../../../../main/money/batch/tracking/tracked-batch.ts'
import { retriedOrders } from '../../../../../main/money/order/copies.ts'
import { findOrder, findSummary } from '../../../../../main/money/order/order-records.ts'
import { awaitingIds, countOrders } from '../../../../../main/money/order/reading/order-counts.ts'
import { listOrders } from '../../../../../main/money/order/reading/order-list.ts'
import { proveRoute } from '../../../../../main/money/order/status/route-proof.ts'
import { practicePolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import type { Operator } from '../../../../../preload/contract/domain/operators/roles.ts'
import { orderViews } from '../../../../../preload/contract/domain/orders/order-states.ts'
import type { Reader, Store } from '../../../../../main/store/store.ts'
import { readingStatements } from '../../../store/reading-plans.ts'
import { itInFile, newStorePath, open } from '../../../store/stores.ts'
import { storedOrder } from '../support/stored-orders.ts'

const now = new Date('2026-11-23T14:20:00.000Z')
const theo: Operator = { id: 'theo', name: 'Theo', roles: ['checker'] }
const contextOf = (store: Store, read: Reader) => ({
  store: { ...store, read },
  kinds: moneyKinds,
  clock: { now: () => now },
  waits: { earliest: () => now, latest: () => now },
  operatorName: (id: string) => id,
  operatorOf: () => undefined,
  policy: {
    current: () => ({ policy: practicePolicy, version: 0, at: null, by: null }),
    ofVersion: () => Promise.resolve(undefined),
  },
  payees: { statusOf: () => Promise.resolve(undefined) },
})

/** Returns which of the statements read bodies of orders. */
const bodiesReadBy = async (reading: (store: Store, read: Reader) => Promise<unknown>) => {
  const store = await open(newStorePath())
  await storedOrder(store, { id: 'o1', reference: 'o1', state: 'awaiting-approval' })
  await storedOrder(store, { id: 'o2', reference: 'o2', state: 'accepted', service: 'PPD' })
  const statements = await readingStatements(store, (read) => reading(store, read))
  const ofOrders = statements.filter(({ sql }) => /\borders\b/.test(sql))
  expect(ofOrders).not.toEqual([])
  return ofOrders
    .filter(({ sql }) => /\bbody\b|^select \*(?:(?! from ).)* from "?orders\b/.test(sql))
    .map(({ sql }) => sql)
}

itInFile('an order that is read whole has its body', async () => {
  expect(await bodiesReadBy((_store, read) => findOrder(read, 'o1'))).toHaveLength(1)
})

itInFile.each(orderViews)('the list of %s reads no body', async (view) => {
  const read = await bodiesReadBy((store, reader) =>
    listOrders(contextOf(store, reader) as never, { cursor: null, limit: 50, view, search: 'r' }),
  )
  expect(read).toEqual([])
})

itInFile('counts and the orders that await an approval are read without bodies', async () => {
  expect(
    await bodiesReadBy((store, read) => countOrders(contextOf(store, read) as never, theo)),
  ).toEqual([])
  expect(
    await bodiesReadBy((store, read) => awaitingIds(contextOf(store, read) as never, theo)),
  ).toEqual([])
})

itInFile('polling reads no body', async () => {
  const read = await bodiesReadBy(async (_store, reader) => {
    const order = await findSummary(reader, 'o1')
    await retriedOrders(reader, 'o1')
    await readTrackedBatch({ read: reader }, 'o2')
    if (!order) throw new Error('not stored')
    const query = { inquiredBy: 'list', since: now.toISOString(), now, services: ['PPD'] } as const
    await proveRoute(reader, order, query, () => Promise.resolve(true))
  })
  expect(read).toEqual([])
})
