/** The rows of the open inquiry as the table reads them: searched, filtered and sorted by main. */
import { computed, ref, shallowRef, watch } from 'vue'
import {
  achRowColumns,
  type AchInquiry,
} from '../../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { bridge } from '../../../state/bridge.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { useDebounced } from '../../../state/debounce.ts'
import type { Sort } from '../../../ui/table/columns.ts'

type RowSort = { column: (typeof achRowColumns)[number]; direction: Sort['direction'] }

/** Returns a sort order that main knows; a remembered one of a removed column is dropped. */
function knownSort(sort: Sort | null): RowSort | null {
  const column = achRowColumns.find((name) => name === sort?.column)
  return sort && column ? { column, direction: sort.direction } : null
}

/** Returns the rows of an inquiry, their filter and their sort order. */
export function useInquiryRows(inquiry: () => AchInquiry) {
  const search = ref('')
  const status = ref('')
  const sort = shallowRef<Sort | null>(null)
  const list = usePagedList((page) =>
    bridge().achInquiry.listRows({
      ...page,
      id: inquiry().id,
      search: search.value,
      status: status.value === '' ? null : status.value,
      sort: knownSort(sort.value),
    }),
  )

  const reloadSoon = useDebounced(() => void list.reload())
  watch(search, reloadSoon)
  watch([status, sort], () => void list.reload())
  watch(
    () => inquiry().id,
    () => {
      search.value = ''
      status.value = ''
    },
  )
  watch([() => inquiry().id, () => inquiry().at], () => void list.reload(), { immediate: true })
  // New rows of this inquiry: main appends them, unless a sort order puts them between.
  watch([() => inquiry().id, () => inquiry().rows], ([id], [before]) => {
    if (id === before) void list.grow(() => knownSort(sort.value) === null)
  })

  const isFiltered = computed(() => search.value.trim() !== '' || status.value !== '')
  const showAll = (): void => {
    search.value = ''
    status.value = ''
  }
  return { ...list, search, status, sort, isFiltered, showAll }
}
export type InquiryRows = ReturnType<typeof useInquiryRows>
