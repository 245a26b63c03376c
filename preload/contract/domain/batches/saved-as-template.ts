/**
 * Which batches may be saved as a template: main refuses by this rule, and the window explains it in
 * advance.
 */
import { statesNotCopied, type OrderState } from '../orders/order-states.ts'

/**
 * Reasons against a template: the batch may be paid already, or its entries reverse or repeat
 * others, a link that a draft would lose.
 */
export type NotATemplate = 'may-be-paid' | 'follows-others'

/**
 * Returns why the batch cannot be a template; undefined if it can. A draft from the template would
 * be a copy, which is not allowed in these states.
 */
export function whyNoTemplate(batch: {
  readonly state: OrderState
  /** True if it reverses entries or presents them again. */
  readonly isPreparedFromOthers: boolean
}): NotATemplate | undefined {
  if (statesNotCopied.includes(batch.state)) return 'may-be-paid'
  return batch.isPreparedFromOthers ? 'follows-others' : undefined
}
