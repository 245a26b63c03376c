import { defineComponent, h, nextTick, ref } from 'vue'
import { describe, expect, it } from 'vitest'
import { registeredShortcuts, useShortcuts } from '../../../renderer/state/shortcuts.ts'
import DataTable from '../../../renderer/ui/DataTable.vue'
import { tableHostKey, type TableHost } from '../../../renderer/ui/table/table-host.ts'
import { tableShortcutsKey } from '../../../renderer/ui/table/use-table-shortcuts.ts'
import { allByRole, byRole, press, settle, show, useStage } from './stage.ts'

const host: TableHost = {
  layoutOf: () => null,
  saveLayout: () => undefined,
  trouble: ref(''),
  exportRows: () => Promise.resolve({ kind: 'not-written' }),
}

interface Row {
  readonly id: string
}

/** Mounts tables with these names and numbers of rows, in a window with shortcuts. */
function tables(rows: Readonly<Record<string, number>>): void {
  const Screen = defineComponent(
    () => () =>
      Object.entries(rows).map(([label, count]) =>
        h(DataTable<Row>, {
          label,
          tableId: label.toLowerCase(),
          columns: [{ id: 'id', header: `Id of ${label}`, width: 100, text: ({ id }: Row) => id }],
          rows: Array.from({ length: count }, (_, index) => ({ id: String(index) })),
          rowKey: ({ id }: Row) => id,
        }),
      ),
  )
  show(Screen, {
    global: {
      provide: { [tableHostKey as symbol]: host, [tableShortcutsKey as symbol]: useShortcuts },
    },
  })
}

const titles = (): string[] => registeredShortcuts.value.map(({ title }) => title)
const arranged = (): string | null | undefined =>
  byRole('dialog', 'Columns').querySelector('li')?.textContent

describe('the shortcuts of table tools', () => {
  useStage()

  it('open the columns and the export menu', async () => {
    tables({ Calls: 2 })
    await nextTick()
    press('K', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(arranged()).toContain('Id of Calls')
    press('Escape')
    await settle()
    press('Y', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(allByRole('menuitem').length).toBe(6)
  })

  it('are in the list of shortcuts while the table has rows', async () => {
    tables({ Calls: 2, Empty: 0 })
    await nextTick()
    const tools = titles().filter((title) => !/^(Next row|Previous row|Select all)/.test(title))
    expect(tools).toEqual(['Columns: Calls', 'Export: Calls'])
  })

  it('select all rows with Ctrl+A from outside the table, and the text in a field', async () => {
    tables({ Calls: 3 })
    await nextTick()
    const picked = (): number =>
      document.querySelectorAll('[data-row][aria-selected="true"]').length
    const field = document.body.appendChild(document.createElement('input'))
    field.focus()
    expect(press('a', { ctrlKey: true })).toBe(true)
    await settle()
    expect(picked()).toBe(0)
    field.remove()
    expect(press('a', { ctrlKey: true })).toBe(false)
    await settle()
    expect(picked()).toBe(3)
  })

  it('move by a row with J and K from outside the table, and never from a field', async () => {
    tables({ Calls: 3 })
    await nextTick()
    const active = (): string | undefined =>
      document.querySelector<HTMLElement>('[data-row]:focus')?.dataset['row']
    press('j')
    await settle()
    press('j')
    await settle()
    expect(active()).toBe('1')
    press('k')
    await settle()
    expect(active()).toBe('0')
    const field = document.createElement('input')
    document.body.append(field)
    field.focus()
    press('j')
    await settle()
    expect(document.activeElement).toBe(field)
    field.remove()
  })

  it('apply to the table that had the focus last, otherwise to the first', async () => {
    tables({ Calls: 2, Alerts: 2 })
    await nextTick()
    const [, second] = document.querySelectorAll<HTMLElement>('[data-row="0"]')
    second?.focus()
    second?.blur()
    press('K', { ctrlKey: true, shiftKey: true })
    await settle()
    expect(arranged()).toContain('Id of Alerts')
  })
})
