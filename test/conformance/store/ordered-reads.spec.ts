/** PostgreSQL reads a page of a list in the order of an index, without sorting the whole list. */
import { sql, type Compilable } from 'kysely'
import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { pageOfAlerts } from '../../../main/alerts/alerts.records.ts'
import { listCalls } from '../../../main/inquiry/traffic/traffic.records.ts'
import { listValidations } from '../../../main/inquiry/validation/validation.records.ts'
import { entriesOf } from '../../../main/money/batch/batch-records.ts'
import { moneyKinds } from '../../../main/money/money.ts'
import { listOrders } from '../../../main/money/order/reading/order-list.ts'
import { gatheredReader } from '../../../main/store/gathered-reader.ts'
import { neverNull } from '../../../main/store/postgres/postgres-compiler.ts'
import { connectEngine } from '../../../main/store/postgres/postgres-engine.ts'
import { readTogether, type StoreStatement } from '../../../main/store/store-jobs.ts'
import { jobContextOn } from '../../../main/store/store-server.ts'
import type { Store } from '../../../main/store/store.ts'
import { listEntries } from '../../../main/workplace/audit/audit-list.ts'
import { describeOnPostgres, reachOf } from '../../postgres/databases.ts'
import { everything } from '../../unit/alerts/alert-session.ts'
import { bothWays } from '../../unit/store/read-pages.ts'
import { newPostgresStore } from './engines.ts'

const page = { cursor: null, limit: 50, search: '' }
const anyCall = {
  purpose: null,
  outcome: null,
  statusClass: null,
  lane: null,
  from: null,
  to: null,
}
const asId = (id: string): string => id

/** The sorts of the orders, each with its index, or that of ascending and that of descending. */
const sorts = [
  ['created', 'orders_by_creation'],
  ['beneficiary', 'orders_by_beneficiary_up', 'orders_by_beneficiary'],
  ['amount', 'orders_by_amount_up', 'orders_by_amount'],
  ['value-date', 'orders_by_value_date_up', 'orders_by_value_date'],
  ['state', 'orders_by_state_place'],
  ['reference', 'orders_by_reference'],
] as const
const contextOf = (store: Store) => ({ store, kinds: moneyKinds }) as never

/** The lists that an index orders, and that index. */
const lists: readonly (readonly [
  list: string,
  index: string,
  read: (store: Store) => Promise<unknown>,
])[] = [
  [
    'the orders',
    'orders_for_list',
    (store) => listOrders(contextOf(store), { ...page, view: 'all' }),
  ],
  [
    'the ended orders',
    'orders_for_list',
    (store) => listOrders(contextOf(store), { ...page, view: 'ended' }),
  ],
  ...sorts.flatMap(([column, ...indexes]) =>
    bothWays.map(
      (direction, at) =>
        [
          `the orders by ${column}, ${direction}`,
          indexes[at] ?? indexes[0],
          (store: Store) => {
            const sort = { column, direction }
            return listOrders(contextOf(store), { ...page, view: 'all', sort })
          },
        ] as const,
    ),
  ),
  [
    'the alerts',
    'alerts_pkey',
    (store) => pageOfAlerts(store, everything, { below: null, limit: 50 }),
  ],
  [
    'the calls to the bank',
    'bank_calls_for_list',
    (store) => listCalls(store, { ...page, ...anyCall }),
  ],
  [
    'the account checks',
    'validations_by_time',
    (store) => listValidations(store, { ...page, resultClass: null }, 80, asId),
  ],
  [
    'the audit chain',
    'audit_entries_pkey',
    (store) =>
      listEntries(store, { operatorName: asId, earlierNames: () => [] }, page, {} as never),
  ],
  ['the entries of a batch', 'batch_entries_in_order', ({ read }) => entriesOf(read, 'batch')],
  [
    'the history of an item of the inbox',
    'inbox_events_of_item',
    ({ read }) =>
      read
        .selectFrom('inbox_events')
        .selectAll()
        .where('item_id', '=', 'item')
        .orderBy('seq')
        .execute(),
  ],
]

interface Plan {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly Plans?: readonly Plan[]
}
const partsOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]

/** Returns the plans of the statements of a reading that sort, or end after a page. */
async function orderedPlans(read: (store: Store) => Promise<unknown>): Promise<readonly Plan[]> {
  const client = await newPostgresStore()
  const engine = await connectEngine(reachOf(client))
  onTestFinished(() => engine.close())
  const statements: StoreStatement[] = []
  const work = (_: unknown, input: readonly StoreStatement[]) => {
    statements.push(...input)
    return readTogether.run(jobContextOn(engine), input)
  }
  const store = { engineKind: 'postgres', work } as unknown as Store
  await read({ ...store, read: gatheredReader(store) })
  for (const name of ['seqscan', 'sort', 'incremental_sort', 'bitmapscan'])
    await engine.run(`SET enable_${name} TO off`, [])
  const plans: Plan[] = []
  for (const { sql: text, parameters } of statements.filter((one) => /order by/i.test(one.sql))) {
    const { rows } = await engine.run(`EXPLAIN (FORMAT JSON) ${text}`, parameters)
    const [row] = rows as { readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[] }[]
    plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan: plan }) => plan))
  }
  return plans
}

