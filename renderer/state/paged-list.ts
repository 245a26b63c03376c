/**
 * A list of main for the table: page after page, newest first, until the rows in view are loaded.
 */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { maxPage } from '../../preload/contract/kernel/paging.ts'
import { ok, type Result } from '../../preload/contract/kernel/result.ts'
import { oneAtATime } from './use-live-query.ts'

/** The size of the first page; the next ones are the largest pages. */
export const firstPage = 100

export type ListState = 'loading' | 'ready' | 'failed'

export interface PageRequest {
  /** Null: the newest page. */
  readonly cursor: string | null
  readonly limit: number
}

/** One page as main returns it. */
export interface ListPage<Line> {
  readonly items: readonly Line[]
  readonly next: string | null
  readonly total: number
}

const start: { readonly cursor: string | null; readonly after: number } = { cursor: null, after: 0 }

/**
 * `fetchPage` reads one page with the current filter. `keyOf` identifies a row, so that a row that moved
 * between two pages is listed only once.
 */
export function usePagedList<Line>(
  fetchPage: (page: PageRequest) => Promise<Result<ListPage<Line>, Failure>>,
  keyOf?: (line: Line) => string,
) {
  const lines = shallowRef<readonly Line[]>([])
  const total = ref(0)
  const next = ref<string | null>(null)
  const state = ref<ListState>('loading')
  const failure = shallowRef<Failure>()
  /** Grows with each reload of the list: answers for an older turn are dropped. */
  const turn = ref(0)
  /** Grows with each reload from the first page. */
  let begun = 0
  let wanted = 0
  let reading: Promise<void> | undefined
  /** The page that was read last: its cursor, and the number of rows before it. */
  let last: { readonly cursor: string | null; readonly after: number } = start

  /** Returns one page, or undefined if its turn is over. */
  async function page(cursor: string | null, limit: number): Promise<ListPage<Line> | undefined> {
    const mine = turn.value
    const result = await fetchPage({ cursor, limit })
    if (mine !== turn.value) return undefined
    if (result.ok) return result.value
    failure.value = result.error
    state.value = 'failed'
    return undefined
  }

  const joined = joining(keyOf)
  /**
   * The length of a list that was read to its end is the number of loaded rows, because rows
   * created meanwhile belong before it.
   */
  function put(read: Omit<ListPage<Line>, 'items'>, all: readonly Line[]): void {
    lines.value = all
    next.value = read.next
    // A single answer is from one moment, so its own count is right.
    const isReadToEnd = read.next === null && all.length > firstPage
    total.value = isReadToEnd ? all.length : read.total
    state.value = 'ready'
  }

  async function load(place: typeof last): Promise<void> {
    const { cursor, after } = place
    const mine = turn.value
    const read = await page(cursor, cursor === null ? firstPage : maxPage)
    // The turn can end between the answer and this step; its rows would then be missing some.
    if (!read || mine !== turn.value) return
    last = place
    const before = after === lines.value.length ? lines.value : lines.value.slice(0, after)
    put(read, joined(before, read.items))
  }

  /** Loads the list again from the newest row. */
  async function reload(): Promise<void> {
    turn.value += 1
    begun += 1
    wanted = 0
    // The cursor of the old list is not valid for the new one.
    next.value = null
    last = start
    if (lines.value.length === 0) state.value = 'loading'
    await load(start)
    await need(wanted)
  }

  /** Reads the loaded part again and replaces it in one step, so that nothing flickers. */
  async function readAgain(): Promise<void> {
    const mine = turn.value
    const goal = next.value === null ? Infinity : lines.value.length
    let all: readonly Line[] = []
    let place = start
    for (;;) {
      const limit = place.cursor === null ? firstPage : maxPage
      const result = await fetchPage({ cursor: place.cursor, limit })
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

  /** Reads until the row is loaded; a reload of the list ends it. */
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

  /** Reads all remaining rows; a signal, a failure or a reload of the list ends it. */
  async function loadAll(signal?: AbortSignal): Promise<void> {
    const mine = begun
    while (mine === begun && next.value !== null && signal?.aborted !== true) {
      await need(lines.value.length)
      if (state.value !== 'ready') return
    }
  }

  let isInOrder = (): boolean => false
  const { run: readGrowth } = oneAtATime(async () => {
    while (reading) await reading
    reading = (isInOrder() ? load(last) : readAgain()).finally(() => (reading = undefined))
    await reading
    await need(wanted)
  })
  /**
   * Reads new rows and keeps every position. In an ordered list only the rows after the last one
   * are read; otherwise the loaded rows are read again, with the new ones between them.
   */
  function grow(isOrdered: () => boolean): Promise<void> {
    isInOrder = isOrdered
    return readGrowth()
  }

  const rows = computed(() => ({
    count: total.value,
    rowAt: (index: number): Line | undefined => lines.value[index],
  }))
  return { lines, total, state, failure, turn, next, rows, reload, reread, need, loadAll, grow }
}

/**
 * Reads all rows of a list, in the largest pages. Returns the failure of a page; undefined if the
 * list is no longer wanted.
 */
export async function everyPage<Line>(
  fetchPage: (page: PageRequest) => Promise<Result<ListPage<Line>, Failure>>,
  isWanted = (): boolean => true,
): Promise<Result<readonly Line[], Failure> | undefined> {
  const lines: Line[] = []
  let cursor: string | null = null
  do {
    const read: Result<ListPage<Line>, Failure> = await fetchPage({ cursor, limit: maxPage })
    if (!isWanted()) return undefined
    if (!read.ok) return read
    lines.push(...read.value.items)
    cursor = read.value.next
  } while (cursor !== null)
  return ok(lines)
}

/** Appends rows, without those that are already listed. */
function joining<Line>(keyOf: ((line: Line) => string) | undefined) {
  // A long list grows by many pages, so its keys are reused from page to page.
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
