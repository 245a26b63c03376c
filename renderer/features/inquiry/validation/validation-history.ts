/** The history as the table reads it, with its search. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { ResultClass } from '../../../../preload/contract/domain/validation-reading.ts'
import { bridge } from '../../../state/bridge.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { useDebounced } from '../../../state/debounce.ts'
import type { ValidationListRequest } from '../../../../preload/contract/api/validation-record.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** Returns the rows of the history, their filter and their sort order. */
export function useValidationHistory() {
  const search = ref('')
  const resultClass = ref<ResultClass | ''>('')
  const sort = shallowRef<Sort | null>(null)
  const { rows, total, state, failure, reload, need, loadAll } = usePagedList((page) =>
    bridge().validation.list({
      ...page,
      search: search.value,
      resultClass: resultClass.value === '' ? null : resultClass.value,
      // The columns of the table are the ones main sorts by; main parses the value again.
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
