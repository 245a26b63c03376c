/**
 * The actions on a payee: each with the reason why it is not available to this operator, and the
 * refusal of main.
 */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { rolesFor } from '../../../../preload/contract/api/may-use.ts'
import type { Payee } from '../../../../preload/contract/domain/payees/payee.ts'
import { payees } from '../../../../preload/contract/api/payees/channels.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import type { Role } from '../../../../preload/contract/domain/operators/roles.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Why this operator is not allowed; empty if one of the roles is present. Main checks again. */
export function useRoleDisabledReason(needed: readonly Role[]) {
  const workstation = useWorkstation()
  return computed(() => {
    const operator = workstation.state?.operator
    if (!operator) return 'Operator unknown'
    if (needed.some((role) => operator.roles.includes(role))) return ''
    return `Needs the ${needed.join(' or ')} role. ${operator.name} does not have it`
  })
}

/** The roles that may propose. */
export const proposers = rolesFor(payees.propose)

/** The actions on the shown payee. */
export function usePayeeActs(payee: () => Payee, done: (payee: Payee) => void) {
  const workstation = useWorkstation()
  const busy = ref(false)
  const failure = shallowRef<Failure>()
  const refusal = computed(() => (failure.value ? explain(failure.value) : null))

  async function run<T>(act: () => Promise<Result<T, Failure>>): Promise<T | undefined> {
    if (busy.value) return undefined
    busy.value = true
    const answer = await act()
    busy.value = false
    failure.value = answer.ok ? undefined : answer.error
    return answer.ok ? answer.value : undefined
  }
  const change = async (act: () => Promise<Result<Payee, Failure>>): Promise<boolean> => {
    const changed = await run(act)
    if (changed) done(changed)
    return changed !== undefined
  }
  const notProposer = useRoleDisabledReason(proposers)
  const notChecker = useRoleDisabledReason(rolesFor(payees.decide))
  const isOwn = computed(() => payee().proposal?.by.id === workstation.state?.operator.id)
  const whyNotDecide = computed(() => {
    if (isOwn.value) return 'You proposed it. Another person decides'
    return notChecker.value
  })

  return {
    busy,
    failure,
    refusal,
    isOwn,
    whyNotDecide,
    whyNotPropose: notProposer,
    /** The payee in full, which main records; undefined if refused. */
    inFull: () => run(() => bridge().payees.reveal({ id: payee().id })),
    remove: () => change(() => bridge().payees.proposeRemoval({ id: payee().id })),
    withdraw: (version: number) =>
      change(() => bridge().payees.withdraw({ id: payee().id, version })),
    decide: (version: number, decision: 'approve' | 'refuse', comment: string) =>
      change(() => bridge().payees.decide({ id: payee().id, version, decision, comment })),
  }
}
export type PayeeActs = ReturnType<typeof usePayeeActs>
