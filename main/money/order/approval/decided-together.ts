/**
 * Decides about an order together with others: refuses one that must be decided about alone, and
 * records the review only of one that was decided.
 */
import { whyDecidedAlone } from '../../../../preload/contract/domain/orders/decided-alone.ts'
import { refuse } from '../refusals.ts'
import { requireOrder } from '../order-facts.ts'
import type { OrderReading } from '../services.ts'
import type { OrderContext } from '../types.ts'
import { readReview, recordReview } from './order-review.ts'

/** An order with the approval hash that was shown. */
export interface ShownOrder {
  readonly id: string
  readonly approvalHash: string
  /** Decided together with others, in one question. */
  readonly isTogether?: boolean | undefined
}

/**
 * Runs `decide`. Together with others: first refuses with `decided-alone` and the reason, or because
 * the order cannot be shown; afterwards records the review, as it was read before the decision.
 */
export async function decideOrder(
  context: Pick<OrderContext, 'operatorOf' | 'store' | 'clock' | 'kinds' | 'report'>,
  show: OrderReading['show'],
  { id, isTogether }: ShownOrder,
  actor: string,
  decide: () => Promise<void>,
): Promise<void> {
  if (isTogether !== true) return decide()
  const operator = context.operatorOf(actor)
  if (operator === undefined) refuse({ code: 'not-permitted', needs: [] })
  const shown = await show(id, operator)
  if (!shown.ok) refuse(shown.error)
  const row = await requireOrder(context.store.read, id)
  const review = await readReview(context, row, actor)
  const why = whyDecidedAlone(shown.value, review.changes)
  if (why !== null) refuse({ code: 'decided-alone', why })
  await decide()
  // The order is decided: a review that cannot be recorded is reported and changes nothing.
  await recordReview(context, row, actor, review).catch((problem: unknown) =>
    context.report('orders.review', problem),
  )
}
