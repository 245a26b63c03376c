/** A list of main that stays live while nobody holds a line: what is new stands at its top or is counted. */
import { onBeforeUnmount, onMounted, ref, watch, type Ref } from 'vue'
import type { Failure } from '../../preload/contract/failures.ts'
import type { Result } from '../../preload/contract/result.ts'
import {
  firstPage,
  usePagedList,
  type ListPage,
  type PageAsked,
  type PagedList,
} from './paged-list.ts'

/** What a live list is made of. */
export interface LiveSource<Line> {
  /** Reads one page of the list as it is asked for now, newest first. */
  readonly ask: (page: PageAsked) => Promise<Result<ListPage<Line>, Failure>>
  /** Has `told` called whenever main says that the list changed; answers how to end that. */
  readonly onChange: (told: () => void) => () => void
  /** Somebody stands on a line, so that no new one may push it away. */
  readonly isHeld: () => boolean
  /** What of the filter is typed letter by letter, as text: the list waits for the end of a word. */
  readonly typed: () => string
  /** What of the filter is chosen, as text: the list follows at once. */
  readonly chosen: () => string
}

/** How long nothing is typed before the list is asked for. */
const typingMs = 150

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
  const list = usePagedList<Line>(source.ask)
  const { rows, total, state, failure, need, loadAll } = list

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    waiting.value = 0
    await list.reload()
  }
  const { isPageNew, readNews } = useNews(source, { ...list, reload, waiting })
  const follow = oneAtATime(async () => {
    await readNews()
    revision.value += 1
  })

  watch(source.isHeld, (holds) => {
    if (!holds && waiting.value > 0) void follow()
  })
  reloadOnFilter(source, reload)
  let stop = (): void => undefined
  onMounted(() => (stop = source.onChange(() => void follow())))
  onBeforeUnmount(() => stop())
  return { rows, total, state, failure, waiting, isPageNew, revision, reload, need, loadAll }
}

function useNews<Line extends { readonly id: string }>(
  { ask, isHeld }: LiveSource<Line>,
  list: PagedList<Line> & { readonly waiting: Ref<number> },
) {
  const { lines, total, state, turn, waiting, reload } = list
  /** Nothing of the newest page is in the list yet, so that there may be more that is new. */
  const isPageNew = ref(false)

  /** Puts what is new before what is here; where too much is new, starts again. */
  async function readNews(): Promise<void> {
    if (state.value === 'failed') return
    const mine = turn.value
    const result = await ask({ cursor: null, limit: firstPage })
    if (mine !== turn.value || !result.ok) return
    const { items, total: now } = result.value
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
  }
  return { isPageNew, readNews }
}

function reloadOnFilter(
  { typed, chosen }: Pick<LiveSource<never>, 'typed' | 'chosen'>,
  reload: () => Promise<void>,
): void {
  let typing: ReturnType<typeof setTimeout> | undefined
  watch(typed, () => {
    clearTimeout(typing)
    typing = setTimeout(() => void reload(), typingMs)
  })
  watch(chosen, () => void reload())
  onBeforeUnmount(() => clearTimeout(typing))
}
