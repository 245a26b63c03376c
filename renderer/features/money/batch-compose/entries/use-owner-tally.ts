/** The owner results of all accounts, counted when typing pauses and while answers arrive. */
import { computed, shallowRef, watch } from 'vue'
import { useDebounced } from '../../../../state/debounce.ts'
import { useBatchForm } from '../batch-form.store.ts'
import type { BatchFindings } from './entry-findings.ts'
import { noOwners, ownerNotes, ownerTally } from './owner-text.ts'

const afterMs = 250

/** Reactive to the current batch and the findings about its entries. */
export function useOwnerTally(findings: BatchFindings) {
  const batchForm = useBatchForm()
  const tally = shallowRef(noOwners)
  function count(): void {
    const entries = batchForm.openForm.entries.inOrder().map(({ entry }) => entry)
    tally.value = ownerTally(entries, findings.ownershipOf)
  }
  const countSoon = useDebounced(count, afterMs)
  watch(
    [() => batchForm.openForm, () => batchForm.openForm.entries.revision.value, findings.checks],
    countSoon,
    {
      immediate: true,
    },
  )
  return { tally, count, notes: computed(() => ownerNotes(tally.value)) }
}
