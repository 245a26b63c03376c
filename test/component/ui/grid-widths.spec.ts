import { nextTick, ref, shallowRef } from 'vue'
import { describe, expect, it, vi } from 'vitest'
import EditGrid from '../../../renderer/ui/grid/EditGrid.vue'
import { createGridModel } from '../../../renderer/ui/grid/grid-model.ts'
import type { GridColumn } from '../../../renderer/ui/grid/grid-types.ts'
import {
  tableHostKey,
  type TableHost,
  type TableLayout,
} from '../../../renderer/ui/table/table-host.ts'
import { byRole, press, show, useStage } from './stage.ts'

const columns: readonly GridColumn[] = [
  { id: 'name', label: 'Name', width: 120 },
  { id: 'amount', label: 'Amount', width: 100 },
]

/** A layout memory, and the layouts it was asked to save. */
function memory(layout: TableLayout | null | undefined = null) {
  const layouts = shallowRef(layout)
  const saved: [string, TableLayout | null][] = []
  const trouble = ref('')
  const host: TableHost = {
    layoutOf: () => layouts.value,
    saveLayout: (table, next) => {
      saved.push([table, next])
      layouts.value = next
    },
    trouble,
    exportRows: () => Promise.resolve({ kind: 'not-written' }),
  }
  return { host, layouts, saved, trouble }
}
function grid(host: TableHost, props: Record<string, unknown> = {}) {
  const model = createGridModel([{ key: 'R0', cells: { name: 'Ada' } }], {
    columns,
    newRow: () => ({ key: 'new', cells: {} }),
  })
  return show(EditGrid, {
    props: { label: 'Entries', gridId: 'entries', model, columns, ...props },
    global: { provide: { [tableHostKey as symbol]: host } },
  })
}
const tracks = (): string => byRole('grid', 'Entries').style.getPropertyValue('--tracks')
async function widen(times = 1, key = 'ArrowRight'): Promise<void> {
  document.querySelector<HTMLElement>('[data-row="0"] > [data-cell="0"]')?.focus()
  for (let nth = 0; nth < times; nth += 1) press(key, { altKey: true, shiftKey: true })
  await nextTick()
}
const column = (id: string, width: number | null) => ({ id, width, hidden: false })

describe('the widths of a grid', () => {
  useStage()

  it('are saved under its name as soon as they are changed, and restored', async () => {
    const { host, saved } = memory()
    const first = grid(host)
    expect(tracks()).toBe('52px 120px 100px minmax(0, 1fr)')
    await widen()
    expect(saved).toEqual([['entries', { columns: [column('name', 136)], sort: null }]])
    first.unmount()
    grid(host)
    expect(tracks()).toBe('52px 136px 100px minmax(0, 1fr)')
  })

  it('shrink where there is no room for all columns, except for widths that an operator chose', async () => {
    const room = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(232)
    const yielding = columns.map((one) => ({ ...one, least: one.width - 40 }))
    const { host, layouts } = memory()
    grid(host, { columns: yielding })
    await nextTick()
    // 232 without the numbers is 180, which is 40 less than the columns want: 20 less for each.
    expect(tracks()).toBe('52px 100px 80px minmax(0, 1fr)')
    layouts.value = { columns: [column('name', 120)], sort: null }
    await nextTick()
    expect(tracks()).toBe('52px 120px 60px minmax(0, 1fr)')
    room.mockRestore()
  })

  it('grow to the edge where there is room, by their shares, except for widths that an operator chose', async () => {
    const room = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(373)
    const growing = columns.map((one, at) => ({ ...one, grow: at + 1 }))
    const { host, layouts } = memory()
    grid(host, { columns: growing })
    await nextTick()
    // 373 without the numbers is 321, which is 101 more than the columns want.
    expect(tracks()).toBe('52px 154px 167px minmax(0, 1fr)')
    layouts.value = { columns: [column('amount', 110)], sort: null }
    await nextTick()
    expect(tracks()).toBe('52px 211px 110px minmax(0, 1fr)')
    room.mockRestore()
  })

  it('are applied when they are loaded, and change with the operator', async () => {
    const { host, layouts } = memory(undefined)
    grid(host)
    expect(tracks()).toBe('52px 120px 100px minmax(0, 1fr)')
    layouts.value = { columns: [column('amount', 300)], sort: null }
    await nextTick()
    expect(tracks()).toBe('52px 120px 300px minmax(0, 1fr)')
    layouts.value = null
    await nextTick()
    expect(tracks()).toBe('52px 120px 100px minmax(0, 1fr)')
  })

  it('keep those of columns that are not shown now, and drop the reset one', async () => {
    const { host, saved } = memory({ columns: [column('other', 90)], sort: null })
    const wrapper = grid(host)
    await widen()
    expect(saved.at(-1)?.[1]?.columns).toEqual([column('other', 90), column('name', 136)])
    await wrapper.get('th[data-column="name"] .resize-edge').trigger('dblclick')
    expect(saved.at(-1)?.[1]?.columns).toEqual([column('other', 90)])
    expect(tracks()).toBe('52px 120px 100px minmax(0, 1fr)')
  })

  it('stay between a minimum and a maximum, whatever was saved', async () => {
    const { host, saved } = memory({
      columns: [column('name', 24), column('amount', 4_000)],
      sort: null,
    })
    grid(host)
    expect(tracks()).toBe('52px 40px 640px minmax(0, 1fr)')
    await widen(1, 'ArrowLeft')
    expect(saved.at(-1)?.[1]?.columns).toContainEqual(column('name', 40))
  })

  it('of a grid without a name are not saved', async () => {
    const { host, saved } = memory({ columns: [column('name', 300)], sort: null })
    grid(host, { gridId: '' })
    expect(tracks()).toBe('52px 120px 100px minmax(0, 1fr)')
    await widen()
    expect(tracks()).toBe('52px 136px 100px minmax(0, 1fr)')
    expect(saved).toEqual([])
  })

  it('show under the grid when they are not saved', async () => {
    const { host, trouble } = memory()
    const wrapper = grid(host)
    await widen()
    expect(wrapper.text()).not.toContain('not remembered')
    trouble.value = 'Not written down'
    await nextTick()
    expect(wrapper.text()).toContain('Widths are not remembered: Not written down')
  })
})
