/** The payee book as the table reads it, the number of waiting proposals, and the open payee. */
import { computed, ref, shallowRef } from 'vue'
import type {
  Payee,
  PayeeLine,
  PayeesRequest,
} from '../../../../preload/contract/domain/payees/payee.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveList } from '../../../state/live-list.ts'
import { useLiveQuery } from '../../../state/use-live-query.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/**
 * Returns the lines, their filter and their sort order. The list is live, because lines are sorted
 * by name and stay in place.
 */
export function usePayeeBook() {
  const search = ref('')
  const view = ref<PayeesRequest['view']>('all')
  const sort = shallowRef<Sort | null>(null)
  const workstation = useWorkstation()
  const { value: waiting, readAgain: countWaiting } = useLiveQuery({
    fetchValue: () => bridge().payees.list({ cursor: null, limit: 1, view: 'waiting' }),
    when: () => workstation.storeIsOpen,
  })
  const list = useLiveList<PayeeLine>({
    fetchPage: (page) =>
      bridge().payees.list({
        ...page,
        search: search.value,
        view: view.value,
        // The columns of the table are the ones main sorts by; main parses the value again.
        sort: sort.value as PayeesRequest['sort'],
      }),
    isSorted: () => true,
    isPaused: () => false,
    typed: () => search.value,
    chosen: () => JSON.stringify([view.value, sort.value]),
  })
  onEvent('payees', 'changed', list.update)
  onEvent('payees', 'changed', countWaiting)
  const isFiltered = computed(() => search.value.trim() !== '' || view.value !== 'all')
  async function reload(): Promise<void> {
    await Promise.all([list.reload(), countWaiting()])
  }
  const proposals = computed(() => waiting.value?.total ?? 0)
  return { ...list, reload, search, view, sort, proposals, isFiltered }
}

/** Reads the payee of an id, and again whenever main reports a change. */
export function useOpenPayee(id: () => string | undefined) {
  const workstation = useWorkstation()
  const { value, failure, problem, readAgain } = useLiveQuery<Payee>({
    key: id,
    fetchValue: (selected) => bridge().payees.get({ id: selected }),
    when: () => workstation.storeIsOpen,
  })
  onEvent('payees', 'changed', (changed) => changed.id === id() && void readAgain())
  const payee = computed(() => (failure.value ? undefined : value.value))
  return { payee, failure, problem, read: readAgain }
}
