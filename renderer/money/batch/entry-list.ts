/** The entries of a batch as a table reads them: live, filtered and sorted by main. */
import { computed, reactive, shallowRef, toRefs, watch } from 'vue'
import type { EntriesRequest, EntryLine } from '../../../preload/contract/domain/batches/batch.ts'
import type { Sort } from '../../ui/table/columns.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { useLiveList } from '../../state/live-list.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** The filters of an entry list, as text. */
export const entryFilterLabels: Readonly<Record<EntriesRequest['filter'], string>> = {
  all: 'All entries',
  accepted: 'Accepted',
  'not-accepted': 'Not accepted',
  returned: 'Returned',
  changed: 'To be corrected',
  'not-reported': 'No status yet',
  'owner-differs': 'Owner or account to review',
  'with-problems': 'With problems',
  'payee-flagged': 'Payee to review',
}

/** `id`: the order of the batch. */
export function useEntryList(id: () => string) {
  const workstation = useWorkstation()
  const filter = reactive<{ filter: EntriesRequest['filter']; search: string }>({
    filter: 'all',
    search: '',
  })
  const sort = shallowRef<Sort | null>(null)
  const list = useLiveList<EntryLine>({
    fetchPage: (page) =>
      bridge().batches.listEntries({
        ...page,
        id: id(),
        filter: filter.filter,
        ...(filter.search.trim() !== '' && { search: filter.search.trim() }),
        // The columns of the table are the ones main sorts by; main parses the value again.
        ...(sort.value && { sort: sort.value as NonNullable<EntriesRequest['sort']> }),
      }),
    isSorted: () => true,
    isPaused: () => false,
    typed: () => filter.search,
    chosen: () => JSON.stringify([id(), filter.filter, sort.value]),
  })
  onEvent('batches', 'changed', (about) => about.id === id() && void list.update())
  // The payees of the accounts come from the payee book.
  onEvent('payees', 'changed', list.update)
  watch(
    () => workstation.state?.operator.id,
    () => void list.reload(),
    { immediate: true },
  )
  const isNarrowed = computed(() => filter.filter !== 'all' || filter.search.trim() !== '')
  const clear = (): void => void Object.assign(filter, { filter: 'all', search: '' })
  return { ...list, ...toRefs(filter), sort, isNarrowed, clear }
}
export type EntryList = ReturnType<typeof useEntryList>
