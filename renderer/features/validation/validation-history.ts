/** The history as the table reads it: page after page from main, newest first. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/failures.ts'
import { maxPage } from '../../../preload/contract/paging.ts'
import type { ResultClass } from '../../../preload/contract/validation-reading.ts'
import type { ValidationLine } from '../../../preload/contract/validation-record.ts'
import { bridge } from '../../lib/bridge.ts'

/** How the list stands. */
export type HistoryState = 'loading' | 'ready' | 'failed'

export function useValidationHistory() {
  const search = ref('')
  const resultClass = ref<ResultClass | ''>('')
  const lines = shallowRef<readonly ValidationLine[]>([])
  const total = ref(0)
  const next = ref<string | null>(null)
  const state = ref<HistoryState>('loading')
  const failure = shallowRef<Failure>()
  let turn = 0
  let loading: Promise<void> | undefined

  async function load(cursor: string | null): Promise<void> {
    const mine = turn
    const result = await bridge().validation.list({
      cursor,
      limit: cursor === null ? 100 : maxPage,
      search: search.value,
      resultClass: resultClass.value === '' ? null : resultClass.value,
    })
    if (mine !== turn) return
    if (!result.ok) {
      failure.value = result.error
      state.value = 'failed'
      return
    }
    lines.value = cursor === null ? result.value.items : [...lines.value, ...result.value.items]
    total.value = result.value.total
    next.value = result.value.next
    state.value = 'ready'
  }

  /** Starts again at the newest. */
  function reload(): Promise<void> {
    turn += 1
    if (lines.value.length === 0) state.value = 'loading'
    return load(null)
  }

  /** Reads on until the row is here. */
  async function need(upTo: number): Promise<void> {
    if (loading) return
    loading = (async () => {
      while (next.value !== null && lines.value.length <= upTo && state.value === 'ready') {
        await load(next.value)
      }
    })()
    await loading
    loading = undefined
  }

  let typing: ReturnType<typeof setTimeout> | undefined
  watch(search, () => {
    clearTimeout(typing)
    typing = setTimeout(() => void reload(), 150)
  })
  watch(resultClass, () => void reload())

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): ValidationLine | undefined => lines.value[index],
  }))
  const filtered = computed(() => search.value.trim() !== '' || resultClass.value !== '')
  return { search, resultClass, rows, total, state, failure, filtered, reload, need }
}
