import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { defineComponent, h, ref } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../preload/contract/kernel/result.ts'
import { onEvent } from '../../../renderer/state/bridge.ts'
import { useLiveList } from '../../../renderer/state/live-list.ts'
import type { PageRequest } from '../../../renderer/state/paged-list.ts'
import { fakeBridge } from '../support/fake-bridge.ts'

enableAutoUnmount(afterEach)
afterEach(() => vi.useRealTimers())

interface Line {
  readonly id: string
  readonly text?: string
}
const lines = (from: number, to: number): Line[] =>
  Array.from({ length: from - to + 1 }, (_, index) => ({ id: String(from - index) }))

const typed = ref('')
const chosen = ref('')
const sorted = ref(false)
const paused = ref(false)
let stored: Line[] = []
const bridge = fakeBridge()
const emit = (): void => bridge.emit('orders', 'changed', { id: '1', state: 'draft' })
const fetchPage = vi.fn(({ cursor, limit }: PageRequest) => {
  const start = cursor === null ? 0 : stored.findIndex(({ id }) => id === cursor) + 1
  const items = stored.slice(start, start + limit)
  const next = start + limit < stored.length ? (items.at(-1)?.id ?? null) : null
  return Promise.resolve(ok({ items, next, total: stored.length }))
})

/** The list of a mounted component. */
function mounted(fetch: (page: PageRequest) => ReturnType<typeof fetchPage>) {
  let list: ReturnType<typeof useLiveList<Line>> | undefined
  const page = mount(
    defineComponent({
      setup() {
        list = useLiveList<Line>({
          fetchPage: fetch,
          isSorted: () => sorted.value,
          isPaused: () => paused.value,
          typed: () => typed.value,
          chosen: () => chosen.value,
        })
        onEvent('orders', 'changed', list.update)
        return () => h('p')
      },
    }),
  )
  if (!list) throw new Error('no list')
  return { list, page }
}
/** The list of a mounted component, read once. */
async function listed() {
  const { list, page } = mounted(fetchPage)
  await list.reload()
  return { list, page }
}
const idsOf = ({ rows }: { rows: ReturnType<typeof useLiveList<Line>>['rows'] }, count: number) =>
  Array.from({ length: count }, (_, index) => rows.value.rowAt(index)?.id)

beforeEach(() => {
  typed.value = chosen.value = ''
  paused.value = sorted.value = false
  fetchPage.mockClear()
})

describe('a live list', () => {
  it('keeps rows beyond the first page behind new rows', async () => {
    stored = lines(250, 1)
    const { list } = await listed()
    await list.need(249)
    stored = [...lines(253, 251), ...stored]
    emit()
    await flushPromises()
    expect(idsOf(list, 253)).toEqual(stored.map(({ id }) => id))
  })

  it('shows each row once after an earlier row was removed', async () => {
    stored = lines(250, 1)
    const { list } = await listed()
    await list.need(249)
    stored = [{ id: '251' }, ...stored.filter(({ id }) => id !== '200')]
    emit()
    await flushPromises()
    expect(idsOf(list, stored.length)).toEqual(stored.map(({ id }) => id))
  })

  it('shows rows with their latest values, and starts again after a full page of new rows', async () => {
    stored = lines(3, 1)
    const { list } = await listed()
    stored = stored.map((line) => ({ ...line, text: 'changed' }))
    emit()
    await flushPromises()
    expect(list.rows.value.rowAt(2)).toEqual({ id: '1', text: 'changed' })
    stored = lines(400, 1)
    emit()
    await flushPromises()
    expect(idsOf(list, 2)).toEqual(['400', '399'])
    expect(list.rows.value.count).toBe(400)
  })

  it('counts new rows while the list is paused, and shows them afterwards', async () => {
    stored = lines(3, 1)
    const { list } = await listed()
    paused.value = true
    stored = lines(5, 1)
    emit()
    await flushPromises()
    expect([list.waiting.value, list.isWholePageNew.value]).toEqual([2, false])
    expect(idsOf(list, 1)).toEqual(['3'])
    paused.value = false
    await flushPromises()
    expect(list.waiting.value).toBe(0)
    expect(idsOf(list, 5)).toEqual(['5', '4', '3', '2', '1'])
  })

  it('reads at most once more, however many events arrive', async () => {
    stored = lines(3, 1)
    await listed()
    fetchPage.mockClear()
    for (let count = 0; count < 20; count += 1) emit()
    await flushPromises()
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })

  it('waits until typing pauses, applies a choice at once, and ends with its page', async () => {
    stored = lines(3, 1)
    const { page } = await listed()
    fetchPage.mockClear()
    vi.useFakeTimers()
    for (typed.value of ['a', 'al', 'ald']) await vi.advanceTimersByTimeAsync(100)
    expect(fetchPage).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(fetchPage).toHaveBeenCalledTimes(1)
    chosen.value = 'wire'
    await flushPromises()
    expect(fetchPage).toHaveBeenCalledTimes(2)
    typed.value = 'alder'
    await flushPromises()
    page.unmount()
    emit()
    await vi.advanceTimersByTimeAsync(1000)
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })
})

