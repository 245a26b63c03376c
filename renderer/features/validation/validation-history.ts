/** The history as the table reads it, by what is searched for. */
import { computed, ref, watch } from 'vue'
import type { ResultClass } from '../../../preload/contract/validation-reading.ts'
import { bridge } from '../../lib/bridge.ts'
import { usePagedList } from '../../lib/paged-list.ts'

export function useValidationHistory() {
  const search = ref('')
  const resultClass = ref<ResultClass | ''>('')
  const { rows, total, state, failure, reload, need } = usePagedList((page) =>
    bridge().validation.list({
      ...page,
      search: search.value,
      resultClass: resultClass.value === '' ? null : resultClass.value,
    }),
  )

  let typing: ReturnType<typeof setTimeout> | undefined
  watch(search, () => {
    clearTimeout(typing)
    typing = setTimeout(() => void reload(), 150)
  })
  watch(resultClass, () => void reload())

  const filtered = computed(() => search.value.trim() !== '' || resultClass.value !== '')
  return { search, resultClass, rows, total, state, failure, filtered, reload, need }
}
