/**
 * One entry of a batch beside a list: read when it is selected, and again whenever main reports a
 * change of its batch.
 */
import { computed, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { BatchEntry } from '../../../preload/contract/domain/batches/batch.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { bridge } from '../../state/bridge.ts'
import { explain } from '../../text/explain.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

export interface ChosenEntry {
  readonly id: string
  readonly entryId: string
}

/** `chosen`: the selected entry; undefined: none. */
export function useOpenEntry(chosen: () => ChosenEntry | undefined) {
  const workstation = useWorkstation()
  const entry = shallowRef<BatchEntry>()
  const failure = shallowRef<Failure>()
  let turn = 0

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const asked = chosen()
    const answer = asked && (await bridge().batches.getEntry({ ...asked }))
    // A newer request was made meanwhile.
    if (mine !== turn) return
    entry.value = answer?.ok === true ? answer.value : undefined
    failure.value = answer === undefined || answer.ok ? undefined : answer.error
  }

  watch(
    [() => chosen()?.id, () => chosen()?.entryId, () => workstation.state?.operator.id],
    ([, entryId]) => {
      if (entry.value?.id !== entryId) entry.value = undefined
      void read()
    },
    { immediate: true },
  )
  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('batches', 'changed', (told) => {
      if (told.id === chosen()?.id) void read()
    })
  })
  onBeforeUnmount(() => stop())

  return {
    entry,
    read,
    /** Why there is nothing to show. */
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
