import type { VueWrapper } from '@vue/test-utils'
import { nextTick } from 'vue'
import { describe, expect, it } from 'vitest'
import EditGrid from '../../../renderer/ui/grid/EditGrid.vue'
import { gridRowHeight } from '../../../renderer/ui/grid/use-edit-grid.ts'
import { createGridModel, type GridModel } from '../../../renderer/ui/grid/grid-model.ts'
import type { GridColumn, GridMark } from '../../../renderer/ui/grid/grid-types.ts'
import { allByRole, axeViolations, byRole, press, settle, show, useStage } from './stage.ts'

const columns: readonly GridColumn[] = [
  { id: 'name', label: 'Name', width: 120, hint: 'As it is written on the account.' },
  {
    id: 'kind',
    label: 'Kind',
    width: 100,
    options: [
      { value: 'C', label: 'Checking' },
      { value: 'S', label: 'Savings' },
    ],
  },
  { id: 'amount', label: 'Amount', width: 100, align: 'right', kind: 'amount' },
]
function modelOf(count: number): GridModel {
  let newRows = 0
  return createGridModel(
    Array.from({ length: count }, (_, index) => ({
      key: `R${index}`,
      cells: { name: `Name ${index}`, kind: 'C', amount: `${index}` },
    })),
    {
      columns,
      newRow: () => {
        newRows += 1
        return { key: `new ${newRows}`, cells: {} }
      },
    },
  )
}
const error: GridMark = { kind: 'error', text: 'A name is needed.', source: 'Document 3' }

