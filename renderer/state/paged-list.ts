/** A list of main as the table reads it: page after page, newest first, on until the rows in view are here. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { maxPage } from '../../preload/contract/kernel/paging.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'

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

/**
 * `ask` reads one page of the list as it is asked for now. `keyOf` names a line for good: one that moved while
 * the pages were read is listed once.
 */
export function usePagedList<Line>(
  ask: (page: PageAsked) => Promise<Result<ListPage<Line>, Failure>>,
  keyOf?: (line: Line) => string,
) {
  const lines = shallowRef<readonly Line[]>([])
  const total = ref(0)
  const next = ref<string | null>(null)
  const state = ref<ListState>('loading')
  const failure = shallowRef<Failure>()
  /** Grows with each list that was started anew: an answer for an older one has no place here. */
  const turn = ref(0)
  /** Grows with each list that was started at its first page. */
  let begun = 0
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

  const joined = joining(keyOf)
  /** A list that was read to its end has as many lines as are here: what came meanwhile has its place before it. */
  function put(read: Omit<ListPage<Line>, 'items'>, all: readonly Line[]): void {
    lines.value = all
    next.value = read.next
    // One answer alone is of one moment: its own count holds.
    const isReadToEnd = read.next === null && all.length > firstPage
    total.value = isReadToEnd ? all.length : read.total
    state.value = 'ready'
  }

  async function load(place: typeof last): Promise<void> {
    const { cursor, after } = place
    const read = await page(cursor, cursor === null ? firstPage : maxPage)
    if (!read) return
    last = place
    const before = after === lines.value.length ? lines.value : lines.value.slice(0, after)
    put(read, joined(before, read.items))
  }

  /** Starts again at the newest. */
  async function reload(): Promise<void> {
    turn.value += 1
    begun += 1
    wanted = 0
    // The old list's cursor means nothing to the new one.
    next.value = null
    last = start
    if (lines.value.length === 0) state.value = 'loading'
    await load(start)
    await need(wanted)
  }

  /** Reads again as far as the list is here, and puts it in its place at once, so that nothing blinks. */
  async function readAgain(): Promise<void> {
    const mine = turn.value
    const goal = next.value === null ? Infinity : lines.value.length
    let all: readonly Line[] = []
    let place = start
    for (;;) {
      const limit = place.cursor === null ? firstPage : maxPage
      const result = await ask({ cursor: place.cursor, limit })
      if (mine !== turn.value || !result.ok) return
      const read = result.value
      all = joined(all, read.items)
      if (read.next === null || all.length >= goal) {
        turn.value += 1
        last = place
        put(read, all)
        return
      }
      place = { cursor: read.next, after: all.length }
    }
  }
  async function reread(): Promise<void> {
    await readAgain()
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
    const mine = begun
    while (mine === begun && next.value !== null && signal?.aborted !== true) {
      await need(lines.value.length)
      if (state.value !== 'ready') return
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
      reading = (isInOrder() ? load(last) : readAgain()).finally(() => (reading = undefined))
      await reading
      await need(wanted)
    }
  }

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): Line | undefined => lines.value[index],
  }))
  return { lines, total, state, failure, turn, next, rows, reload, reread, need, loadAll, grow }
}

/** Puts lines behind others, without those that are there already. */
function joining<Line>(keyOf: ((line: Line) => string) | undefined) {
  // A long list grows by many pages, so that its keys are kept from one to the next.
  let last: { readonly lines: readonly Line[]; readonly keys: Set<string> } | undefined
  return (lines: readonly Line[], items: readonly Line[]): readonly Line[] => {
    if (!keyOf) return [...lines, ...items]
    const keys = last?.lines === lines ? last.keys : new Set(lines.map(keyOf))
    const all = [...lines, ...items.filter((item) => !keys.has(keyOf(item)))]
    for (const item of items) keys.add(keyOf(item))
    last = { lines: all, keys }
    return all
  }
}

export type PagedList<Line> = ReturnType<typeof usePagedList<Line>>
