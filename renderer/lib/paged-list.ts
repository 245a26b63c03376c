/** A list of main as the table reads it: page after page, newest first, on until the rows in view are here. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../preload/contract/failures.ts'
import { maxPage } from '../../preload/contract/paging.ts'
import type { Result } from '../../preload/contract/result.ts'

/** So many rows are read first; what follows comes in the largest pages. */
export const firstPage = 100

/** How the list stands. */
export type ListState = 'loading' | 'ready' | 'failed'

/** Which page is asked for. */
export interface PageAsked {
  /** Null: the newest. */
  readonly cursor: string | null
  readonly limit: number
}

/** A page as main answers it. */
export interface ListPage<Line> {
  readonly items: readonly Line[]
  readonly next: string | null
  readonly total: number
}

const start: { readonly cursor: string | null; readonly after: number } = { cursor: null, after: 0 }

/** `ask` reads one page of the list as it is asked for now. */
export function usePagedList<Line>(
  ask: (page: PageAsked) => Promise<Result<ListPage<Line>, Failure>>,
) {
  const lines = shallowRef<readonly Line[]>([])
  const total = ref(0)
  const next = ref<string | null>(null)
  const state = ref<ListState>('loading')
  const failure = shallowRef<Failure>()
  /** Grows with each list that was started anew: an answer for an older one has no place here. */
  const turn = ref(0)
  let wanted = 0
  let reading: Promise<void> | undefined
  /** The page that was read last: its cursor, and how many lines stand before it. */
  let last: { readonly cursor: string | null; readonly after: number } = start

  /** One page, or undefined where it has no place here any more. */
  async function page(cursor: string | null, limit: number): Promise<ListPage<Line> | undefined> {
    const mine = turn.value
    const result = await ask({ cursor, limit })
    if (mine !== turn.value) return undefined
    if (result.ok) return result.value
    failure.value = result.error
    state.value = 'failed'
    return undefined
  }

  function put(all: readonly Line[], { total: inAll, next: behind }: ListPage<Line>): void {
    lines.value = all
    total.value = inAll
    next.value = behind
    state.value = 'ready'
  }

  async function load(place: typeof last): Promise<void> {
    const { cursor, after } = place
    const read = await page(cursor, cursor === null ? firstPage : maxPage)
    if (!read) return
    last = place
    put([...lines.value.slice(0, after), ...read.items], read)
  }

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    turn.value += 1
    wanted = 0
    // The old list's cursor means nothing to the new one.
    next.value = null
    last = start
    if (lines.value.length === 0) state.value = 'loading'
    await load(start)
    await need(wanted)
  }

  /** Reads on until the row is here; a list that was started anew wants none of it. */
  function need(upTo: number): Promise<void> {
    wanted = Math.max(wanted, upTo)
    reading ??= readOn().finally(() => (reading = undefined))
    return reading
  }

  async function readOn(): Promise<void> {
    while (next.value !== null && lines.value.length <= wanted) {
      await load({ cursor: next.value, after: lines.value.length })
      if (state.value !== 'ready') return
    }
  }

  /** Reads every row that is left; a signal, a failure or a list that was started anew ends it. */
  async function loadAll(signal?: AbortSignal): Promise<void> {
    const mine = turn.value
    while (mine === turn.value && next.value !== null && signal?.aborted !== true) {
      await need(lines.value.length)
      if (state.value !== 'ready') return
    }
  }

  /** Reads as many lines as are here from the start, and puts them in the place of those at once. */
  async function readAnew(): Promise<void> {
    const upTo = lines.value.length
    const all: Line[] = []
    let place = start
    for (;;) {
      const read = await page(place.cursor, maxPage)
      if (!read) return
      all.push(...read.items)
      if (read.next === null || all.length >= upTo) {
        last = place
        put(all, read)
        return
      }
      place = { cursor: read.next, after: all.length }
    }
  }

  let isBehind = false
  let growing: Promise<void> | undefined
  /**
   * Reads what came since and keeps every place: behind the last line where the list is in order, so that
   * what is new stands at its end, else the lines that are here once more, with what is new between them.
   */
  function grow(isInOrder: () => boolean): Promise<void> {
    isBehind = true
    growing ??= followGrowth(isInOrder).finally(() => (growing = undefined))
    return growing
  }

  async function followGrowth(isInOrder: () => boolean): Promise<void> {
    while (isBehind) {
      isBehind = false
      while (reading) await reading
      reading = (isInOrder() ? load(last) : readAnew()).finally(() => (reading = undefined))
      await reading
      await need(wanted)
    }
  }

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): Line | undefined => lines.value[index],
  }))
  return { lines, total, state, failure, turn, rows, reload, need, loadAll, grow }
}
export type PagedList<Line> = ReturnType<typeof usePagedList<Line>>