describe('a live list that is sorted', () => {
  /** Oldest first, scrolled to the end. */
  async function sortedList(count: number) {
    sorted.value = true
    stored = lines(count, 1).reverse()
    const { list } = await listed()
    await list.need(count - 1)
    return list
  }
  const all = (list: Awaited<ReturnType<typeof sortedList>>) => idsOf(list, list.rows.value.count)
  const now = () => stored.map(({ id }) => id)
  async function change(next: Line[]): Promise<void> {
    stored = next
    emit()
    await flushPromises()
  }

  it('shows a new row at its end', async () => {
    const list = await sortedList(250)
    await change([...stored, { id: '251' }])
    await list.loadAll()
    expect(all(list)).toEqual(now())
  })

  it('shows a new row on its second page', async () => {
    const list = await sortedList(250)
    await change([...stored.slice(0, 150), { id: 'new' }, ...stored.slice(150)])
    await list.loadAll()
    expect(all(list)).toEqual(now())
  })

  it('shows a row once, at its new place, after it moved to another page', async () => {
    const list = await sortedList(250)
    const [moved] = stored.slice(200, 201)
    const rest = stored.filter((line) => line !== moved)
    await change([...rest.slice(0, 50), ...(moved ? [moved] : []), ...rest.slice(50)])
    await list.loadAll()
    expect(all(list)).toEqual(now())
  })

  it('only counts new rows while the list is paused, and shows them afterwards', async () => {
    const list = await sortedList(250)
    const before = now()
    paused.value = true
    await change([...stored, { id: '251' }])
    expect(list.waiting.value).toBe(1)
    expect(all(list)).toEqual(before)
    paused.value = false
    await flushPromises()
    expect(list.waiting.value).toBe(0)
    expect(all(list)).toEqual(now())
  })

  it('shows the new place of a moved row once the list is no longer paused', async () => {
    const list = await sortedList(250)
    paused.value = true
    await change([...stored.slice(1), ...stored.slice(0, 1)])
    expect(idsOf(list, 1)).toEqual(['1'])
    paused.value = false
    await flushPromises()
    expect(all(list)).toEqual(now())
  })

  it('is complete for an export while the list is paused, although new rows arrived before its end was read', async () => {
    sorted.value = true
    stored = lines(250, 1).reverse()
    const { list } = await listed()
    paused.value = true
    await change([{ id: 'first' }, ...stored])
    await list.loadAll()
    expect(all(list)).toEqual(now().slice(1))
  })

  it('shows a row once that moved beyond the loaded rows while the list is paused', async () => {
    sorted.value = true
    stored = lines(250, 1).reverse()
    const { list } = await listed()
    paused.value = true
    await change([...stored.slice(1, 200), ...stored.slice(0, 1), ...stored.slice(200)])
    await list.loadAll()
    expect(new Set(all(list)).size).toBe(250)
    expect(list.rows.value.count).toBe(250)
  })

  it('continues an export while new rows are read', async () => {
    sorted.value = true
    stored = lines(1400, 1).reverse()
    const { list } = await listed()
    const loading = list.loadAll()
    stored = [{ id: 'first' }, ...stored]
    emit()
    await loading
    expect(all(list)).toEqual(now())
  })

  it('counts new rows where the list is too long to be read again', async () => {
    const list = await sortedList(2600)
    const before = now()
    fetchPage.mockClear()
    await change([{ id: 'first' }, ...stored])
    expect(list.waiting.value).toBe(1)
    expect(all(list)).toEqual(before)
    expect(fetchPage).toHaveBeenCalledTimes(1)
  })
})

describe('a live list, newest first', () => {
  it('has no empty row after a row beyond the first page was removed', async () => {
    stored = lines(250, 1)
    const { list } = await listed()
    await list.need(249)
    stored = stored.filter(({ id }) => id !== '20')
    emit()
    await flushPromises()
    expect(idsOf(list, list.rows.value.count)).toEqual(stored.map(({ id }) => id))
  })
})

describe('a live list under a steady stream of changes', () => {
  const answerMs = { first: 300, next: 700 }
  const everyMs = 200
  let pending: number
  let mostPending: number
  const slowPage = async (request: PageRequest) => {
    pending += 1
    mostPending = Math.max(mostPending, pending)
    await new Promise((resolve) => {
      setTimeout(resolve, request.cursor === null ? answerMs.first : answerMs.next)
    })
    pending -= 1
    return fetchPage(request)
  }
  beforeEach(() => {
    vi.useFakeTimers()
    pending = mostPending = 0
  })
  /** Passes the time, with a change every 200 ms. */
  async function pass(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += everyMs) {
      emit()
      await vi.advanceTimersByTimeAsync(everyMs)
    }
  }

  it.each([true, false])(
    'shows its first answer, and reads one page at a time: sorted %s',
    async (isSorted) => {
      sorted.value = isSorted
      stored = lines(250, 1)
      const { list } = mounted(slowPage)
      void list.reload()
      await pass(400)
      expect(list.state.value).toBe('ready')
      expect(list.rows.value.rowAt(0)?.id).toBe('250')
      stored = [{ id: '251' }, ...stored]
      await pass(1000)
      expect(list.rows.value.rowAt(0)?.id).toBe('251')
      expect(mostPending).toBe(1)
      const before = fetchPage.mock.calls.length
      await pass(3000)
      expect(fetchPage.mock.calls.length - before).toBeLessThanOrEqual(10)
    },
  )

  it('loads the rows in view, although the first page is read again and again', async () => {
    sorted.value = true
    stored = lines(250, 1)
    const { list } = mounted(slowPage)
    void list.reload()
    await pass(1000)
    void list.need(249)
    await pass(2000)
    expect(idsOf(list, 250)).toEqual(stored.map(({ id }) => id))
  })

  it('reads a sorted list once for a change', async () => {
    sorted.value = true
    stored = lines(3, 1)
    await listed()
    fetchPage.mockClear()
    emit()
    await vi.advanceTimersByTimeAsync(0)
    expect(fetchPage).toHaveBeenCalledTimes(1)
  })
})
