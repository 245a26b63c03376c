import { nextTick } from 'vue'
import type { VueWrapper } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import DataTable from '../../../renderer/ui/DataTable.vue'
import { nextSort } from '../../../renderer/ui/table/columns.ts'
import { missingRange } from '../../../renderer/ui/table/rows.ts'
import { allByRole, byRole, press, settle, show, until, useStage } from './stage.ts'

interface Row {
  readonly id: string
  readonly amount: string
}

const columns = [
  { id: 'id', header: 'Reference', width: 100, text: (row: Row) => row.id, sortable: true },
  { id: 'amount', header: 'Amount', width: 100, align: 'right', text: (row: Row) => row.amount },
]
const rowAt = (index: number): Row => ({ id: `R${String(index)}`, amount: `${String(index)}.00` })
const many = { count: 100_000, rowAt }

const table = (
  props: Record<string, unknown> = {},
  slots: Record<string, string> = {},
): VueWrapper =>
  show(DataTable, {
    props: { label: 'Lines', columns, rows: many, rowKey: (row: Row) => row.id, ...props },
    slots,
  })

const focusedRow = (): string | undefined =>
  (document.activeElement as HTMLElement | null)?.dataset['row']
const lastSelected = (wrapper: VueWrapper): unknown =>
  wrapper.emitted('update:selected')?.at(-1)?.[0]

async function focusRow(index: number): Promise<void> {
  document.querySelector<HTMLElement>(`[data-row="${String(index)}"]`)?.focus()
  await nextTick()
}

async function type(key: string): Promise<void> {
  press(key)
  await nextTick()
  await nextTick()
}

