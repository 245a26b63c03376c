/** Counts the orders of each view, for the navigation rail and the lists. */
import { sql, type RawBuilder } from 'kysely'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import type { OrderKind, OrderService } from '../../../../preload/contract/domain/orders/order.ts'
import type { orderCounts } from '../../../../preload/contract/domain/orders/order-list.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { approvalFactsOf } from '../order-facts.ts'
import type { OrderContext } from '../types.ts'
import { hasEnded, isClosed, isUnderWay } from './order-list.ts'
import { summaryColumns } from '../order-columns.ts'

type Counts = z.infer<typeof orderCounts>
type Context = Pick<OrderContext, 'store' | 'policy' | 'operatorOf'>

const countOf = (condition: RawBuilder<unknown>) => sql<number>`coalesce(sum(${condition}), 0)`

/** Filters the orders of these services; undefined means all. */
const sentAs = (services: readonly OrderService[] | undefined) =>
  services ? sql<boolean>`service IN (${sql.join(services)})` : sql<boolean>`true`

/**
 * Returns the counts of one kind or of all; `awaitingMe` counts orders for which this operator's
 * approval would count, `readyMe` approved ones that the operator's roles may release.
 */
export async function countOrders(
  context: Context & Pick<OrderContext, 'kinds'>,
  operator: Operator,
  kind?: OrderKind,
): Promise<Counts> {
  const services = kind && context.kinds.servicesOf(kind)
  const { approved, closed, ...counts } = await context.store.read
    .selectFrom('orders')
    .select([
      sql<number>`count(*)`.as('all'),
      countOf(sql`state = 'draft'`).as('drafts'),
      countOf(sql`state = 'awaiting-approval'`).as('awaiting'),
      countOf(sql`state IN ('approved', 'queued')`).as('ready'),
      countOf(sql`state = 'approved'`).as('approved'),
      countOf(isUnderWay).as('underWay'),
      countOf(sql`state = 'outcome-unknown'`).as('unknownOutcome'),
      countOf(hasEnded).as('ended'),
      // Apart from the others, which an index has: few orders are read for it.
      sql<number>`(SELECT count(*) FROM orders WHERE ${isClosed}
        AND ${sentAs(services)})`.as('closed'),
    ])
    .where(sentAs(services))
    .executeTakeFirstOrThrow()
  const awaitingMe = (await awaitingIds(context, operator, services)).length
  const readyMe = isAllowed(orders.release.allowed, operator.roles) ? approved : 0
  return {
    ...counts,
    unknownOutcome: counts.unknownOutcome - closed,
    ended: counts.ended + closed,
    awaitingMe,
    readyMe,
  }
}

/** Returns the ids of orders for which this operator's approval would count now. */
export async function awaitingIds(
  context: Context,
  { id, roles }: Operator,
  services?: readonly OrderService[],
): Promise<readonly string[]> {
  if (!isAllowed(orders.approve.allowed, roles)) return []
  const { read } = context.store
  const rows = await read
    .selectFrom('orders')
    .select(summaryColumns)
    .where('state', '=', 'awaiting-approval')
    .where(sentAs(services))
    .execute()
  const approvals = await approvalFactsOf(read, rows, context)
  return approvals.flatMap(({ row, approvers, whyNot }) =>
    approvers.includes(id) || whyNot(id) ? [] : [row.id],
  )
}
