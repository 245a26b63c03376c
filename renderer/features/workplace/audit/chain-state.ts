/** The state of the chain as main last reported it, and the actions on it. */
import { computed, ref, shallowRef } from 'vue'
import type { AuditState } from '../../../../preload/contract/api/audit/channels.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'

/** The action in progress. */
export type ChainAct = 'check' | 'sign' | 'export'

/** Mirrors the chain while the component is mounted. */
export function useChainState() {
  const state = shallowRef<AuditState>()
  const failure = shallowRef<Failure>()
  const busy = ref<ChainAct>()
  const savedAs = ref('')

  function take(answer: Result<AuditState, Failure>): void {
    if (answer.ok) state.value = answer.value
    failure.value = answer.ok ? undefined : answer.error
  }
  const read = async (): Promise<void> => take(await bridge().audit.getState())

  async function during(act: ChainAct, work: () => Promise<void>): Promise<void> {
    if (busy.value !== undefined) return
    busy.value = act
    savedAs.value = ''
    failure.value = undefined
    await work()
    busy.value = undefined
  }
  const check = () => during('check', async () => take(await bridge().audit.check()))
  const sign = () => during('sign', async () => take(await bridge().audit.sign()))
  const exportFile = () =>
    during('export', async () => {
      const written = await bridge().audit.exportFile()
      failure.value = written.ok ? undefined : written.error
      if (written.ok && written.value) savedAs.value = written.value.file
    })

  onEvent('audit', 'changed', (next) => (state.value = next))
  void read()
  const isEmpty = computed(() => (state.value?.entries ?? 0) === 0)
  return { state, failure, busy, savedAs, isEmpty, read, check, sign, exportFile }
}
export type ChainState = ReturnType<typeof useChainState>
