import { nextTick, ref, shallowRef } from 'vue'
import type { VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import DataTable from '../../../renderer/ui/DataTable.vue'
import type { Column } from '../../../renderer/ui/table/columns.ts'
import {
  tableHostKey,
  type ExportOrder,
  type ExportOutcome,
  type TableHost,
  type TableLayout,
} from '../../../renderer/ui/table/table-host.ts'
import { allByRole, axeViolations, byRole, press, settle, show, useStage } from './stage.ts'

interface Row {
  readonly id: string
  readonly amount: string | null
}

const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Reference', width: 100, text: (row) => row.id, sortable: true, fixed: true },
  {
    id: 'amount',
    header: 'Amount',
    width: 100,
    text: (row) => row.amount ?? 'none',
    sortable: true,
    sum: ({ amount }) => ({ amount, unit: 'USD' }),
  },
  { id: 'batch', header: 'Batch', width: 100, text: (row) => `00${row.id}`, hidden: true },
]
const rowAt = (index: number): Row => ({
  id: `R${String(index)}`,
  amount: index === 3 ? null : `${String(index)}.10`,
})
const list = (count: number): Row[] => Array.from({ length: count }, (_, index) => rowAt(index))

/** A table host that stores every layout. */
function fakeHost(first: Record<string, TableLayout> | null = {}) {
  const layouts = shallowRef<Readonly<Record<string, TableLayout | null>> | null>(first)
  const outcome: { now: ExportOutcome } = { now: { kind: 'written', file: 'lines.csv' } }
  const orders: (ExportOrder & { written: readonly (string | null)[][] })[] = []
  const host: TableHost = {
    layoutOf: (table) => (layouts.value === null ? undefined : (layouts.value[table] ?? null)),
    saveLayout: (table, layout) => (layouts.value = { ...layouts.value, [table]: layout }),
    trouble: ref(''),
    exportRows: (order) => {
      orders.push({ ...order, written: [...order.rows].map((row) => [...row]) })
      return Promise.resolve(outcome.now)
    },
  }
  return { host, layouts, orders, outcome }
}

function table(props: Record<string, unknown> = {}, host: TableHost = fakeHost().host): VueWrapper {
  return show(DataTable, {
    props: {
      label: 'Lines',
      columns,
      rows: list(40),
      rowKey: (row: Row) => row.id,
      tableId: 'lines',
      ...props,
    },
    global: { provide: { [tableHostKey as symbol]: host } },
  })
}

const headers = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('th[data-column]')].map(
    ({ dataset }) => dataset['column'],
  )
const footer = (): string =>
  byRole('group', 'Lines: rows').textContent.replaceAll(/\s+/g, ' ').replaceAll(' , ', ' ').trim()
const pickedRows = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('tr[aria-selected=true]')].map(
    ({ dataset }) => dataset['row'],
  )
