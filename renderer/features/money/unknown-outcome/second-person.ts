/** Who else could confirm a second sending, and what has to be decided before anybody asks for one. */
import { computed } from 'vue'
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Why no second sending can be asked for or confirmed; empty while no suggested alert is open (trap 100). */
export const undecidedAlert = ({ alerts }: Pick<Order, 'alerts'>): string =>
  alerts.some(({ decision }) => decision === 'open')
    ? 'Decide first whether the suggested alert is about this payment'
    : ''

/** Said before anybody proposes: a proposal that nobody can confirm leads nowhere. */
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
    /** Why proposing leads nowhere; empty when somebody else could confirm. */
    disabledReason: computed(() => {
      if (others.value.length > 0) return ''
      return checkers.value.length > 0
        ? 'Nobody else here may confirm: let a maker propose'
        : 'Nobody here may confirm it: that takes a checker who did not make it'
    }),
    /** Who could confirm what this operator proposes. */
    sentence: computed(
      () => `Could confirm it: ${others.value.map(({ name }) => name).join(', ')}.`,
    ),
  }
}
