/** Counts the orders by what they wait for, for the navigation rail. */
import { sql } from 'kysely'
import type { z } from '../../../../preload/contract/kernel/zod.ts'
import { secCodes } from '../../../../preload/contract/bank/ach-origination/batch.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import type { OrderKind } from '../../../../preload/contract/domain/orders/order.ts'
import type { orderCounts } from '../../../../preload/contract/domain/orders/order-list.ts'
import { orders } from '../../../../preload/contract/api/orders/verbs.ts'
import type { Operator } from '../../../../preload/contract/domain/operators/roles.ts'
import type { OrderRules } from '../order-rules.ts'
import type { OrderContext } from '../types.ts'

type Counts = z.infer<typeof orderCounts>
type Context = Pick<OrderContext, 'store' | 'policy' | 'operatorOf'>
type Rules = Pick<OrderRules, 'policiesFor' | 'approvalRules' | 'makersOfAll' | 'whyNotApprover'>

const countOf = (condition: string) => sql<number>`coalesce(sum(${sql.raw(condition)}), 0)`

/** Filters payments or batches; undefined means all. */
const isOf = (kind: OrderKind | undefined) =>
  kind === undefined
    ? sql<boolean>`1`
    : sql<boolean>`(service IN (${sql.join(secCodes)})) = ${kind === 'batch' ? 1 : 0}`

/**
 * Returns the counts of one kind or of all; `awaitingMe` counts orders for which this operator's
 * approval would count.
 */
export async function countOrders(
  context: Context,
  rules: Rules,
  operator: Operator,
  kind?: OrderKind,
): Promise<Counts> {
  const counts = await context.store.read
    .selectFrom('orders')
    .select([
      countOf(`state = 'draft'`).as('drafts'),
      countOf(`state = 'awaiting-approval'`).as('awaiting'),
      countOf(`state IN ('approved', 'queued')`).as('ready'),
      countOf(`state = 'sending' OR (state = 'accepted' AND is_final = 0)`).as('underWay'),
      countOf(`state = 'outcome-unknown' AND closed_at IS NULL`).as('doubt'),
    ])
    .where(isOf(kind))
    .executeTakeFirstOrThrow()
  const awaitingMe = (await awaitingIds(context, rules, operator, kind)).length
  return { ...counts, awaitingMe }
}

/** Returns the ids of orders for which this operator's approval would count now. */
export async function awaitingIds(
  context: Context,
  rules: Rules,
  { id, roles }: Operator,
  kind?: OrderKind,
): Promise<readonly string[]> {
  if (!isAllowed(orders.approve.allowed, roles)) return []
  const { store, policy, operatorOf } = context
  const rows = await store.read
    .selectFrom('orders')
    .selectAll()
    .where('state', '=', 'awaiting-approval')
    .where(isOf(kind))
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM order_approvals a WHERE a.order_id = orders.id
        AND a.operator = ${id} AND a.voided_at IS NULL AND a.binding = orders.binding)`,
    )
    .execute()
  // Many orders share an earlier policy, so each version is read once; a version never changes.
  const earlier = new Map<number | null, ReturnType<typeof rules.policiesFor>>()
  const earlierFor = (row: (typeof rows)[number]) => {
    const known = earlier.get(row.policy_version) ?? rules.policiesFor(context, row)
    earlier.set(row.policy_version, known)
    return known
  }
  const wrote = await rules.makersOfAll(store.read, rows)
  const mine = await Promise.all(
    rows.map(async (row) => {
      const policies = [...(await earlierFor(row)), policy.current().policy]
      const makers = wrote.get(row.id)
      if (!makers) return []
      const approval = rules.approvalRules(policies, row)
      return rules.whyNotApprover(operatorOf(id), approval, makers, operatorOf) ? [] : [row.id]
    }),
  )
  return mine.flat()
}
