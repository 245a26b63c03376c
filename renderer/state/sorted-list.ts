/** A list of main that is searched and sorted by main: read anew when either changes. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import type { Sort } from '../ui/table/columns.ts'
import { usePagedList, type ListPage, type PageAsked } from './paged-list.ts'
import { useDebounced } from './debounce.ts'

/** A page, and what the whole list is searched and sorted by. */
export interface SortedPageAsked<Order> extends PageAsked {
  readonly search: string
  readonly sort: Order
}

/** `ask` reads one page; `Order` is the sort as main takes it. */
export function useSortedList<Line, Order>(
  ask: (page: SortedPageAsked<Order>) => Promise<Result<ListPage<Line>, Failure>>,
) {
  const search = ref('')
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList<Line>((page) =>
    // The table's columns are those that main sorts by; main parses it again.
    ask({ ...page, search: search.value, sort: sort.value as Order }),
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
