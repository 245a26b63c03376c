/** Why the operator's roles are not enough for a verb: the contract's rule, by which main refuses it. */
import { type Restricted, roleDisabledReason } from '../../preload/contract/api/may-use.ts'
import { useWorkstation } from './stores/workstation.store.ts'
import { computed, type ComputedRef } from 'vue'

/** Answers a sentence, for whoever sits at the workstation now; empty where they may, or nobody is known yet. */
export function useRoleDisabledReason(): (verb: Restricted) => string {
  const workstation = useWorkstation()
  return (verb) => {
    const { operator } = workstation.state ?? {}
    return operator === undefined ? '' : (roleDisabledReason(verb, operator.roles) ?? '')
  }
}

/* Why an act of administrators is not for this operator; said on every button of such an act. */

/** Empty for an administrator. Main decides again. */
export function useAdministratorDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Not known yet'
    if (operator.roles.includes('administrator')) return ''
    return `Needs the role of administrator, which ${operator.name} does not have`
  })
}

/* Why the bank cannot be asked from here at this moment, in a sentence; empty when it can. */

/** Follows store and connection of the shown profile. */
export function useBankDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const { state, connection } = workstation
    if (!state || state.store.state === 'opening') return 'The store is still opening'
    if (state.store.state === 'refused') {
      return 'The store was left closed: nothing could be recorded'
    }
    if (!connection || connection.bank.state === 'starting') return 'The bank is still starting'
    switch (connection.bank.state) {
      case 'not-running':
        return 'The bank did not start'
      case 'retired':
        return 'This profile is retired: its bank is not called'
      case 'not-set-up':
        return `The profile lacks: ${connection.bank.missing.join(', ')}. See Connection`
      default:
        return ''
    }
  })
}
