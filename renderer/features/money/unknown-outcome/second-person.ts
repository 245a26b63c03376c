/** The people who could confirm a resend, and the decisions required before one is proposed. */
import { computed } from 'vue'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { isAllowed } from '../../../../preload/contract/api/may-use.ts'
import { orders } from '../../../../preload/contract/api/orders/channels.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/**
 * Why no resend can be proposed or confirmed; empty if no suggested alert is undecided (bank note
 * 100).
 */
export const undecidedAlert = ({ alerts }: Pick<Order, 'alerts'>): string =>
  alerts.some(({ decision }) => decision === 'open')
    ? 'Decide first if the suggested alert belongs to this payment'
    : ''

/** Shown before a proposal, because one that nobody can confirm is useless. */
export function useSecondPerson(order: () => Order) {
  const workstation = useWorkstation()
  const checkers = computed(() =>
    (workstation.state?.operators ?? []).filter(
      ({ id, roles }) => roles.includes('checker') && id !== order().maker.id,
    ),
  )
  const others = computed(() =>
    checkers.value.filter(({ id }) => id !== workstation.state?.operator.id),
  )
  return {
    others,
    /** The people who could propose in place of the only one who can confirm. */
    proposers: computed(() => {
      if (others.value.length > 0 || checkers.value.length === 0) return []
      return (workstation.state?.operators ?? []).filter(
        ({ id, roles }) =>
          id !== workstation.state?.operator.id && isAllowed(orders.proposeResend.allowed, roles),
      )
    }),
    /** Why a proposal is useless; empty if somebody else could confirm. */
    disabledReason: computed(() => {
      if (others.value.length > 0) return ''
      return checkers.value.length > 0
        ? 'You are the only checker. Have a maker propose it'
        : 'No one here can confirm it. A checker other than its maker is needed'
    }),
    /** The people who could confirm this operator's proposal. */
    sentence: computed(
      () => `Can be confirmed by: ${others.value.map(({ name }) => name).join(', ')}.`,
    ),
  }
}
