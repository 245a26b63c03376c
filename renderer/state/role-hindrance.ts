/** Why the operator's roles are not enough for a verb: the contract's rule, by which main refuses it. */
import { roleHindrance, type Restricted } from '../../preload/contract/api/may-use.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/** Answers a sentence, for whoever sits at the workstation now; empty where they may, or nobody is known yet. */
export function useRoleHindrance(): (verb: Restricted) => string {
  const workstation = useWorkstation()
  return (verb) => {
    const { operator } = workstation.state ?? {}
    return operator === undefined ? '' : (roleHindrance(verb, operator.roles) ?? '')
  }
}
