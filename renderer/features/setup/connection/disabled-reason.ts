/** Why this operator cannot change the shown profile now; shown on every button that would. */
import { computed, type ComputedRef } from 'vue'
import { useAdministratorDisabledReason } from '../../../state/disabled-reason.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Empty if nothing blocks it. Main checks again. */
export function useDisabledReason(): ComputedRef<string> {
  const workstation = useWorkstation()
  const ofRole = useAdministratorDisabledReason()
  return computed(() => {
    const { state } = workstation
    if (!state) return 'Not known yet'
    if (state.environment === 'practice') return 'Not available in practice'
    if (state.retired) return 'The profile is retired: it is read only'
    return ofRole.value
  })
}