describe('DataTable', () => {
  useStage()

  it('reports its row count while it draws only rows in view', () => {
    table()
    expect(byRole('grid', 'Lines').getAttribute('aria-rowcount')).toBe('100001')
    const drawn = document.querySelectorAll('tbody tr')
    expect(drawn.length).toBeLessThan(60)
    expect(drawn[0]?.getAttribute('aria-rowindex')).toBe('2')
  })

  it('reaches the last of three million rows, which no browser gives their whole height', async () => {
    table({ rows: { count: 3_000_000, rowAt } })
    const body = document.querySelector<HTMLElement>('tbody')
    expect(body?.style.height).toBe('32000000px')
    await focusRow(0)
    await type('End')
    const scroller = body?.closest<HTMLElement>('.overflow-auto') ?? document.body
    scroller.dispatchEvent(new Event('scroll'))
    await settle()
    expect(focusedRow()).toBe('2999999')
    const drawn = [...document.querySelectorAll<HTMLElement>('tbody tr')]
    expect(drawn.map((row) => row.dataset['row']).slice(-2)).toEqual(['2999998', '2999999'])
    // The number of its style is rounded here.
    for (const { style } of drawn)
      expect(Number(/translateY\((-?\d+)px\)/.exec(style.transform)?.[1])).toBeGreaterThan(
        31_999_000,
      )
    press('Home')
    scroller.dispatchEvent(new Event('scroll'))
    await settle()
    expect(focusedRow()).toBe('0')
  })

  it('is reached by one Tab, at its first row', () => {
    table()
    const stops = [...document.querySelectorAll<HTMLElement>('tbody [tabindex="0"]')]
    expect(stops.map(({ dataset }) => dataset['row'])).toEqual(['0'])
  })

  it('opens the focused row again after its details were closed', async () => {
    const wrapper = table({
      selected: undefined,
      'onUpdate:selected': (selected: unknown) => wrapper.setProps({ selected }),
    })
    await focusRow(2)
    await type('Escape')
    expect(lastSelected(wrapper)).toBeUndefined()
    await type('Enter')
    expect(lastSelected(wrapper)).toBe('R2')
  })

  it('keeps the keyboard on the open row when the rows are sorted again', async () => {
    const wrapper = table({ rows: [rowAt(0), rowAt(1), rowAt(2)] })
    await focusRow(0)
    await wrapper.setProps({ rows: [rowAt(2), rowAt(1), rowAt(0)] })
    await settle()
    expect(focusedRow()).toBe('2')
    await type('ArrowUp')
    expect(lastSelected(wrapper)).toBe('R1')
  })

  it('is reached by Tab at the row that its screen opened, although it never had the focus', async () => {
    const wrapper = table({ rows: [rowAt(0), rowAt(1)] })
    const stop = (): string | undefined =>
      document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.dataset['row']
    await wrapper.setProps({ selected: 'R1' })
    expect(stop()).toBe('1')
    await wrapper.setProps({ rows: [rowAt(2), rowAt(0), rowAt(1)] })
    expect(stop()).toBe('2')
    await wrapper.setProps({ selected: undefined })
    await focusRow(2)
    expect(lastSelected(wrapper)).toBeUndefined()
  })

  it('moves and selects by arrows, Home, End and Page keys', async () => {
    const wrapper = table()
    await focusRow(0)
    expect(lastSelected(wrapper)).toBe('R0')
    await type('ArrowDown')
    expect([focusedRow(), lastSelected(wrapper)]).toEqual(['1', 'R1'])
    await type('PageDown')
    expect(Number(focusedRow())).toBeGreaterThan(1)
    await type('End')
    expect([focusedRow(), lastSelected(wrapper)]).toEqual(['99999', 'R99999'])
    await type('ArrowDown')
    expect(focusedRow()).toBe('99999')
    await type('Home')
    expect(focusedRow()).toBe('0')
    await type('ArrowUp')
    expect(focusedRow()).toBe('0')
  })

  it('keeps the focused row in the document, however far it is scrolled away', async () => {
    table()
    await focusRow(3)
    await type('End')
    await type('Home')
    await focusRow(3)
    const scroller = byRole('grid').parentElement
    if (scroller) scroller.scrollTop = 2_000_000
    scroller?.dispatchEvent(new Event('scroll'))
    await settle()
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(60)
    expect(document.querySelector('[data-row="62500"]')).not.toBeNull()
    expect(focusedRow()).toBe('3')
    await type('ArrowDown')
    expect(focusedRow()).toBe('4')
  })

  it('moves into the cells by the right and left arrows', async () => {
    table()
    await focusRow(0)
    await type('ArrowRight')
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('0')
    await type('ArrowRight')
    await type('ArrowRight')
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('1')
    await type('ArrowLeft')
    await type('ArrowLeft')
    expect(focusedRow()).toBe('0')
  })

  it('opens on Enter and on double click', async () => {
    const wrapper = table()
    await focusRow(2)
    await type('Enter')
    document
      .querySelector('[data-row="4"]')
      ?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
    expect(wrapper.emitted('open')).toEqual([
      [rowAt(2), 2],
      [rowAt(4), 4],
    ])
  })

  it('opens on one click where a list has no details beside it, and otherwise only selects', async () => {
    const wrapper = table()
    const clickOn = (row: number): unknown =>
      document
        .querySelector(`[data-row="${row}"]`)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    clickOn(1)
    expect(wrapper.emitted('open')).toBeUndefined()
    await wrapper.setProps({ clickOpens: true })
    clickOn(2)
    expect(wrapper.emitted('open')).toEqual([[rowAt(2), 2]])
  })

  it('clears the selection on Escape', async () => {
    const wrapper = table({ selected: 'R2' })
    expect(document.querySelector('[data-row="2"]')?.getAttribute('aria-selected')).toBe('true')
    await focusRow(2)
    await type('Escape')
    expect(lastSelected(wrapper)).toBeUndefined()
    expect(wrapper.emitted('escape')).toHaveLength(1)
  })

  it('requests the rows in view that are not loaded yet', async () => {
    const wrapper = table({
      rows: { count: 500, rowAt: (index: number) => (index < 10 ? rowAt(index) : undefined) },
    })
    await until(() => expect(wrapper.emitted('needRange')).toBeDefined())
    const [from, to] = wrapper.emitted('needRange')?.[0] as [number, number]
    expect(from).toBe(10)
    expect(to).toBeGreaterThan(15)
    expect(to).toBeLessThan(60)
  })

  it('draws a row that is not loaded yet with all its cells, and nothing in them', () => {
    table({ rows: [rowAt(0), undefined], tableId: 'lines' })
    const [loaded, missing] = [...document.querySelectorAll('tbody tr')]
    const cells = (row: Element | undefined) => [
      ...(row?.querySelectorAll('[role="gridcell"]') ?? []),
    ]
    expect(cells(missing)).toHaveLength(cells(loaded).length)
    expect(missing?.getAttribute('aria-rowindex')).toBe('3')
    expect(cells(missing).flatMap((cell) => [...cell.children])).toEqual([])
    expect(loaded?.querySelector('.pick-box')).not.toBeNull()
  })

  it('selects a row that was focused before it was loaded, once it is', async () => {
    const wrapper = table({ rows: { count: 500, rowAt: () => undefined } })
    await focusRow(5)
    expect(wrapper.emitted('update:selected')).toBeUndefined()
    await wrapper.setProps({ rows: { count: 500, rowAt } })
    expect(lastSelected(wrapper)).toBe('R5')
  })

  it('accepts a plain list of rows as well', () => {
    table({ rows: [rowAt(0), undefined, rowAt(2)] })
    expect(byRole('grid').getAttribute('aria-rowcount')).toBe('4')
    expect(document.body.textContent).toContain('R2')
  })

  it('announces how it is sorted, and asks the caller to sort', () => {
    const wrapper = table({ sort: { column: 'id', direction: 'ascending' } })
    expect(document.querySelector('th')?.getAttribute('aria-sort')).toBe('ascending')
    byRole('button', 'Reference').click()
    expect(wrapper.emitted('sort')).toEqual([[{ column: 'id', direction: 'descending' }]])
  })

  it('distinguishes loading, empty, filtered and failed', async () => {
    const slots = { empty: 'Nothing yet', filtered: 'Nothing fits', failed: 'Not read' }
    const wrapper = table({ rows: [], state: 'loading' }, slots)
    expect(byRole('grid').getAttribute('aria-busy')).toBe('true')
    expect(wrapper.text()).not.toContain('Nothing')
    await wrapper.setProps({ state: 'ready' })
    expect(wrapper.text()).toContain('Nothing yet')
    await wrapper.setProps({ filtered: true })
    expect(wrapper.text()).toContain('Nothing fits')
    await wrapper.setProps({ state: 'failed' })
    expect(wrapper.text()).toContain('Not read')
    expect(allByRole('row')).toHaveLength(0)
  })
})

describe('the functions of the table', () => {
  it('reverse the direction on the second press, and start a new column ascending', () => {
    expect(nextSort(null, 'a')).toEqual({ column: 'a', direction: 'ascending' })
    expect(nextSort({ column: 'a', direction: 'ascending' }, 'a').direction).toBe('descending')
    expect(nextSort({ column: 'a', direction: 'descending' }, 'b').direction).toBe('ascending')
  })

  it('find the smallest range that contains every missing row', () => {
    const rows = {
      count: 10,
      rowAt: (index: number) => (index === 3 || index === 6 ? undefined : index),
    }
    expect(missingRange(rows, 0, 50)).toEqual([3, 6])
    expect(missingRange(rows, 7, 50)).toBeUndefined()
  })
})
