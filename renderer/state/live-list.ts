/** A list of main that stays live while nobody holds a line: what is new stands at its top or is counted. */
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import {
  firstPage,
  usePagedList,
  type ListPage,
  type PageAsked,
  type PagedList,
} from './paged-list.ts'
import { useDebounced } from './debounce.ts'

/** What a live list is made of. */
export interface LiveSource<Line> {
  /** Reads one page of the list as it is asked for now: newest first, or as it is sorted. */
  readonly ask: (page: PageAsked) => Promise<Result<ListPage<Line>, Failure>>
  /** It is asked for in an order of somebody's choice: what is new may stand anywhere. */
  readonly isSorted: () => boolean
  /** Has `told` called whenever main says that the list changed; answers how to end that. */
  readonly onChange: (told: () => void) => () => void
  /** Somebody stands on a line, so that no new one may push it away. */
  readonly isHeld: () => boolean
  /** What of the filter is typed letter by letter, as text: the list waits for the end of a word. */
  readonly typed: () => string
  /** What of the filter is chosen, as text: the list follows at once. */
  readonly chosen: () => string
}

/** So many lines of a sorted list are read again for one that is new; beyond them it is counted. */
const mostReread = 2_000

/** Runs `task` once more after it where it is asked for meanwhile, however often: never two at a time. */
function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  let isBehind = false
  return async () => {
    isBehind = true
    if (isRunning) return
    isRunning = true
    try {
      while (isBehind) {
        isBehind = false
        await task()
      }
    } finally {
      isRunning = false
    }
  }
}

/** Lists page after page, and follows what main tells. */
export function useLiveList<Line extends { readonly id: string }>(source: LiveSource<Line>) {
  /** How many lines came that are not in the list yet. */
  const waiting = ref(0)
  /** Grows with everything that main told since. */
  const revision = ref(0)
  const list = usePagedList<Line>(source.ask, ({ id }) => id)
  const { rows, total, state, failure, need, loadAll } = list

  /** Starts again at the first line. */
  async function reload(): Promise<void> {
    waiting.value = 0
    await list.reload()
  }
  const { isPageNew, isBehind, readNews } = useNews(source, { ...list, reload, waiting })
  const follow = oneAtATime(async () => {
    await readNews()
    revision.value += 1
  })

  watch(source.isHeld, (holds) => {
    if (!holds && (waiting.value > 0 || isBehind())) void follow()
  })
  const reloadSoon = useDebounced(() => void reload())
  watch(source.typed, reloadSoon)
  watch(source.chosen, () => void reload())
  let stop = (): void => undefined
  onMounted(() => (stop = source.onChange(() => void follow())))
  onBeforeUnmount(() => stop())
  return { rows, total, state, failure, waiting, isPageNew, revision, reload, need, loadAll }
}

function useNews<Line extends { readonly id: string }>(
  { ask, isHeld, isSorted }: LiveSource<Line>,
  list: PagedList<Line> & { readonly waiting: Ref<number> },
) {
  const { lines, total, next, state, turn, waiting, reload, reread } = list
  /** Nothing of the newest page is in the list yet, so that there may be more that is new. */
  const isPageNew = ref(false)
  /** The list at this turn is older than what main told. */
  let behind = -1

  /** Puts what is new before what is here; where too much is new, starts again. */
  async function readNews(): Promise<void> {
    if (state.value === 'failed') return
    const mine = turn.value
    const result = await ask({ cursor: null, limit: firstPage })
    if (mine !== turn.value || !result.ok) return
    if (isHeld()) behind = mine
    if (isSorted()) await followSorted(result.value)
    else await followNewest(result.value)
  }

  /** What is new may stand on any page, and what is here on another than before. */
  async function followSorted({ total: now }: ListPage<Line>): Promise<void> {
    isPageNew.value = false
    const isLong = lines.value.length > mostReread
    waiting.value = isHeld() || isLong ? Math.max(0, now - total.value) : 0
    if (!isHeld() && !isLong) await reread()
  }

  async function followNewest(page: ListPage<Line>): Promise<void> {
    const { items, total: now } = page
    const known = items.findIndex(({ id }) => id === lines.value[0]?.id)
    isPageNew.value = known < 0
    if (isHeld()) {
      waiting.value = Math.max(known < 0 ? items.length : known, now - total.value)
      return
    }
    if (known < 0) {
      await reload()
      return
    }
    // What is here may have changed as well, so that the whole page takes its place.
    const end = lines.value.findIndex(({ id }) => id === items.at(-1)?.id)
    lines.value = [...items, ...(end < 0 ? [] : lines.value.slice(end + 1))]
    total.value = now
    waiting.value = 0
    // A line beyond that page has come or gone.
    if (next.value === null && lines.value.length !== now) await reread()
  }
  return { isPageNew, isBehind: () => behind === turn.value, readNews }
}
