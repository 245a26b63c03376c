/** Why the bank cannot be asked from here at this moment, in a sentence; empty when it can. */
import { computed, type ComputedRef } from 'vue'
import { useWorkstation } from './stores/workstation.store.ts'

/** Follows store and connection of the shown profile. */
export function useBankHindrance(): ComputedRef<string> {
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
