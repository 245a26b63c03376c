/** The history as the table reads it, by what is searched for. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'
import { bridge } from '../../../state/bridge.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { useDebounced } from '../../../state/debounce.ts'
import type { ValidationListRequest } from '../../../../preload/contract/api/validation-record.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** The rows of the history with what narrows and sorts them. */
export function useValidationHistory() {
  const search = ref('')
  const resultClass = ref<ResultClass | ''>('')
  const sort = shallowRef<Sort | null>(null)
  const { rows, total, state, failure, reload, need, loadAll } = usePagedList((page) =>
    bridge().validation.list({
      ...page,
      search: search.value,
      resultClass: resultClass.value === '' ? null : resultClass.value,
      // The table's columns are those that main sorts by; main parses it again.
      sort: sort.value as ValidationListRequest['sort'],
    }),
  )

  const reloadSoon = useDebounced(() => void reload())
  watch(search, reloadSoon)
  watch([resultClass, sort], () => void reload())

  const filtered = computed(() => search.value.trim() !== '' || resultClass.value !== '')
  return {
    search,
    resultClass,
    sort,
    filtered,
    rows,
    total,
    state,
    failure,
    reload,
    need,
    loadAll,
  }
}
