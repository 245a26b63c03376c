/** The present policy, and edits to it until they take effect or are discarded. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { policyDifference } from '../../../../preload/contract/domain/operators/policy-difference.ts'
import type { PolicyState } from '../../../../preload/contract/domain/operators/policy.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'
import { readPolicy, typedPolicy, type TypedPolicy } from './policy-form.ts'

/** Mirrors the policy while the component is mounted. */
export function usePolicyChanges(nameOf: (id: string) => string) {
  const inForce = shallowRef<PolicyState>()
  const typed = ref<TypedPolicy>()
  const failure = shallowRef<Failure>()
  const busy = ref(false)
  /** Another policy took effect during the edit. */
  const overtaken = ref(false)

  const read = computed(() => (typed.value ? readPolicy(typed.value) : undefined))
  const isChanged = computed(
    () =>
      inForce.value !== undefined &&
      JSON.stringify(typed.value) !== JSON.stringify(typedPolicy(inForce.value.policy)),
  )
  const changes = computed(() => {
    const next = read.value?.policy
    return next && inForce.value ? policyDifference(inForce.value.policy, next, nameOf) : []
  })
  const problem = (field: string): string => read.value?.problems.get(field) ?? ''

  function revert(): void {
    overtaken.value = false
    failure.value = undefined
    if (inForce.value) typed.value = typedPolicy(inForce.value.policy)
  }
  /** A new policy never overwrites present input. */
  function take(next: PolicyState): void {
    const isTyping = isChanged.value
    overtaken.value = isTyping && inForce.value?.version !== next.version
    inForce.value = next
    if (!isTyping) revert()
  }
  function settle(answer: Result<PolicyState, Failure>): boolean {
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return false
    inForce.value = answer.value
    revert()
    return true
  }
  async function load(): Promise<void> {
    const answer = await bridge().policy.get()
    failure.value = answer.ok ? undefined : answer.error
    if (answer.ok) take(answer.value)
  }
  async function save(): Promise<boolean> {
    const next = read.value?.policy
    if (!next || busy.value) return false
    busy.value = true
    const answer = await bridge().policy.change(next)
    busy.value = false
    return settle(answer)
  }

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('policy', 'changed', take)
    void load()
  })
  onBeforeUnmount(() => stop())
  return {
    inForce,
    typed,
    failure,
    busy,
    overtaken,
    isChanged,
    changes,
    read,
    problem,
    revert,
    load,
    save,
  }
}
export type PolicyChanges = ReturnType<typeof usePolicyChanges>
