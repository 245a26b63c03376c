/** A person says whether an alert that only resembles a payment is about it (trap 100). */
import { computed, type ComputedRef } from 'vue'
import { orders } from '../../../preload/contract/api/orders/verbs.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../state/bridge.ts'
import type { OrderActs } from './order-acts.ts'
import { useRoleDisabledReason } from '../../state/disabled-reason.ts'

/** Why this operator decides about no alert now; empty where they may. */
export function useAlertDisabledReason({ busy }: Pick<OrderActs, 'busy'>): ComputedRef<string> {
  const disabledReasonOf = useRoleDisabledReason()
  return computed(
    () =>
      disabledReasonOf(orders.decideAlert) ||
      (busy.value === null ? '' : 'Something else is under way'),
  )
}

/** Answers the payment as it stands then; undefined where it was not decided. */
export async function decideAlert(
  acts: OrderActs,
  { id }: Pick<Order, 'id'>,
  alertSeq: number,
  isAboutIt: boolean,
): Promise<Order | undefined> {
  const answer = await acts.perform(
    'decide',
    () => bridge().orders.decideAlert({ id, alertSeq, isAboutIt }),
    () => (isAboutIt ? 'The alert counts for this payment.' : 'The alert is not about it.'),
  )
  return answer?.value
}
