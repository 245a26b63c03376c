/** Why an act of a role is not for this operator; said on every button of such an act. */
import { computed, type ComputedRef } from 'vue'
import type { Role } from '../../preload/contract/roles.ts'
import { useWorkstation } from './workstation.store.ts'

/** Empty for an operator who has the role. Main decides again. */
function useRoleHindrance(role: Role): ComputedRef<string> {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Not known yet'
    if (operator.roles.includes(role)) return ''
    return `Needs the role of ${role}, which ${operator.name} does not have`
  })
}

export const useAdministratorHindrance = (): ComputedRef<string> =>
  useRoleHindrance('administrator')

/** What writes drafts, templates and proposals. */
export const useMakerHindrance = (): ComputedRef<string> => useRoleHindrance('maker')