function grid(model: GridModel, props: Record<string, unknown> = {}): VueWrapper {
  return show(EditGrid, { props: { label: 'Entries', model, columns, ...props } })
}
const cell = (row: number, column: number): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[data-row="${row}"] > [data-cell="${column}"]`)
  if (!found) throw new Error(`no cell ${row}/${column}`)
  return found
}
async function keys(...all: readonly (string | [string, KeyboardEventInit])[]): Promise<void> {
  for (const one of all) {
    if (typeof one === 'string') press(one)
    else press(...one)
    await nextTick()
    await nextTick()
  }
}
const control = (key: string, shiftKey = false): [string, KeyboardEventInit] => [
  key,
  { ctrlKey: true, shiftKey },
]
async function write(text: string): Promise<void> {
  const input = document.activeElement as HTMLInputElement
  input.value = text
  input.dispatchEvent(new Event('input'))
  await nextTick()
}
/** Sends a clipboard event with this content; returns the content that the grid put on it. */
async function clipboard(
  type: 'copy' | 'cut' | 'paste',
  carried: Record<string, string> = {},
): Promise<Record<string, string>> {
  const copied = { ...carried }
  const event = Object.assign(new Event(type, { bubbles: true, cancelable: true }), {
    clipboardData: {
      getData: (kind: string) => copied[kind] ?? '',
      setData: (kind: string, text: string) => (copied[kind] = text),
    },
  })
  document.activeElement?.dispatchEvent(event)
  await nextTick()
  await nextTick()
  return copied
}
/** As the browser sends it: the first press activates the cell, the second finds it active. */
async function doubleClick(row: number, column: number): Promise<void> {
  const place = { bubbles: true, button: 0, clientX: 300, clientY: row * gridRowHeight + 1 }
  for (const type of ['pointerdown', 'pointerup', 'pointerdown', 'pointerup', 'dblclick']) {
    cell(row, column).dispatchEvent(new MouseEvent(type, place))
    await settle()
  }
}
const paste = (text: string) => clipboard('paste', { 'text/plain': text })
const focused = (): string => {
  const at = document.activeElement as HTMLElement
  return `${at.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? ''}/${at.dataset['cell'] ?? ''}`
}

describe('EditGrid', () => {
  useStage()

  it('reports its size, draws only rows in view, and is reached by one Tab', () => {
    grid(modelOf(10_000))
    const table = byRole('grid', 'Entries')
    expect(table.getAttribute('aria-rowcount')).toBe('10002')
    expect(table.getAttribute('aria-colcount')).toBe('4')
    expect(table.querySelectorAll('[data-row]').length).toBeLessThan(80)
    expect(table.querySelectorAll('tbody [tabindex="0"]')).toHaveLength(1)
    expect(cell(0, 0).parentElement?.getAttribute('aria-rowindex')).toBe('2')
  })

  it('has no axe violation while it is read, edited, searched and marked', async () => {
    grid(modelOf(3), { marks: (key: string) => (key === 'R0' ? error : undefined) })
    expect(await axeViolations()).toEqual([])
    cell(0, 1).focus()
    await keys('ArrowRight', 'F2')
    await settle()
    expect(byRole('listbox', 'Kind')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await keys('Escape', control('f'))
    expect(await axeViolations()).toEqual([])
  })

  it('overwrites a cell by typing, keeps the text by Enter and restores it by Escape', async () => {
    const model = modelOf(3)
    grid(model)
    cell(0, 0).focus()
    await keys('x')
    await write('xy')
    await keys('Enter')
    expect(model.rowAt(0)?.cells['name']).toBe('xy')
    expect(focused()).toBe('1/0')
    await keys('F2')
    await write('other')
    await keys('Escape')
    expect(model.rowAt(1)?.cells['name']).toBe('Name 1')
    expect(focused()).toBe('1/0')
  })

  it('keeps the current input when the focus moves or the grid is removed', async () => {
    const model = modelOf(2)
    const wrapper = grid(model)
    cell(0, 0).focus()
    await keys('F2')
    await write('left')
    ;(document.activeElement as HTMLElement).blur()
    expect(model.rowAt(0)?.cells['name']).toBe('left')
    cell(0, 0).focus()
    await keys('F2')
    await write('gone')
    wrapper.unmount()
    expect(model.rowAt(0)?.cells['name']).toBe('gone')
  })

  it('creates a row from input into the empty one at the end', async () => {
    const model = modelOf(1)
    grid(model)
    cell(0, 0).focus()
    await keys('ArrowDown', '9')
    await keys('Tab')
    expect(model.rowAt(1)?.cells['name']).toBe('9')
    expect(focused()).toBe('1/1')
    expect(byRole('grid', 'Entries').getAttribute('aria-rowcount')).toBe('4')
  })

  it('shows the problem of the active cell under the grid, and to screen readers', async () => {
    const wrapper = grid(modelOf(9), {
      marks: (key: string, id: string) => (key === 'R5' && id === 'amount' ? error : undefined),
    })
    cell(0, 0).focus()
    await keys('F8')
    expect(focused()).toBe('5/2')
    expect(cell(5, 2).getAttribute('aria-invalid')).toBe('true')
    const described = document.getElementById(cell(5, 2).getAttribute('aria-describedby') ?? '')
    expect(described?.textContent.replace(/\s+/g, ' ')).toContain(
      'Error: A name is needed. (Document 3)',
    )
    expect(allByRole('img', 'Error')).toHaveLength(1)
    await keys('ArrowLeft')
    await keys('ArrowLeft')
    expect(
      document.getElementById(cell(5, 0).getAttribute('aria-describedby') ?? '')?.textContent,
    ).toContain('As it is written')
    expect(wrapper.emitted('select')?.at(-1)).toEqual([
      { key: 'R5', columnId: 'name', keys: ['R5'] },
    ])
  })

  it('moves from a corrected problem to the next error, but not from a cell reached otherwise', async () => {
    const model = modelOf(9)
    grid(model, {
      marks: (key: string, id: string) => {
        const text = model.rows().find((one) => one.key === key)?.cells['amount']
        const isWrong = id === 'amount' && ['R2', 'R5', 'R7'].includes(key) && text !== '1.00'
        return isWrong ? error : undefined
      },
    })
    cell(0, 0).focus()
    await keys('F8')
    expect(focused()).toBe('2/2')
    await paste('2.00')
    expect(focused()).toBe('2/2')
    await keys('F8', ['F8', { shiftKey: true }])
    await paste('1.00')
    expect(focused()).toBe('5/2')
    await keys('ArrowUp', 'ArrowDown')
    await paste('1.00')
    expect(focused()).toBe('5/2')
    await keys('F8', '1')
    await write('1.00')
    await keys('Enter')
    // No error is left.
    expect(focused()).toBe('8/2')
  })

  it('moves from a problem corrected after a double-click to the next error', async () => {
    const model = modelOf(9)
    grid(model, {
      marks: (key: string, id: string) => {
        const text = model.rows().find((one) => one.key === key)?.cells['amount']
        return id === 'amount' && ['R2', 'R5'].includes(key) && text !== '1.00' ? error : undefined
      },
    })
    cell(0, 0).focus()
    await keys('F8')
    expect(focused()).toBe('2/2')
    await doubleClick(2, 2)
    await write('1.00')
    await keys('Enter')
    expect(focused()).toBe('5/2')
  })

  it('pastes cells of Excel and grows, as one step', async () => {
    const model = modelOf(2)
    grid(model)
    cell(0, 0).focus()
    await keys('ArrowDown')
    await paste('"A\tB"\tsavings\t0012\r\nC\tC\t1\r\nD\tC\t2\r\n')
    expect(model.rows().map(({ cells }) => cells)).toEqual([
      { name: 'Name 0', kind: 'C', amount: '0' },
      { name: 'A B', kind: 'S', amount: '0012' },
      { name: 'C', kind: 'C', amount: '1' },
      { name: 'D', kind: 'C', amount: '2' },
    ])
    await keys(control('z'))
    expect(model.count()).toBe(2)
    expect(model.rowAt(1)?.cells['name']).toBe('Name 1')
  })

  it('copies no formula to a spreadsheet, but exact cells to itself', async () => {
    const model = modelOf(2)
    model.write([{ index: 0, cells: { name: '=cmd()' } }])
    grid(model)
    cell(0, 0).focus()
    await nextTick()
    const copied = await clipboard('copy')
    expect(copied['text/plain']).toBe("'=cmd()")
    await keys('ArrowDown')
    await clipboard('paste', copied)
    expect(model.rowAt(1)?.cells['name']).toBe('=cmd()')
  })

  it('selects with Shift, fills down, clears, cuts, inserts and deletes rows', async () => {
    const model = modelOf(4)
    grid(model)
    cell(0, 0).focus()
    await keys(['ArrowDown', { shiftKey: true }], ['ArrowDown', { shiftKey: true }], control('d'))
    expect(model.rowAt(2)?.cells['name']).toBe('Name 0')
    expect(document.querySelectorAll('[aria-selected="true"]')).toHaveLength(3)
    await keys('Delete')
    expect(model.rowAt(1)?.cells['name']).toBe('')
    await keys(control('+', true))
    expect(model.count()).toBe(7)
    await keys(control('-'))
    expect(model.count()).toBe(4)
    await keys(control('a'))
    expect((await clipboard('cut'))['text/plain']?.split('\n')).toHaveLength(4)
    expect(
      model
        .rows()
        .flatMap(({ cells }) => Object.values(cells))
        .join(''),
    ).toBe('')
    while (model.canUndo.value) await keys(control('z'))
    expect(model.rows().map(({ key, cells }) => [key, cells])).toEqual(
      modelOf(4)
        .rows()
        .map(({ key, cells }) => [key, cells]),
    )
  })

  it('changes nothing where it is read only, and still copies', async () => {
    const model = modelOf(2)
    grid(model, { readonly: true })
    cell(0, 0).focus()
    await keys('x', 'F2', 'Delete', control('d'), control('-'), control('+', true))
    await paste('y')
    await clipboard('cut')
    expect(model.revision.value).toBe(0)
    expect(document.querySelectorAll('input')).toHaveLength(0)
    expect((await clipboard('copy'))['text/plain']).toBe('Name 0')
    expect(byRole('grid', 'Entries').getAttribute('aria-rowcount')).toBe('3')
  })

  it('opens the details of a row, but not of the empty one', async () => {
    const wrapper = grid(modelOf(1))
    cell(0, 0).focus()
    await keys('F4', ['Enter', { altKey: true }], 'ArrowDown', 'F4')
    expect(wrapper.emitted('open')).toEqual([['R0'], ['R0']])
  })

  it('lets the focus out by Escape and Tab', async () => {
    grid(modelOf(3))
    cell(0, 0).focus()
    expect(press('Tab')).toBe(false)
    await nextTick()
    await nextTick()
    expect(focused()).toBe('0/1')
    press('Escape')
    expect(press('Tab')).toBe(true)
  })

  it('draws the changes of its owner, and does not draw other rows again', async () => {
    const model = modelOf(50)
    const markedKeys: string[] = []
    grid(model, {
      marks: (key: string, id: string) => {
        if (id === 'name') markedKeys.push(key)
        return undefined
      },
    })
    cell(0, 0).focus()
    await nextTick()
    markedKeys.length = 0
    model.write([{ index: 3, cells: { name: 'New' } }])
    await nextTick()
    expect(cell(3, 0).textContent).toBe('New')
    expect([...new Set(markedKeys)]).toEqual(['R3'])
  })

  it('has a read-only column that is shown and copied but never written', async () => {
    const model = modelOf(2)
    const fact: GridColumn = {
      id: 'fact',
      label: 'Fact',
      width: 80,
      computedFact: (key) => ({ text: `of ${key}`, tone: 'good' }),
    }
    grid(model, { columns: [...columns, fact] })
    expect(cell(1, 3).textContent).toBe('of R1')
    expect(cell(1, 3).getAttribute('aria-readonly')).toBe('true')
    cell(0, 3).focus()
    await keys('End', 'x', 'F2', 'Delete')
    await paste('y')
    await clipboard('cut')
    expect(document.querySelectorAll('input')).toHaveLength(0)
    expect(model.revision.value).toBe(0)
    expect((await clipboard('copy'))['text/plain']).toBe('of R0')
    await keys([' ', { shiftKey: true }])
    await paste('Ann\tS\t7')
    expect(model.rowAt(0)?.cells).toEqual({ name: 'Ann', kind: 'S', amount: '7' })
  })
})
