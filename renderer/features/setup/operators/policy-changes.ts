/** The present policy, and edits to it until they take effect or are discarded. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import { policyDifference } from '../../../../preload/contract/domain/operators/policy-difference.ts'
import {
  defaultPolicy,
  type Policy,
  type PolicyState,
} from '../../../../preload/contract/domain/operators/policy.ts'
import { bridge } from '../../../state/bridge.ts'
import { useForm } from '../../../state/use-form.ts'
import { readPolicy, typedPolicy, type TypedPolicy } from './policy-form.ts'

/** Mirrors the policy while the component is mounted. */
export function usePolicyChanges(nameOf: (id: string) => string) {
  const inForce = shallowRef<PolicyState>()
  /** Another policy took effect during the edit. */
  const superseded = ref(false)
  const form = useForm<TypedPolicy, Policy, string>({
    place: 'Policy',
    initial: () => typedPolicy(inForce.value?.policy ?? defaultPolicy),
    read: readPolicy,
    showsAtOnce: () => true,
  })
  const { failure, isChanged } = form

  const changes = computed(() => {
    const next = form.read.value.data
    return next && inForce.value ? policyDifference(inForce.value.policy, next, nameOf) : []
  })

  function revert(): void {
    superseded.value = false
    form.reset()
  }
  /** A new policy never overwrites present input. */
  function take(next: PolicyState): void {
    const isTyping = isChanged.value
    superseded.value = isTyping && inForce.value?.version !== next.version
    inForce.value = next
    if (isTyping) form.saved.value = typedPolicy(next.policy)
    else revert()
  }
  async function load(): Promise<void> {
    const answer = await bridge().policy.get()
    failure.value = answer.ok ? undefined : answer.error
    if (answer.ok) take(answer.value)
  }
  async function save(): Promise<boolean> {
    const version = inForce.value?.version ?? 0
    const answer = await form.submit((next) => bridge().policy.change({ ...next, version }))
    if (answer?.ok !== true) return false
    inForce.value = answer.value
    revert()
    return true
  }

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('policy', 'changed', take)
    void load()
  })
  onBeforeUnmount(() => stop())
  return {
    inForce,
    form,
    superseded,
    changes,
    revert,
    save,
  }
}
