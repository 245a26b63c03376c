/** Which batches are kept as a template: main refuses by this rule, and the screen says so before the press. */
import { uncopied, type OrderState } from '../orders/order-states.ts'

/** Why one is not: it may be paid already, or its entries follow others and would follow none in a draft. */
export type NotATemplate = 'may-be-paid' | 'follows-others'

/** Undefined: it may be kept. Drafts of it used at once would be the copy that nobody may make of it. */
export function whyNoTemplate(batch: {
  readonly state: OrderState
  /** It reverses entries or presents them again. */
  readonly isFollowing: boolean
}): NotATemplate | undefined {
  if (uncopied.includes(batch.state)) return 'may-be-paid'
  return batch.isFollowing ? 'follows-others' : undefined
}