const rowOf = (index: number): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-row="${String(index)}"]`)
  if (!row) throw new Error(`row ${String(index)} is not drawn`)
  return row
}
async function focusRow(index: number): Promise<void> {
  rowOf(index).focus()
  await nextTick()
}
async function type(key: string, more: KeyboardEventInit = {}): Promise<boolean> {
  const isLeft = press(key, more)
  await nextTick()
  await nextTick()
  return isLeft
}
const click = (element: HTMLElement): Promise<void> => {
  element.click()
  return settle()
}
async function pressMouse(element: Element, more: MouseEventInit = {}): Promise<void> {
  for (const kind of ['mousedown', 'mouseup', 'click'])
    element.dispatchEvent(new MouseEvent(kind, { bubbles: true, cancelable: true, ...more }))
  await nextTick()
}

/** The content that the last copy put on the clipboard. */
let clipboard: Record<string, string> = {}

/** jsdom has no clipboard: a copy is sent to the focused element, as a browser does. */
function copyAsBrowser(): boolean {
  const flavours: Record<string, string> = {}
  const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
    clipboardData: { setData: (kind: string, text: string) => (flavours[kind] = text) },
  })
  document.activeElement?.dispatchEvent(event)
  clipboard = flavours
  return true
}

describe('selecting rows', () => {
  useStage()

  it('selects and deselects the row by Space, without scrolling', async () => {
    table()
    await focusRow(2)
    expect(await type(' ')).toBe(false)
    expect(pickedRows()).toEqual(['2'])
    expect(footer()).toContain('1 selected')
    await type(' ')
    expect(footer()).toContain('No rows selected')
  })

  it('adds up the selected rows, and counts those without an amount', async () => {
    table()
    await focusRow(1)
    await type(' ')
    await type('ArrowDown', { shiftKey: true })
    await type('ArrowDown', { shiftKey: true })
    expect(pickedRows()).toEqual(['1', '2', '3'])
    expect(footer()).toMatch(/3 selected.*USD 3\.20.*1 without an amount/)
  })

  it('extends and shrinks a range by Shift from its start, also by pages', async () => {
    table()
    await focusRow(5)
    await type('ArrowDown', { shiftKey: true })
    await type('ArrowDown', { shiftKey: true })
    await type('ArrowUp', { shiftKey: true })
    expect(pickedRows()).toEqual(['5', '6'])
    await type('PageDown', { shiftKey: true })
    expect(pickedRows()).toEqual(['5', '6', '7'])
    await type('Home', { shiftKey: true })
    expect(pickedRows()).toEqual(['0', '1', '2', '3', '4', '5'])
  })

  it('keeps rows that were selected before a range', async () => {
    table()
    await focusRow(0)
    await type(' ')
    await focusRow(4)
    await type('ArrowDown', { shiftKey: true })
    expect(pickedRows()).toEqual(['0', '4', '5'])
  })

  it('does not open the rows that it selects', async () => {
    const wrapper = table()
    await focusRow(0)
    const before = wrapper.emitted('update:selected')?.length
    await type('ArrowDown', { shiftKey: true })
    await pressMouse(rowOf(7), { ctrlKey: true })
    expect(wrapper.emitted('update:selected')).toHaveLength(before ?? 0)
  })

  it('works by the box, with Ctrl, and from one row to another with Shift', async () => {
    table()
    const box = rowOf(1).querySelector('[data-pick]')
    if (box) await pressMouse(box)
    await pressMouse(rowOf(3), { ctrlKey: true })
    await pressMouse(rowOf(5), { shiftKey: true })
    expect(pickedRows()).toEqual(['1', '3', '4', '5'])
    await pressMouse(rowOf(4), { ctrlKey: true })
    expect(pickedRows()).toEqual(['1', '3', '5'])
  })

  it('survives scrolling and reading the list again, by the key of the row', async () => {
    const wrapper = table()
    await focusRow(2)
    await type(' ')
    await wrapper.setProps({ rows: [{ id: 'new', amount: '1.00' }, ...list(40)] })
    expect(pickedRows()).toEqual(['3'])
    await wrapper.setProps({ rows: [{ id: 'R2', amount: '99.00' }] })
    expect(footer()).toMatch(/1 selected.*USD 99\.00/)
  })

  it('shows how many selected rows are not in the list now', async () => {
    const wrapper = table()
    await focusRow(2)
    await type(' ')
    await wrapper.setProps({ rows: [rowAt(9)] })
    expect(footer()).toMatch(/1 selected.*1 not in the list shown/)
    await wrapper.setProps({ rows: [], filtered: true })
    expect(footer()).toContain('1 selected')
  })

  it('clears selected rows by the first Escape, then the current row', async () => {
    const wrapper = table({ selected: 'R2' })
    await focusRow(2)
    await type(' ')
    await type('Escape')
    expect(footer()).toContain('No rows selected')
    expect(wrapper.emitted('escape')).toBeUndefined()
    expect(pickedRows()).toEqual(['2'])
    await type('Escape')
    expect(wrapper.emitted('escape')).toHaveLength(1)
  })

  it('selects all by Mod+A, but not in a field', async () => {
    table()
    await focusRow(0)
    expect(await type('a', { ctrlKey: true })).toBe(false)
    await settle()
    expect(footer()).toContain('40 selected')
    expect(byRole('checkbox', 'Select all rows').getAttribute('aria-checked')).toBe('true')
    await type('Escape')
    const field = document.createElement('input')
    rowOf(0).querySelector('td')?.append(field)
    field.focus()
    expect(await type('a', { ctrlKey: true })).toBe(true)
    expect(await type(' ')).toBe(true)
    expect(footer()).toContain('No rows selected')
  })

  it('emits the selection to the screen', async () => {
    const wrapper = table()
    await focusRow(1)
    await type(' ')
    expect(wrapper.emitted('picks')).toEqual([[new Map([['R1', rowAt(1)]])]])
  })

  it('is not offered in a list without a name', async () => {
    const wrapper = table({ tableId: undefined })
    await focusRow(0)
    expect(await type(' ')).toBe(true)
    await type('ArrowDown', { shiftKey: true })
    expect(wrapper.emitted('update:selected')?.at(-1)).toEqual(['R1'])
    expect(allByRole('group', 'Lines: rows')).toEqual([])
    expect(byRole('grid').hasAttribute('aria-multiselectable')).toBe(false)
    expect(document.querySelector('[data-pick]')).toBeNull()
  })

  it('has no axe violation with selected rows and tools', async () => {
    table({ selected: 'R1', sort: { column: 'id', direction: 'ascending' } })
    await focusRow(1)
    await type(' ')
    expect(await axeViolations()).toEqual([])
    await click(byRole('button', 'Columns'))
    expect(await axeViolations()).toEqual([])
  })
})

describe('selecting all of a list that is loaded page by page', () => {
  useStage()

  /** Ten rows are loaded; the rest follows when the test says so. */
  function paged() {
    const here = ref(10)
    const window = () => ({
      count: 40,
      rowAt: (index: number) => (index < here.value ? rowAt(index) : undefined),
    })
    let more = (): void => undefined
    let signal: AbortSignal | undefined
    const loadAll = vi.fn((given?: AbortSignal) => {
      signal = given
      return new Promise<void>((done) => (more = done))
    })
    const wrapper = table({ rows: window(), loadAll })
    return {
      wrapper,
      loadAll,
      signal: () => signal,
      arrive: async (count: number) => {
        here.value = count
        await wrapper.setProps({ rows: window() })
      },
      end: async () => {
        more()
        await settle()
      },
    }
  }

  it('loads all rows first and shows the progress', async () => {
    const { arrive, end } = paged()
    await focusRow(0)
    await type('a', { ctrlKey: true })
    expect(footer()).toContain('Loading 10 of 40 rows')
    await arrive(30)
    expect(footer()).toContain('Loading 30 of 40 rows')
    expect(footer()).not.toMatch(/\d selected/)
    await arrive(40)
    await end()
    expect(footer()).toContain('40 selected')
  })

  it('is canceled by Escape: nothing is selected, and loading is aborted', async () => {
    const { wrapper, signal, arrive, end } = paged()
    await focusRow(0)
    await type('a', { ctrlKey: true })
    await type('Escape')
    expect(footer()).toContain('Given up')
    expect(signal()?.aborted).toBe(true)
    await arrive(40)
    await end()
    expect(footer()).toContain('No rows selected')
    expect(wrapper.emitted('escape')).toBeUndefined()
  })

  it('selects nothing where rows are missing at the end, and reports it', async () => {
    const { end } = paged()
    await focusRow(0)
    await type('a', { ctrlKey: true })
    await end()
    expect(footer()).toContain('Not every row could be loaded. Nothing was done.')
    expect(footer()).not.toMatch(/\d selected/)
  })

  it('selects a range over rows that are not loaded yet as they arrive', async () => {
    const { wrapper, arrive } = paged()
    await focusRow(8)
    await type('End', { shiftKey: true })
    expect(wrapper.emitted('needRange')).toContainEqual([8, 39])
    expect(footer()).toContain('2 selected')
    await arrive(40)
    expect(footer()).toContain('32 selected')
  })
})

describe('copying rows', () => {
  useStage()
  beforeEach(() => {
    clipboard = {}
    Object.assign(document, { execCommand: copyAsBrowser })
  })
  afterEach(() => {
    Reflect.deleteProperty(document, 'execCommand')
    document.getSelection()?.removeAllRanges()
  })

  it('copies the selected rows in the order of the list, as text and as a table', async () => {
    table()
    await focusRow(4)
    await type(' ')
    await focusRow(1)
    await type(' ')
    await type('c', { ctrlKey: true })
    expect(clipboard['text/plain']).toBe('R1\t1.10\nR4\t4.10')
    expect(clipboard['text/html']).toContain(String.raw`mso-number-format:'\@'`)
    expect(footer()).toContain('2 rows copied')
    expect((document.activeElement as HTMLElement).dataset['row']).toBe('1')
  })

  it('copies the row or the cell that has the keyboard, where no row is selected', async () => {
    table()
    await focusRow(2)
    await type('c', { ctrlKey: true })
    expect(clipboard['text/plain']).toBe('R2\t2.10')
    await type('ArrowRight')
    await type('ArrowRight')
    await type('c', { ctrlKey: true })
    expect(clipboard['text/plain']).toBe('2.10')
    expect(footer()).toContain('Cell copied')
  })

  it('copies only the columns that are shown, in their order', async () => {
    const { host } = fakeHost({
      lines: {
        columns: [
          { id: 'batch', width: null, hidden: false },
          { id: 'id', width: null, hidden: false },
          { id: 'amount', width: null, hidden: true },
        ],
        sort: null,
      },
    })
    table({}, host)
    await focusRow(2)
    await type('c', { ctrlKey: true })
    expect(clipboard['text/plain']).toBe('00R2\tR2')
  })

  it('does not replace text that was selected with the pointer', async () => {
    table()
    await focusRow(2)
    document.getSelection()?.selectAllChildren(rowOf(2))
    expect(await type('c', { ctrlKey: true })).toBe(true)
    expect(clipboard).toEqual({})
  })

  it('reports that the clipboard refused it', async () => {
    Object.assign(document, { execCommand: () => false })
    table()
    await focusRow(2)
    await click(byRole('button', 'Copy'))
    expect(footer()).toContain('Not copied: the clipboard refused it.')
  })
})

describe('exporting to a file', () => {
  useStage()

  async function write(item: string): Promise<void> {
    byRole('button', 'Export').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }),
    )
    await settle()
    const found = allByRole('menuitem').find(({ textContent }) => textContent.includes(item))
    if (!found) throw new Error(`no ${item}`)
    found.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    found.click()
    await settle(40)
  }

  it('exports the whole list in the shown columns, and shows where the file is', async () => {
    const { host, orders } = fakeHost()
    table({ exportTitle: 'All lines' }, host)
    await write('Whole list, Excel workbook')
    expect(orders).toHaveLength(1)
    expect(orders[0]).toMatchObject({
      table: 'lines',
      title: 'All lines',
      format: 'xlsx',
      count: 40,
      columns: [
        { title: 'Reference', holds: 'text' },
        { title: 'Amount', holds: 'text' },
      ],
    })
    expect(orders[0]?.written[3]).toEqual(['R3', 'none'])
    expect(footer()).toContain('40 rows written to lines.csv')
  })

  it('exports only the selected rows on request', async () => {
    const { host, orders } = fakeHost()
    table({}, host)
    await focusRow(2)
    await type(' ')
    await write('Selected rows, CSV for Excel')
    expect(orders[0]).toMatchObject({ count: 1, format: 'csv', written: [['R2', '2.10']] })
  })

  it('exports the chosen kind of CSV', async () => {
    const { host, orders } = fakeHost()
    table({}, host)
    await write('Whole list, plain CSV40 rows, exact values for programs')
    await write('Whole list, CSV for Excel40 rows, guarded cells')
    expect(orders.map(({ format }) => format)).toEqual(['csv-plain', 'csv'])
  })

  it('shows why it failed', async () => {
    const { host, outcome } = fakeHost()
    outcome.now = { kind: 'failed', title: 'The file could not be used', reason: 'disk full' }
    table({}, host)
    await write('Whole list, CSV for Excel')
    expect(footer()).toContain('The file could not be used: disk full')
  })

  it('is not offered where the window cannot export', () => {
    show(DataTable, {
      props: { label: 'Lines', columns, rows: list(3), rowKey: (r: Row) => r.id, tableId: 'lines' },
    })
    expect(allByRole('button', 'Export')).toEqual([])
    expect(allByRole('button', 'Copy')).toHaveLength(1)
  })
})

describe('the layout of a table', () => {
  useStage()

  const column = (id: string, part: { width?: number; hidden?: boolean } = {}) => ({
    id,
    width: part.width ?? null,
    hidden: part.hidden ?? false,
  })
  /** The chosen widths, without the text that they hold at least. */
  const tracks = (): string =>
    byRole('grid')
      .style.getPropertyValue('--tracks')
      .replaceAll(/max\((\d+px)[^()]*\)/g, '$1')

  it('starts with the defaults of the list: a column that is off by default is hidden', () => {
    table()
    expect(headers()).toEqual(['id', 'amount'])
  })

  it('is restored: order, widths and hidden columns', () => {
    const { host } = fakeHost({
      lines: {
        columns: [column('amount', { width: 240 }), column('batch'), column('id')],
        sort: null,
      },
    })
    table({}, host)
    expect(headers()).toEqual(['amount', 'batch', 'id'])
    expect(tracks()).toMatch(/^32px 240px 100px 100px/)
  })

  it('drops columns of an older list, and shows a new column after its neighbor', () => {
    const { host } = fakeHost({
      lines: { columns: [column('gone'), column('amount'), column('id')], sort: null },
    })
    const batch = columns.map((one) => (one.id === 'batch' ? { ...one, hidden: false } : one))
    table({ columns: batch }, host)
    expect(headers()).toEqual(['amount', 'batch', 'id'])
  })

  it('keeps settings of columns that are not in the list now', async () => {
    const { host, layouts } = fakeHost({
      lines: { columns: [column('id'), column('gone', { width: 300 })], sort: null },
    })
    table({}, host)
    await click(byRole('button', 'Columns'))
    await click(byRole('checkbox', 'Amount'))
    expect(layouts.value?.['lines']?.columns).toContainEqual(column('gone', { width: 300 }))
    expect(headers()).toEqual(['id'])
  })

  it('never hides a fixed column, nor all columns', () => {
    const { host } = fakeHost({
      lines: { columns: columns.map(({ id }) => column(id, { hidden: true })), sort: null },
    })
    table({}, host)
    expect(headers()).toEqual(['id'])
    const loose = columns.map((one) => ({ ...one, fixed: false }))
    document.body.innerHTML = ''
    table({ columns: loose }, host)
    expect(headers()).toEqual(['id', 'amount', 'batch'])
  })

  it('is changed by keyboard: shown, moved, widened, and reset', async () => {
    const { host, layouts } = fakeHost()
    table({}, host)
    await click(byRole('button', 'Columns'))
    expect(byRole('checkbox', 'Reference').hasAttribute('disabled')).toBe(true)
    await click(byRole('checkbox', 'Batch'))
    expect(headers()).toEqual(['id', 'amount', 'batch'])
    byRole('button', 'Move Batch up').focus()
    await click(byRole('button', 'Move Batch up'))
    expect(headers()).toEqual(['id', 'batch', 'amount'])
    expect(document.activeElement).toBe(byRole('button', 'Move Batch up'))
    const width = byRole('spinbutton', 'Width of Batch') as HTMLInputElement
    width.value = '20'
    width.dispatchEvent(new Event('change', { bubbles: true }))
    await settle()
    expect([tracks(), width.value]).toEqual(['32px 100px 48px 100px minmax(0, 1fr)', '48'])
    expect(layouts.value?.['lines']?.columns.map(({ id }) => id)).toEqual(['id', 'batch', 'amount'])
    await click(byRole('button', 'Reset to the list’s own'))
    expect(layouts.value).toEqual({ lines: null })
    expect(headers()).toEqual(['id', 'amount'])
  })

  const pointer = (kind: string, target: EventTarget, clientX: number): void => {
    const event = new MouseEvent(kind, { bubbles: true, cancelable: true, clientX, button: 0 })
    target.dispatchEvent(Object.assign(event, { pointerId: 1 }))
  }
  const header = (id: string): HTMLElement => {
    const found = document.querySelector<HTMLElement>(`th[data-column="${id}"]`)
    if (!found) throw new Error(`no header ${id}`)
    return found
  }
  const placeAt = (id: string, left: number, width: number): void => {
    header(id).getBoundingClientRect = () => new DOMRect(left, 0, width, 32)
  }

  it('is changed by the pointer: an edge is dragged to a width, never under 48 pixels', async () => {
    const { host } = fakeHost()
    table({}, host)
    placeAt('amount', 132, 100)
    const edge = header('amount').querySelector('.resize-edge')
    if (!edge) throw new Error('no edge')
    pointer('pointerdown', edge, 232)
    pointer('pointermove', window, 272)
    await nextTick()
    expect(tracks()).toContain('100px 140px')
    pointer('pointermove', window, 0)
    pointer('pointerup', window, 0)
    pointer('pointermove', window, 900)
    await nextTick()
    expect(tracks()).toContain('100px 48px')
    edge.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    await nextTick()
    expect(tracks()).toContain('100px 100px')
  })

  it('is changed by the pointer: a header is dragged to its place, which does not sort', async () => {
    const { host } = fakeHost()
    const wrapper = table({}, host)
    placeAt('id', 32, 100)
    placeAt('amount', 132, 100)
    pointer('pointerdown', header('amount'), 180)
    pointer('pointermove', window, 60)
    pointer('pointerup', window, 60)
    byRole('button', 'Amount').click()
    await nextTick()
    expect(headers()).toEqual(['amount', 'id'])
    expect(wrapper.emitted('sort')).toBeUndefined()
    pointer('pointerdown', header('amount'), 60)
    pointer('pointerup', window, 61)
    byRole('button', 'Amount').click()
    expect(wrapper.emitted('sort')).toHaveLength(1)
  })

  it('shows why it is not saved', async () => {
    const { host } = fakeHost()
    table({}, { ...host, trouble: ref('The store was not opened') })
    await click(byRole('button', 'Columns'))
    expect(byRole('dialog').textContent).toContain('Not remembered: The store was not opened')
  })
})

describe('a saved sort', () => {
  useStage()

  const amountDown = { column: 'amount', direction: 'descending' } as const

  it('is requested from the list once it is loaded, and only once', async () => {
    const { host, layouts } = fakeHost(null)
    const wrapper = table({ sort: null }, host)
    await settle()
    expect(wrapper.emitted('sort')).toBeUndefined()
    layouts.value = { lines: { columns: [], sort: amountDown } }
    await settle()
    expect(wrapper.emitted('sort')).toEqual([[amountDown]])
    await wrapper.setProps({ sort: amountDown })
    await settle()
    expect(wrapper.emitted('sort')).toHaveLength(1)
  })

  it('is the latest choice, and a third press resets to the order of the list', async () => {
    const { host, layouts } = fakeHost()
    const wrapper = table({ sort: null }, host)
    for (const next of ['ascending', 'descending'] as const) {
      byRole('button', 'Reference').click()
      await wrapper.setProps({ sort: { column: 'id', direction: next } })
      expect(layouts.value?.['lines']?.sort).toEqual({ column: 'id', direction: next })
    }
    byRole('button', 'Reference').click()
    expect(wrapper.emitted('sort')?.at(-1)).toEqual([null])
    expect(layouts.value?.['lines']?.sort).toBeNull()
  })

  it('by a column that is gone or cannot be sorted is not requested', async () => {
    const { host } = fakeHost({
      lines: { columns: [], sort: { column: 'batch', direction: 'ascending' } },
    })
    const wrapper = table({ sort: null }, host)
    await settle()
    expect(wrapper.emitted('sort')).toBeUndefined()
  })

  it('of the previous operator is replaced by that of the next', async () => {
    const { host, layouts } = fakeHost({ lines: { columns: [], sort: amountDown } })
    const own = { column: 'id', direction: 'ascending' } as const
    const wrapper = table({ sort: own }, host)
    await settle()
    await wrapper.setProps({ sort: amountDown })
    layouts.value = {}
    await settle()
    expect(wrapper.emitted('sort')).toEqual([[amountDown], [own]])
  })
})
