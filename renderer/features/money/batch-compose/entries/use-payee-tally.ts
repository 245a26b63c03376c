/** The warnings about the payees of all entries, counted when typing pauses. */
import { computed, shallowRef, watch } from 'vue'
import { useDebounced } from '../../../../state/debounce.ts'
import { useBatchForm } from '../batch-form.store.ts'
import type { BatchFindings } from './entry-findings.ts'
import { noPayees, payeeNotes, payeeTally } from './payee-text.ts'

const afterMs = 250

/** Reactive to the current batch and the findings about its entries. */
export function usePayeeTally(findings: BatchFindings) {
  const batchForm = useBatchForm()
  const tally = shallowRef(noPayees)
  function count(): void {
    const entries = batchForm.openForm.entries.inOrder().map(({ entry }) => entry)
    tally.value = payeeTally(entries, findings.payeeOf)
  }
  const countSoon = useDebounced(count, afterMs)
  watch(
    [() => batchForm.openForm, () => batchForm.openForm.entries.revision.value, findings.payees],
    countSoon,
    {
      immediate: true,
    },
  )
  return { tally, count, notes: computed(() => payeeNotes(tally.value)) }
}
