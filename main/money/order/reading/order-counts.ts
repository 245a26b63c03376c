/** Counts the orders of each view, for the navigation rail and the lists. */
import { sql, type RawBuilder } from 'kysely'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import type { OrderKind, OrderService } from '../../../../preload/contract/domain/orders/order.ts'
import type { orderCounts } from '../../../../preload/contract/domain/orders/order-list.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import { approvalRules, makersOfAll, whyNotApprover } from '../approval/approvals.ts'
import { policiesFor } from '../order-facts.ts'
import type { OrderContext } from '../types.ts'
import { hasEnded, isClosed, isUnderWay } from './order-list.ts'
import { summaryColumns } from '../order-records.ts'

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
  const { store, policy, operatorOf } = context
  const rows = await store.read
    .selectFrom('orders')
    .select(summaryColumns)
    .where('state', '=', 'awaiting-approval')
    .where(sentAs(services))
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM order_approvals a WHERE a.order_id = orders.id
        AND a.operator = ${id} AND a.voided_at IS NULL AND a.approval_hash = orders.approval_hash)`,
    )
    .execute()
  // Many orders share an earlier policy, so each version is read once; a version never changes.
  const earlier = new Map<number | null, ReturnType<typeof policiesFor>>()
  const earlierFor = (row: (typeof rows)[number]) => {
    const known = earlier.get(row.policy_version) ?? policiesFor(context, row)
    earlier.set(row.policy_version, known)
    return known
  }
  const wrote = await makersOfAll(store.read, rows)
  const mine = await Promise.all(
    rows.map(async (row) => {
      const policies = [...(await earlierFor(row)), policy.current().policy]
      const makers = wrote.get(row.id)
      if (!makers) return []
      const approval = approvalRules(policies, row)
      return whyNotApprover(operatorOf(id), approval, makers, operatorOf) ? [] : [row.id]
    }),
  )
  return mine.flat()
}
