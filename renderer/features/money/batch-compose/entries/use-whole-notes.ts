/**
 * Remarks on the whole batch, computed when typing pauses: ten thousand entries are not read at
 * every key.
 */
import { ref, shallowRef, watch } from 'vue'
import {
  defaultAchSettings,
  type AchSettingsState,
} from '../../../../../preload/contract/domain/batches/batch-form.ts'
import { useDebounced } from '../../../../state/debounce.ts'
import { useBatchForm } from '../batch-form.store.ts'
import { gatheredNotes, type GatheredNote } from './whole-notes.ts'

const afterMs = 250

/** Reactive to the current batch. */
export function useWholeNotes(settings: () => AchSettingsState | undefined, today: () => string) {
  const batchForm = useBatchForm()
  const notes = shallowRef<readonly GatheredNote[]>([])
  const isCurrent = ref(true)
  function gather(): readonly GatheredNote[] {
    notes.value = gatheredNotes({
      entries: batchForm.openForm.entries,
      form: batchForm.form,
      today: today(),
      settings: settings()?.settings ?? defaultAchSettings,
    })
    isCurrent.value = true
    return notes.value
  }
  const gatherSoon = useDebounced(gather, afterMs)
  watch(
    [
      () => batchForm.openForm,
      () => batchForm.openForm.entries.revision.value,
      () => batchForm.form,
      settings,
      today,
    ],
    () => {
      isCurrent.value = false
      gatherSoon()
    },
    { immediate: true },
  )
  return { notes, gather, isCurrent }
}