const sortsIn = (plans: readonly Plan[]): readonly Plan[] =>
  plans.filter((plan) => plan['Node Type'].endsWith('Sort'))

describeOnPostgres('PostgreSQL reads in the order of an index', () => {
  it.each(lists)('%s', async (_, index, read) => {
    const [plan] = await orderedPlans(read)
    if (plan === undefined) throw new Error('no statement with an order')
    const parts = partsOf(plan)
    // The page itself may be sorted once more, after its end.
    const below = partsOf(parts.find((part) => part['Node Type'] === 'Limit') ?? plan)
    expect(sortsIn(below)).toEqual([])
    expect(below.map((part) => part['Index Name'])).toContain(index)
  })

  it('but sorts where nulls have another place than in the index', async () => {
    const plans = await orderedPlans(({ read }) =>
      read
        .selectFrom('orders')
        .select('id')
        .orderBy('updated_at', (order) => order.desc().nullsLast())
        .limit(1)
        .execute(),
    )
    expect(sortsIn(plans.flatMap(partsOf))).not.toEqual([])
  })
})

const orderOf = (query: Compilable): string => query.compile().sql.replace(/^.* order by /, '')

it('an order has a place for nulls unless its column is null nowhere', () => {
  const read = gatheredReader({ engineKind: 'postgres', work: () => Promise.reject(new Error()) })
  const orders = read.selectFrom('orders as o').select('o.id')
  const joined = orders.leftJoin('batches as b', 'b.order_id', 'o.id')
  const events = orders.leftJoin('order_status_events as s', 's.order_id', 'o.id')
  for (const [query, order] of [
    [orders.orderBy('o.updated_at', 'desc').orderBy('id'), '"o"."updated_at" desc, "id"'],
    [orders.orderBy(sql`updated_at`, 'desc'), 'updated_at desc'],
    [orders.orderBy(sql.ref('o.updated_at'), 'desc'), '"o"."updated_at" desc'],
    [orders.orderBy('released_at'), '"released_at" nulls first'],
    [orders.orderBy('released_at', 'desc'), '"released_at" desc nulls last'],
    [orders.orderBy(sql`coalesce(updated_at, id)`), 'coalesce(updated_at, id) nulls first'],
    [joined.orderBy('o.id'), '"o"."id"'],
    [joined.orderBy('b.part'), '"b"."part" nulls first'],
    // An order may have no statement, and then no number of one.
    [events.orderBy('s.seq', 'desc'), '"s"."seq" desc nulls last'],
    [events.orderBy('seq', 'desc'), '"seq" desc nulls last'],
    [
      orders.rightJoin('batches as b', 'b.order_id', 'o.id').orderBy('o.id'),
      '"o"."id" nulls first',
    ],
    [orders.select('o.closed_at as at').orderBy('at'), '"at" nulls first'],
    [read.selectFrom(orders.as('found')).select('id').orderBy('id'), '"id" nulls first'],
  ] as const)
    expect(orderOf(query)).toBe(order)
})

/** Returns the columns of the list that some table has without NOT NULL. */
async function nullable(store: Client): Promise<readonly unknown[]> {
  const { rows } = await store.query<{ name: string }>(
    `SELECT DISTINCT column_name AS name
     FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
     WHERE table_schema = 'store' AND table_type = 'BASE TABLE' AND is_nullable = 'YES' AND column_name = ANY ($1)`,
    [[...neverNull]],
  )
  return rows.map(({ name }) => name)
}

describeOnPostgres('a column of which the compiler knows that it is never null', () => {
  it('is null in no table, and in an index', async () => {
    const store = await newPostgresStore()
    expect(await nullable(store)).toEqual([])
    const { rows } = await store.query<{ name: string }>(
      `SELECT DISTINCT attname AS name FROM pg_attribute JOIN pg_class AS c ON c.oid = attrelid
       WHERE relnamespace = 'store'::regnamespace AND relkind = 'i'`,
    )
    const indexed = new Set(rows.map(({ name }) => name))
    expect([...neverNull].filter((name) => !indexed.has(name))).toEqual([])
  })

  it('would be named if a table had nulls in it', async () => {
    const store = await newPostgresStore('ALTER TABLE order_files ALTER at DROP NOT NULL')
    expect(await nullable(store)).toEqual(['at'])
  })
})
