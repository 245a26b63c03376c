/** Why an act of administrators is not for this operator; said on every button of such an act. */
import { computed, type ComputedRef } from 'vue'
import { useWorkstation } from './stores/workstation.store.ts'

/** Empty for an administrator. Main decides again. */
export function useAdministratorHindrance(): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Not known yet'
    if (operator.roles.includes('administrator')) return ''
    return `Needs the role of administrator, which ${operator.name} does not have`
  })
}
