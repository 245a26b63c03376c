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
  let wanted = 0
  let reading = false

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
  async function reload(): Promise<void> {
    turn += 1
    wanted = 0
    // The old list's cursor means nothing to the new one.
    next.value = null
    if (lines.value.length === 0) state.value = 'loading'
    await load(null)
    await need(wanted)
  }

  /** Reads on until the row is here; a list that was started anew ends it. */
  async function need(upTo: number): Promise<void> {
    wanted = Math.max(wanted, upTo)
    if (reading) return
    reading = true
    const mine = turn
    try {
      while (mine === turn && next.value !== null && lines.value.length <= wanted) {
        await load(next.value)
        if (state.value !== 'ready') return
      }
    } finally {
      reading = false
    }
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
