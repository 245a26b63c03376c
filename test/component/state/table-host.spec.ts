import { enableAutoUnmount, flushPromises, mount } from '@vue/test-utils'
import { createPinia, setActivePinia } from 'pinia'
import { defineComponent, h } from 'vue'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import { mostExported, rowsPerPart } from '../../../preload/contract/api/tables.ts'
import { usePagedList, type PageRequest } from '../../../renderer/state/paged-list.ts'
import { useTableHost } from '../../../renderer/state/table-host.ts'
import { useWorkstation } from '../../../renderer/state/stores/workstation.store.ts'
import type { ExportOrder, TableHost } from '../../../renderer/ui/table/table-host.ts'
import { fakeBridge, workstationState } from '../support/fake-bridge.ts'

enableAutoUnmount(afterEach)
let main: ReturnType<typeof fakeBridge>
beforeEach(() => {
  vi.useFakeTimers()
  main = fakeBridge()
  setActivePinia(createPinia())
})
afterEach(() => vi.useRealTimers())

/** The table host of a window whose main has answered. */
async function hosted(): Promise<TableHost> {
  await useWorkstation().track(() => undefined)
  let host: TableHost | undefined
  const setup = () => {
    host = useTableHost()
    return () => h('p')
  }
  mount(defineComponent({ setup }))
  if (!host) throw new Error('no host')
  return host
}
const layout = (width: number) => ({
  columns: [{ id: 'name', width, hidden: false }],
  sort: null,
})
const { operators } = workstationState
const operatorIs = (index: number): void => {
  const operator = operators[index]
  if (operator) main.emit('workstation', 'stateChanged', { ...workstationState, operator })
}

describe('table layouts', () => {
  it('are unknown until main has answered, and then are those of the operator', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof main.tables.getLayouts>>>()
    main.tables.getLayouts.mockReturnValue(answer.promise)
    const host = await hosted()
    expect(host.layoutOf('alerts')).toBeUndefined()
    answer.resolve(ok({ alerts: layout(120) }))
    await flushPromises()
    expect(host.layoutOf('alerts')).toEqual(layout(120))
    expect(host.layoutOf('other')).toBeNull()
  })

  it('are saved after half a second without a change, only the last version', async () => {
    const host = await hosted()
    await flushPromises()
    for (const width of [100, 110, 120]) {
      host.saveLayout('alerts', layout(width))
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(host.layoutOf('alerts')).toEqual(layout(120))
    expect(main.tables.saveLayout).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(500)
    expect(main.tables.saveLayout.mock.calls).toEqual([[{ table: 'alerts', layout: layout(120) }]])
  })

  it('notify main when a list is reset', async () => {
    const host = await hosted()
    await flushPromises()
    host.saveLayout('alerts', null)
    await vi.advanceTimersByTimeAsync(500)
    expect(main.tables.saveLayout).toHaveBeenCalledWith({ table: 'alerts', layout: null })
  })

  it('are cleared when another operator signs in, who does not get unsaved ones', async () => {
    main.tables.getLayouts.mockResolvedValueOnce(ok({ alerts: layout(120) }))
    const host = await hosted()
    await flushPromises()
    host.saveLayout('alerts', layout(300))
    operatorIs(1)
    await flushPromises()
    expect(host.layoutOf('alerts')).toBeUndefined()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(main.tables.saveLayout).not.toHaveBeenCalled()
  })

  it('that were not saved because of a lock are saved without a message when the same operator returns', async () => {
    const host = await hosted()
    await flushPromises()
    main.tables.saveLayout.mockResolvedValueOnce(err({ code: 'signed-out' }))
    host.saveLayout('alerts', layout(300))
    await vi.advanceTimersByTimeAsync(500)
    main.emit('workstation', 'stateChanged', {
      ...workstationState,
      operator: { id: '', name: '', roles: [] },
      access: { state: 'locked', reason: 'operator', operatorId: workstationState.operator.id },
    })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(host.trouble.value).toBe('')
    expect(main.tables.saveLayout).toHaveBeenCalledTimes(1)
    main.emit('workstation', 'stateChanged', workstationState)
    await vi.advanceTimersByTimeAsync(600)
    expect(host.layoutOf('alerts')).toEqual(layout(300))
    expect(main.tables.saveLayout).toHaveBeenCalledTimes(2)
    expect(main.tables.saveLayout).toHaveBeenLastCalledWith({
      table: 'alerts',
      layout: layout(300),
    })
  })

  it('keep changes from before main had answered', async () => {
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof main.tables.getLayouts>>>()
    main.tables.getLayouts.mockReturnValue(answer.promise)
    const host = await hosted()
    host.saveLayout('alerts', layout(300))
    answer.resolve(ok({ alerts: layout(120), calls: layout(90) }))
    await flushPromises()
    expect([host.layoutOf('alerts'), host.layoutOf('calls')]).toEqual([layout(300), layout(90)])
  })

  it('show why they are not saved, until they are', async () => {
    main.tables.saveLayout.mockResolvedValueOnce(err({ code: 'internal', reference: 'X1' }))
    const host = await hosted()
    await flushPromises()
    host.saveLayout('alerts', layout(300))
    await vi.advanceTimersByTimeAsync(500)
    expect(host.trouble.value).toBe('Internal fault')
    host.saveLayout('alerts', layout(310))
    await vi.advanceTimersByTimeAsync(500)
    expect(host.trouble.value).toBe('')
  })
})

