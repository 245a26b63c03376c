/**
 * One entry of a batch beside a list: read when it is selected, and again whenever main reports a
 * change of its batch.
 */
import { computed } from 'vue'
import type { BatchEntry } from '../../../preload/contract/domain/batches/batch.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { useLiveQuery } from '../../state/use-live-query.ts'

export interface ChosenEntry {
  readonly id: string
  readonly entryId: string
}

/** `chosen`: the selected entry. */
export function useOpenEntry(chosen: () => ChosenEntry) {
  const { value, failure, problem, readAgain } = useLiveQuery<BatchEntry>({
    key: () => `${chosen().id}/${chosen().entryId}`,
    fetchValue: () => bridge().batches.getEntry({ ...chosen() }),
  })
  onEvent('batches', 'changed', ({ id }) => id === chosen().id && void readAgain())
  const entry = computed(() =>
    failure.value || value.value?.id !== chosen().entryId ? undefined : value.value,
  )
  /** `problem`: why there is nothing to show. */
  return { entry, read: readAgain, problem }
}
