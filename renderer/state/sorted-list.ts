/** A list that main searches and sorts: loaded again when either changes. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { Sort } from '../ui/table/columns.ts'
import { usePagedList, type ListPage, type PageRequest } from './paged-list.ts'
import { useDebounced } from './debounce.ts'

/** A page request with the search and the sort order of the whole list. */
export interface SortedPageRequest<Order> extends PageRequest {
  readonly search: string
  readonly sort: Order
}

/** `fetchPage` reads one page; `Order` is the sort order as main accepts it. */
export function useSortedList<Line, Order>(
  fetchPage: (page: SortedPageRequest<Order>) => Promise<Result<ListPage<Line>, Failure>>,
) {
  const search = ref('')
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList<Line>((page) =>
    // The columns of the table are the ones main sorts by; main parses the value again.
    fetchPage({ ...page, search: search.value, sort: sort.value as Order }),
  )
  watch(
    search,
    useDebounced(() => void list.reload()),
  )
  watch(sort, () => void list.reload())
  const filtered = computed(() => search.value.trim() !== '')
  return { ...list, search, sort, filtered }
}
export type SortedList<Line> = ReturnType<typeof useSortedList<Line, unknown>>
