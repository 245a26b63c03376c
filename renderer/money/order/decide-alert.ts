/** A person decides whether an alert that only resembles a payment is about it (bank note 100). */
import { computed, type ComputedRef } from 'vue'
import { orders } from '../../../preload/contract/api/orders/channels.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../state/bridge.ts'
import type { OrderActs } from './order-acts.ts'
import { useRoleDisabledReason } from '../../state/disabled-reason.ts'

/** Why this operator cannot decide about alerts now; empty if allowed. */
export function useAlertDisabledReason({ busy }: Pick<OrderActs, 'busy'>): ComputedRef<string> {
  const disabledReasonOf = useRoleDisabledReason()
  return computed(
    () =>
      disabledReasonOf(orders.decideAlert) ||
      (busy.value === null ? '' : 'Another action is in progress'),
  )
}

/** Returns the payment after the decision; undefined if nothing was decided. */
export async function decideAlert(
  acts: OrderActs,
  { id, alerts }: Pick<Order, 'id' | 'alerts'>,
  alertSeq: number,
  isAboutIt: boolean,
): Promise<Order | undefined> {
  const shown = alerts.find((alert) => alert.alertSeq === alertSeq)?.decision
  if (shown === undefined) return undefined
  const answer = await acts.perform(
    'decide',
    () => bridge().orders.decideAlert({ id, alertSeq, isAboutIt, shown }),
    () => (isAboutIt ? 'Alert linked to this payment.' : 'Alert dismissed.'),
  )
  return answer?.value
}
