/** The owner results of all accounts, counted when typing pauses and while answers arrive. */
import { computed, shallowRef, watch } from 'vue'
import { useDebounced } from '../../../../state/debounce.ts'
import { useBatchForm } from '../batch-form.store.ts'
import type { BatchFindings } from './entry-findings.ts'
import { noOwners, ownerNotes, ownerTally } from './owner-text.ts'

const afterMs = 250

/** Reactive to the current batch and the findings about its entries. */
export function useOwnerTally(knowledge: BatchFindings) {
  const batchForm = useBatchForm()
  const tally = shallowRef(noOwners)
  function count(): void {
    const entries = batchForm.openForm.book.inOrder().map(({ entry }) => entry)
    tally.value = ownerTally(entries, knowledge.ownershipOf)
  }
  const countSoon = useDebounced(count, afterMs)
  watch(
    [() => batchForm.openForm, () => batchForm.openForm.book.revision.value, knowledge.checks],
    countSoon,
    {
      immediate: true,
    },
  )
  return { tally, count, notes: computed(() => ownerNotes(tally.value)) }
}
