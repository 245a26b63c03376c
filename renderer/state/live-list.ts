/**
 * A list of main that stays live. New rows appear at the top, or are only counted while the
 * operator is on a row.
 */
import { ref, watch, type Ref } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import {
  firstPage,
  usePagedList,
  type ListPage,
  type PageRequest,
  type PagedList,
} from './paged-list.ts'
import { useDebounced } from './debounce.ts'
import { oneAtATime } from './use-live-query.ts'

export interface LiveSource<Line> {
  /** Reads one page with the current filter: newest first, or in the chosen sort order. */
  readonly fetchPage: (page: PageRequest) => Promise<Result<ListPage<Line>, Failure>>
  /** The operator has chosen a sort order, so new rows can be anywhere. */
  readonly isSorted: () => boolean
  /** A new row can replace a row further down, such as that of the same payment. */
  readonly isGrouped?: () => boolean
  /** The operator is on a row, so that no new row may move it. */
  readonly isPaused: () => boolean
  /** The filter fields that are typed, as text: the list waits until typing pauses. */
  readonly typed: () => string
  /** The filter fields that are selected, as text: the list reloads at once. */
  readonly chosen: () => string
}

/**
 * A sorted list up to this length is read again for a new row; in a longer list new rows are only
 * counted.
 */
const mostReread = 2_000

/**
 * Loads a list page after page. `update` updates it; the caller connects it to the events that
 * report a change.
 */
export function useLiveList<Line extends { readonly id: string }>(source: LiveSource<Line>) {
  /** The number of new rows that are not in the list yet. */
  const waiting = ref(0)
  /** Grows with every change that main has reported. */
  const revision = ref(0)
  const list = usePagedList<Line>(source.fetchPage, ({ id }) => id)
  const { rows, total, state, failure, need, loadAll } = list

  let loading: Promise<void> | undefined
  /** Loads the list again from its first row. */
  function reload(): Promise<void> {
    waiting.value = 0
    const mine = list.reload().finally(() => {
      if (loading === mine) loading = undefined
    })
    loading = mine
    return mine
  }
  const { isWholePageNew, isBehind, readNewRows } = useNewRows(source, { ...list, reload, waiting })
  const { run: update } = oneAtATime(async () => {
    // Changes during a load are read once it is over: a slow main has one page to read at a time.
    while (loading) await loading
    await readNewRows()
    revision.value += 1
  })

  watch(source.isPaused, (isPaused) => {
    if (!isPaused && (waiting.value > 0 || isBehind())) void update()
  })
  const reloadSoon = useDebounced(() => void reload())
  watch(source.typed, reloadSoon)
  watch(source.chosen, () => void reload())
  return {
    rows,
    total,
    state,
    failure,
    waiting,
    isWholePageNew,
    revision,
    reload,
    need,
    loadAll,
    update,
  }
}

function useNewRows<Line extends { readonly id: string }>(
  { fetchPage, isPaused, isSorted, isGrouped = () => false }: LiveSource<Line>,
  list: PagedList<Line> & { readonly waiting: Ref<number> },
) {
  const { lines, total, next, state, turn, waiting, reload, reread } = list
  /** No row of the newest page is in the list yet, so there may be more new rows. */
  const isWholePageNew = ref(false)
  /** The turn in which a change came while the list was paused. */
  let turnWithChange = -1

  /** Puts the new rows before the loaded ones; starts again if there are too many. */
  async function readNewRows(): Promise<void> {
    if (state.value === 'failed') return
    const isLong = lines.value.length > mostReread
    if ((isSorted() || isGrouped()) && !isPaused() && !isLong) {
      await rereadSorted()
      return
    }
    const mine = turn.value
    const result = await fetchPage({ cursor: null, limit: firstPage })
    if (mine !== turn.value || !result.ok) return
    if (isPaused()) turnWithChange = mine
    if (!isSorted()) await updateNewest(result.value, isPaused() || (isLong && isGrouped()))
    else if (isPaused() || isLong) {
      isWholePageNew.value = false
      waiting.value = Math.max(0, result.value.total - total.value)
    } else await rereadSorted()
  }

  /** In a sorted list a new row can be on any page, and a loaded row can move to another one. */
  async function rereadSorted(): Promise<void> {
    isWholePageNew.value = false
    waiting.value = 0
    await reread()
  }

  async function updateNewest(page: ListPage<Line>, mustWait: boolean): Promise<void> {
    const { items, total: now } = page
    const known = items.findIndex(({ id }) => id === lines.value[0]?.id)
    isWholePageNew.value = known < 0
    if (mustWait) {
      waiting.value = Math.max(known < 0 ? items.length : known, now - total.value)
      return
    }
    if (known < 0) {
      await reload()
      return
    }
    // Loaded rows may have changed as well, so the whole page is replaced.
    const end = lines.value.findIndex(({ id }) => id === items.at(-1)?.id)
    lines.value = [...items, ...(end < 0 ? [] : lines.value.slice(end + 1))]
    total.value = now
    waiting.value = 0
    // A row beyond that page was added or removed.
    if (next.value === null && lines.value.length !== now) await reread()
  }
  return { isWholePageNew, isBehind: () => turnWithChange === turn.value, readNewRows }
}
