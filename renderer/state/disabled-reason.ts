/**
 * The reason why the operator's roles do not allow a method, by the same rule of the contract that
 * main applies.
 */
import { type Restricted, roleDisabledReason } from '../../preload/contract/api/may-use.ts'
import { useWorkstation } from './stores/workstation.store.ts'
import { computed, type ComputedRef } from 'vue'

/**
 * Returns a function that gives the reason for the signed-in operator; empty if allowed, or if
 * nobody is known yet.
 */
export function useRoleDisabledReason(): (verb: Restricted) => string {
  const workstation = useWorkstation()
  return (verb) => {
    const { operator } = workstation.state ?? {}
    return operator === undefined ? '' : (roleDisabledReason(verb, operator.roles) ?? '')
  }
}

/*
 * The reason why an administrator's action is not available to this operator; shown on every such
 * button.
 */

/** Returns an empty text for an administrator. Main checks again. */
export function useAdministratorDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Not known yet'
    if (operator.roles.includes('administrator')) return ''
    return `Needs the role of administrator, which ${operator.name} does not have`
  })
}

/* The reason why the bank cannot be queried from here now, as a sentence; empty if it can be. */

/** Reactive to the store and the connection of the shown profile. */
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