describe('exported rows', () => {
  const progress = vi.fn<(written: number) => void>()
  const order = (count: number, part: Partial<ExportOrder> = {}): ExportOrder => ({
    table: 'alerts',
    title: 'Alerts',
    format: 'csv',
    columns: [{ title: 'Name', holds: 'text' }],
    count,
    rows: Array.from({ length: count }, (_, index) => [String(index)]),
    progress,
    signal: new AbortController().signal,
    ...part,
  })
  beforeEach(() => void progress.mockClear())

  it('are sent in parts, complete and in order, and the answer names the file', async () => {
    const host = await hosted()
    const count = 2 * rowsPerPart + 1
    expect(await host.exportRows(order(count))).toEqual({ kind: 'written', file: 'list.csv' })
    const parts = main.tables.addRows.mock.calls.map(([{ rows }]) => rows)
    expect(parts.map(({ length }) => length)).toEqual([rowsPerPart, rowsPerPart, 1])
    expect(parts.flat().map(([cell]) => cell)).toEqual([...order(count).rows].map(([cell]) => cell))
    expect(progress.mock.calls.flat()).toEqual([rowsPerPart, 2 * rowsPerPart, count])
    expect(main.tables.saveExport).toHaveBeenCalledWith({ draftId: 'x1', format: 'csv' })
    expect(main.tables.discardExport).not.toHaveBeenCalled()
  })

  it('are refused before the first part where there are too many', async () => {
    const host = await hosted()
    const outcome = await host.exportRows(order(0, { count: mostExported + 1 }))
    expect(outcome).toMatchObject({ kind: 'failed', title: 'Too many rows' })
    expect(main.tables.startExport).not.toHaveBeenCalled()
  })

  it('are discarded by main where a part fails', async () => {
    main.tables.addRows.mockResolvedValueOnce(err({ code: 'draft-gone' }))
    const host = await hosted()
    const outcome = await host.exportRows(order(3))
    expect(outcome).toMatchObject({ kind: 'failed', title: 'The file or preview has expired' })
    expect(main.tables.discardExport).toHaveBeenCalledWith({ draftId: 'x1' })
    expect(main.tables.saveExport).not.toHaveBeenCalled()
  })

  it('are discarded where the export was canceled between two parts', async () => {
    const end = new AbortController()
    progress.mockImplementationOnce(() => end.abort())
    const host = await hosted()
    const outcome = await host.exportRows(order(rowsPerPart + 1, { signal: end.signal }))
    expect(outcome).toEqual({ kind: 'not-written' })
    expect(main.tables.addRows).toHaveBeenCalledTimes(1)
    expect(main.tables.discardExport).toHaveBeenCalledTimes(1)
    expect(main.tables.saveExport).not.toHaveBeenCalled()
  })

  it('are discarded where no place was chosen, or the file could not be written', async () => {
    const host = await hosted()
    main.tables.saveExport.mockResolvedValueOnce(ok(null))
    expect(await host.exportRows(order(1))).toEqual({ kind: 'not-written' })
    main.tables.saveExport.mockResolvedValueOnce(
      err({ code: 'file-failed', file: 'list.csv', detail: 'disk full' }),
    )
    expect(await host.exportRows(order(1))).toMatchObject({ reason: 'list.csv: disk full' })
    expect(main.tables.discardExport).toHaveBeenCalledTimes(2)
  })
})

describe('a paged list that is loaded completely', () => {
  const all = Array.from({ length: 1_300 }, (_, index) => ({ id: String(index) }))
  const fetchPage = vi.fn(({ cursor, limit }: PageRequest) => {
    const start = Number(cursor ?? 0)
    const items = all.slice(start, start + limit)
    const end = start + items.length
    return Promise.resolve(
      ok({ items, next: end < all.length ? String(end) : null, total: all.length }),
    )
  })
  beforeEach(() => void fetchPage.mockClear())

  it('has every row once, also where rows were requested meanwhile', async () => {
    const list = usePagedList(fetchPage)
    await list.reload()
    await Promise.all([list.need(150), list.loadAll(), list.need(1_200)])
    expect(list.lines.value).toEqual(all)
    await list.loadAll()
    expect(fetchPage).toHaveBeenCalledTimes(4)
  })

  it('reads no further once it is canceled', async () => {
    const list = usePagedList(fetchPage)
    await list.reload()
    const end = new AbortController()
    const loading = list.loadAll(end.signal)
    end.abort()
    await loading
    expect(list.lines.value).toHaveLength(600)
  })

  it('ends where main cannot answer', async () => {
    const list = usePagedList(fetchPage)
    await list.reload()
    fetchPage.mockResolvedValueOnce(err({ code: 'store-opening' }) as never)
    await list.loadAll()
    expect(list.state.value).toBe('failed')
    expect(fetchPage).toHaveBeenCalledTimes(2)
  })
})
