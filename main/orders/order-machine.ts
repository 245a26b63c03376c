/** The states of an order and what leads from one to another. Pure: nothing here reads, writes or sends. */
import type { OrderState } from '../../preload/contract/orders/order-states.ts'

/**
 * What a look-up changes: it ends a doubt where it found the payment, and nothing else. Not found is no proof
 * (trap 67), and what the bank says of a payment that is not in doubt moves no state.
 */
export function stateAfterLookUp(
  state: OrderState,
  found: 'accepted' | 'rejected' | null,
): OrderState {
  return state === 'outcome-unknown' && found !== null ? found : state
}
