/** Reasons why a button is disabled, as sentences. Main checks each again. */
import { isAllowed, rolesFor, type Restricted } from '../../preload/contract/api/may-use.ts'
import { roleNeededText } from '../text/act-blocker-text.ts'
import { useWorkstation } from './stores/workstation.store.ts'
import { computed, type ComputedRef } from 'vue'

/**
 * Returns a function that explains why the signed-in operator's roles do not allow a method, by the
 * rule of the contract that main applies; empty if allowed, or if nobody is known yet.
 */
export function useRoleDisabledReason(): (channel: Restricted) => string {
  const workstation = useWorkstation()
  return (channel) => {
    const { operator } = workstation.state ?? {}
    if (operator === undefined || isAllowed(channel.allowed, operator.roles)) return ''
    return roleNeededText(rolesFor(channel))
  }
}

/**
 * Returns why an administrator's action is not available to this operator, for every such button;
 * empty for an administrator.
 */
export function useAdministratorDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Not known yet'
    if (operator.roles.includes('administrator')) return ''
    return `Needs the administrator role. ${operator.name} does not have it`
  })
}

/**
 * Returns why the bank cannot be queried from here now; empty if it can be. Reactive to the store
 * and the connection of the shown profile.
 */
export function useBankDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const { state, connection } = workstation
    if (!state || state.store.state === 'opening') return 'The store is still opening'
    if (state.store.state === 'refused') {
      return 'The store is closed: nothing can be recorded'
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
