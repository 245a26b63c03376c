/**
 * Lists orders, filtered, searched and sorted by the masked values that a line shows. Nothing else
 * is searched, because a search of the stored rows would reveal an account digit by digit.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { OrderLine } from '../../../../preload/contract/domain/orders/order.ts'
import type { OrdersRequest } from '../../../../preload/contract/domain/orders/order-list.ts'
import {
  statesOfView,
  type OrderView,
} from '../../../../preload/contract/domain/orders/order-states.ts'
import type { LineDetails, OrderContext, OrderRow, OrderSummary } from '../types.ts'
import { folded } from '../../../store/collation.ts'
import {
  byFolded,
  byName,
  byNumber,
  sortedPage,
  type StoredSort,
} from '../../../store/sorted-page.ts'
import type { Store } from '../../../store/store.ts'
import { summaryColumns } from '../order-columns.ts'
import { schedulesOf } from '../order-records.ts'
import { lineOf } from './order-line.ts'
import { approvalFactsOf } from '../order-facts.ts'

type Context = Pick<
  OrderContext,
  | 'store'
  | 'payees'
  | 'policy'
  | 'operatorName'
  | 'operatorOf'
  | 'clock'
  | 'waits'
  | 'kinds'
  | 'settings'
>
type Column = NonNullable<OrdersRequest['sort']>['column']
type Condition = RawBuilder<SqlBool>

/** In flight, or accepted and not final yet. */
export const isUnderWay = sql<boolean>`(state = 'sending' OR (state = 'accepted' AND is_final = 0))`
/**
 * Rejected, withdrawn, or accepted and final. Nearly all orders have ended, so an index of states
 * would find nearly all of them, to be sorted: the plus sign leaves the planner to go along the
 * order's own index.
 */
export const hasEnded = sql<boolean>`(+state IN ('rejected', 'withdrawn')
  OR (+state = 'accepted' AND is_final = 1))`
/** Outcome unknown and closed as not made; listed with the ended orders. */
export const isClosed = sql<boolean>`(state = 'outcome-unknown' AND closed_at IS NOT NULL)`

/** An accepted order is under way until it is final, and ended from then on. */
function inView(view: OrderView): Condition {
  if (view === 'all') return sql`true`
  if (view === 'under-way') return isUnderWay
  if (view === 'ended')
    return sql`(${hasEnded} OR (+state = 'outcome-unknown' AND closed_at IS NOT NULL))`
  const states = sql<SqlBool>`state IN (${sql.join(statesOfView[view])})`
  if (view === 'unknown-outcome') return sql`(${states} AND closed_at IS NULL)`
  return states
}

/** The names of the makers by id, because the store holds ids only. */
type Makers = ReadonlyMap<string, string>

/** The maker's name as the list shows it. */
const makerName = (makers: Makers): RawBuilder<unknown> =>
  sql`coalesce((SELECT value FROM json_each(${JSON.stringify(Object.fromEntries(makers))})
    WHERE key = maker), maker)`

/**
 * Finds a text among those that a line shows, which the store has in one column without case and
 * accents; an amount with or without thousands separators. `makers`: the names by id.
 */
function sought(term: string, makers: Makers): Condition {
  const amount = /^[.,]*\d[\d.,]*$/.test(term) ? term.replaceAll(',', '') : term
  const holds = [...new Set([term, amount])].map((part) => sql`instr(shown_folded, ${part}) > 0`)
  const named = [...makers].filter(([, name]) => folded(name).includes(term)).map(([id]) => id)
  if (named.length > 0) holds.push(sql`maker IN (${sql.join(named)})`)
  return sql`(${sql.join(holds, sql` OR `)})`
}

const columns = (
  sort: Pick<StoredSort, 'direction'>,
  makers: Makers,
): Record<Column, RawBuilder<unknown>> => ({
  updated: sql`updated_at`,
  created: sql`created_at`,
  beneficiary: byFolded(sql`beneficiary_folded`, sort),
  amount: byNumber(sql`amount`, sort),
  'value-date': byFolded(sql`value_date`, sort),
  state: sql`state_place`,
  reference: sql`lower(reference)`,
  maker: byName(makerName(makers), sort),
})

