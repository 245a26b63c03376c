/** The operators of the shown profile, and an administrator's actions on them. */
import { computed, onMounted, ref, shallowRef, watch } from 'vue'
import type { OperatorLine } from '../../../../preload/contract/api/operators/operators.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Reads them once, and again when the operator changes. */
export function useOperatorDirectory() {
  const workstation = useWorkstation()
  const lines = shallowRef<readonly OperatorLine[]>([])
  const state = ref<'loading' | 'ready' | 'failed'>('loading')
  const failure = shallowRef<Failure>()
  const refusal = shallowRef<Failure>()
  const busy = ref(false)

  async function load(): Promise<void> {
    const answer = await bridge().operators.list()
    failure.value = answer.ok ? undefined : answer.error
    state.value = answer.ok ? 'ready' : 'failed'
    if (answer.ok) lines.value = answer.value
  }
  /** Runs one action; true once it succeeded. */
  async function during(act: Promise<Result<OperatorLine[], Failure>>): Promise<boolean> {
    busy.value = true
    const answer = await act
    busy.value = false
    refusal.value = answer.ok ? undefined : answer.error
    if (answer.ok) lines.value = answer.value
    return answer.ok
  }
  type Input<V extends 'add' | 'change' | 'resetPassphrase'> = Parameters<
    ReturnType<typeof bridge>['operators'][V]
  >[0]
  const add = (input: Input<'add'>) => during(bridge().operators.add(input))
  const change = (input: Input<'change'>) => during(bridge().operators.change(input))
  const reset = (input: Input<'resetPassphrase'>) =>
    during(bridge().operators.resetPassphrase(input))

  /** A refusal about one operator is not shown for another. */
  const dismissRefusal = (): void => void (refusal.value = undefined)
  const nameOf = (id: string): string => lines.value.find((one) => one.id === id)?.name ?? id
  const isAdministrator = computed(
    () => workstation.state?.operator.roles.includes('administrator') ?? false,
  )
  const isPractice = computed(() => workstation.state?.environment === 'practice')
  /** Why nothing can be changed here; empty if it can. */
  const lock = computed(() => {
    if (isPractice.value) return 'Practice has only these two operators'
    return isAdministrator.value ? '' : 'Only administrators can change operators'
  })
  watch(
    () => [workstation.storeIsOpen, workstation.state?.operator.id] as const,
    ([isOpen]) => isOpen && void load(),
  )
  onMounted(() => void load())
  return {
    lines,
    state,
    failure,
    refusal,
    busy,
    lock,
    isAdministrator,
    isPractice,
    load,
    add,
    change,
    reset,
    dismissRefusal,
    nameOf,
    /** The operator who is signed in. */
    present: computed(() => workstation.state?.operator.id),
  }
}
export type OperatorDirectory = ReturnType<typeof useOperatorDirectory>
