/** How much may be sent: per payment and per day, by maker and submitter, service and currency. What no rule names is refused. */
import type { AmountLimit, Policy } from '../../preload/contract/operators/policy.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { OrderState } from '../../preload/contract/orders/order-states.ts'
import type { Reader } from '../storage/store.ts'
import { kindOf } from './order-kind.ts'
import type { OrderRow } from './order-parts.ts'

/** The states in which an order's money may have left or may still leave. */
const counted: readonly OrderState[] = [
  'awaiting-approval',
  'approved',
  'queued',
  'sending',
  'accepted',
  'outcome-unknown',
]

/** An order as limits see it. */
export type LimitedOrder = Pick<
  OrderRow,
  'id' | 'maker' | 'submitted_by' | 'service' | 'currency' | 'amount'
>

function ruleFor({ limits }: Policy, order: LimitedOrder, person: string): AmountLimit | undefined {
  const { as } = kindOf(order).limited(order.service)
  const fitting = limits.filter(
    ({ service, currency }) => service === as && currency === order.currency,
  )
  return (
    fitting.find(({ operatorId }) => operatorId === person) ??
    fitting.find(({ operatorId }) => operatorId === null)
  )
}

/**
 * Why the order is above what the policy allows its maker or whoever submitted it; undefined when it is not.
 * `submittedAt` is ISO UTC and names the day; the other orders of that day are summed in the same transaction that
 * moves this one.
 */
export async function overLimit(
  reader: Reader,
  order: LimitedOrder,
  submittedAt: string,
  policy: Policy,
): Promise<Failure<'over-limit'> | undefined> {
  const people = new Set([order.maker, order.submitted_by ?? order.maker])
  for (const person of people) {
    const over = await overLimitOf(reader, order, submittedAt, { policy, person })
    if (over) return over
  }
  return undefined
}

async function overLimitOf(
  reader: Reader,
  order: LimitedOrder,
  submittedAt: string,
  { policy, person }: { readonly policy: Policy; readonly person: string },
): Promise<Failure<'over-limit'> | undefined> {
  const { currency } = order
  const amount = order.amount ?? 0
  const over = (
    limit: Failure<'over-limit'>['limit'],
    allowed: number | null,
    wanted: number,
  ): Failure<'over-limit'> => ({ code: 'over-limit', limit, currency, allowed, wanted })
  const rule = ruleFor(policy, order, person)
  if (rule === undefined || order.amount === null) return over('none-set', null, amount)
  if (rule.perPayment !== null && amount > rule.perPayment)
    return over('per-payment', rule.perPayment, amount)
  if (rule.perDay === null) return undefined
  const day = submittedAt.slice(0, 10)
  const others = await reader
    .selectFrom('orders')
    .select('amount')
    .where((is) => is.or([is('maker', '=', person), is('submitted_by', '=', person)]))
    .where('service', 'in', kindOf(order).limited(order.service).services)
    .where('currency', '=', currency)
    .where('id', '<>', order.id)
    .where('state', 'in', counted)
    .where('submitted_at', '>=', `${day}T00:00:00.000Z`)
    .where('submitted_at', '<=', `${day}T23:59:59.999Z`)
    .execute()
  const wanted = others.reduce((sum, one) => sum + (one.amount ?? 0), amount)
  return wanted > rule.perDay ? over('per-day', rule.perDay, wanted) : undefined
}