/** The ids of the makers in the order of their names. */
const makersInTurn = (makers: Makers, { direction }: Pick<StoredSort, 'direction'>): string[] => {
  const up = Array.from(makers, ([id, name]) => ({ id, name: folded(name) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
    .map(({ id }) => id)
  return direction === 'ascending' ? up : up.reverse()
}

const newestFirst: StoredSort = { by: sql`updated_at`, direction: 'descending', tie: sql`id` }

/** Goes from one maker to the next, because DISTINCT would read the index of all orders. */
const everyMaker = sql<{ maker: string }>`(
  WITH RECURSIVE makers (maker) AS (
    SELECT min(maker) FROM orders UNION ALL
    SELECT (SELECT min(o.maker) FROM orders AS o WHERE o.maker > m.maker) FROM makers AS m
    WHERE m.maker IS NOT NULL)
  SELECT maker FROM makers WHERE maker IS NOT NULL)`

async function makersIn(store: Store, nameOf: (id: string) => string): Promise<Makers> {
  const rows = await store.read.selectFrom(everyMaker.as('every')).select('maker').execute()
  return new Map(rows.map(({ maker }) => [maker, nameOf(maker)]))
}

/** A search that finds no more than this goes through all orders once, and then reads these. */
const mostReadAgain = 1_000

/**
 * The orders of a search of a view that grows. It goes along one index, which has all that it
 * compares: the planner does not know that a computed column is there, and would read whole orders.
 */
const ordersAlongTime = sql<OrderRow>`orders`.as<'orders'>(sql`orders INDEXED BY orders_for_list`)

/**
 * Returns one page of orders and the total count. Rejects with SyntaxError for a cursor of another
 * run.
 */
export async function listOrders(
  context: Context,
  request: OrdersRequest,
): Promise<{ items: OrderLine[]; next: string | null; total: number }> {
  const { store, kinds } = context
  const { view, sort } = request
  const term = folded(request.search?.trim() ?? '')
  // Read of all orders, so only where names are compared.
  const namesCompared = sort?.column === 'maker' || term !== ''
  const makers: Makers = namesCompared ? await makersIn(store, context.operatorName) : new Map()
  const isLong = view === 'all' || view === 'ended'
  const isLongSearch = term !== '' && isLong
  const matching = (within: Condition) => {
    const orders = isLongSearch
      ? store.read.selectFrom(ordersAlongTime)
      : store.read.selectFrom('orders')
    let found = orders.where(within)
    if (term !== '') found = found.where(sought(term, makers))
    if (request.service) found = found.where('service', '=', request.service)
    if (request.kind) found = found.where('service', 'in', kinds.servicesOf(request.kind))
    return found
  }
  const searched = isLongSearch
    ? await matching(inView(view))
        .select('id')
        .limit(mostReadAgain + 1)
        .execute()
    : []
  const isRead = isLongSearch && searched.length <= mostReadAgain
  const count = async (within: Condition): Promise<number> => {
    const { total } = await matching(within)
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return total
  }
  const countAll = async (): Promise<number> => {
    if (isRead) return searched.length
    if (view !== 'ended' || isLongSearch) return count(inView(view))
    // An index has what the first of the two reads; the second finds few.
    return (await count(hasEnded)) + (await count(isClosed))
  }
  const orderBy = ({ column, direction }: NonNullable<OrdersRequest['sort']>): StoredSort => {
    const tie = sql`id`
    if (column === 'maker' && isLong && !isLongSearch)
      return { by: sql`maker`, direction, tie, inTurn: makersInTurn(makers, { direction }) }
    return { by: columns({ direction }, makers)[column], direction, tie }
  }
  const ids = JSON.stringify(searched.map(({ id }) => id))
  const { rows, next } = await sortedPage(
    (isRead
      ? store.read
          .selectFrom('orders')
          .where(sql<SqlBool>`id IN (SELECT value FROM json_each(${ids}))`)
      : matching(inView(view))
    ).select(summaryColumns),
    sort ? orderBy(sort) : newestFirst,
    request,
  )
  const isWhole = request.cursor === null && next === null
  const total = isWhole ? rows.length : await countAll()
  return { items: await linesOf(context, rows), next, total }
}

async function linesOf(context: Context, rows: readonly OrderSummary[]): Promise<OrderLine[]> {
  const { store, operatorName, kinds } = context
  const ids = rows.map(({ id }) => id)
  const [orders, schedules] = await Promise.all([
    approvalFactsOf(store.read, rows, context),
    schedulesOf(store.read, ids),
  ])
  const subjects = new Map<string, LineDetails>()
  for (const [kind, its] of Map.groupBy(rows, (row) => kinds.of(row)))
    for (const [id, subject] of await kind.lines(context, its)) subjects.set(id, subject)
  return orders.map(({ row, ...approvals }) => {
    const subject = subjects.get(row.id) ?? { flags: [], owner: null, batch: null }
    const schedule = schedules.get(row.id) ?? null
    return lineOf(row, { kinds, operatorName, ...subject, approvals, schedule })
  })
}
