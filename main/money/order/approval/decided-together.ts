/** Refuses an order that must be decided about alone, if it is decided together with others. */
import { whyDecidedAlone } from '../../../../preload/contract/domain/orders/decided-alone.ts'
import { refuse } from '../refusals.ts'
import type { OrderReading } from '../services.ts'
import type { OrderContext } from '../types.ts'

/** An order with the approval hash that was shown. */
export interface ShownOrder {
  readonly id: string
  readonly approvalHash: string
  /** Decided together with others, in one question. */
  readonly isTogether?: boolean | undefined
}

/**
 * Refuses with `decided-alone` and the reason, or because the order cannot be shown; does nothing
 * for an order decided alone.
 */
export async function refuseTogether(
  { operatorOf }: Pick<OrderContext, 'operatorOf'>,
  show: OrderReading['show'],
  { id, isTogether }: ShownOrder,
  actor: string,
): Promise<void> {
  const operator = operatorOf(actor)
  if (isTogether !== true) return
  if (operator === undefined) refuse({ code: 'not-permitted', needs: [] })
  const shown = await show(id, operator)
  if (!shown.ok) refuse(shown.error)
  const why = whyDecidedAlone(shown.value)
  if (why !== null) refuse({ code: 'decided-alone', why })
}
