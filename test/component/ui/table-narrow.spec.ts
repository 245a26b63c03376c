import { nextTick, ref, shallowRef } from 'vue'
import { afterEach, describe, expect, it, vi } from 'vitest'
import DataTable from '../../../renderer/ui/DataTable.vue'
import { textWidth, type Column } from '../../../renderer/ui/table/columns.ts'
import {
  tableHostKey,
  type ExportOrder,
  type TableHost,
  type TableLayout,
} from '../../../renderer/ui/table/table-host.ts'
import { allByRole, byRole, fillGaps, press, settle, show, useStage } from './stage.ts'

interface Row {
  readonly id: string
}

const columns: readonly Column<Row>[] = [
  { id: 'id', header: 'Reference', width: 100, text: ({ id }) => id, sortable: true },
  { id: 'name', header: 'Name', width: 100, text: ({ id }) => `name of ${id}`, sortable: true },
  { id: 'trace', header: 'Trace', width: 100, text: ({ id }) => `00${id}`, sortable: true },
  { id: 'batch', header: 'Batch', width: 100, text: () => 'B', hidden: true },
]

function table(narrow: readonly string[] | null, layout: TableLayout | null = null) {
  const layouts = shallowRef(layout)
  const written: (readonly (string | null)[])[][] = []
  const host: TableHost = {
    layoutOf: () => layouts.value,
    saveLayout: (_table, next) => (layouts.value = next),
    trouble: ref(''),
    exportRows: (order: ExportOrder) => {
      written.push([...order.rows])
      return Promise.resolve({ kind: 'written', file: 'lines.csv' })
    },
  }
  const wrapper = show(DataTable, {
    props: {
      label: 'Lines',
      columns,
      narrow,
      rows: [{ id: 'R1' }, { id: 'R2' }],
      rowKey: ({ id }: Row) => id,
      tableId: 'lines',
    },
    global: { provide: { [tableHostKey as symbol]: host } },
  })
  return { wrapper, written }
}

const headers = (): (string | undefined)[] =>
  [...document.querySelectorAll<HTMLElement>('th[data-column]')].map(
    ({ dataset }) => dataset['column'],
  )

async function copied(cell: number): Promise<string> {
  document.querySelector<HTMLElement>('[data-row="0"]')?.focus()
  for (let at = -1; at < cell; at += 1) {
    press('ArrowRight')
    await nextTick()
    await nextTick()
  }
  let text = ''
  const copyAsBrowser = (): boolean => {
    const event = Object.assign(new Event('copy', { bubbles: true, cancelable: true }), {
      clipboardData: {
        setData: (kind: string, put: string) => {
          if (kind === 'text/plain') text = put
        },
      },
    })
    return document.activeElement?.dispatchEvent(event) ?? false
  }
  Object.assign(document, { execCommand: copyAsBrowser })
  press('c', { ctrlKey: true })
  Reflect.deleteProperty(document, 'execCommand')
  return text
}

/** As the window has it once it is laid out: the observer reports at once. */
class Measured {
  readonly #changed: (entries: readonly unknown[]) => void
  constructor(changed: (entries: readonly unknown[]) => void) {
    this.#changed = changed
  }
  observe(): void {
    this.#changed([])
  }
  disconnect(): void {
    this.#changed([])
  }
}

describe('a table in a narrow window', () => {
  useStage()
  afterEach(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(globalThis, 'matchMedia')
  })

  it('draws the columns that have room, the key ones first, and marks the rest', async () => {
    const query = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(300)
    Object.assign(globalThis, { ResizeObserver: Measured, matchMedia: () => query })
    const { wrapper } = table(null)
    fillGaps()
    const [id, name, trace] = columns as readonly [Column<Row>, Column<Row>, Column<Row>]
    await wrapper.setProps({ columns: [id, name, { ...trace, isKey: true }] })
    await settle()
    expect(headers()).toEqual(['id', 'trace'])
    byRole('button', 'Columns').click()
    await settle()
    const line = document.querySelector('li[data-column="name"]')
    expect(line?.textContent).toContain('no room in this window')
  })
})

describe('a table beside an open detail', () => {
  useStage()

  it('draws the columns that identify its rows, in the order of the whole list', async () => {
    const { wrapper } = table(['trace', 'id'])
    expect(headers()).toEqual(['id', 'trace'])
    await wrapper.setProps({ narrow: null })
    expect(headers()).toEqual(['id', 'name', 'trace'])
  })

  it('draws the sorted column too, and requests no other sort', async () => {
    const { wrapper } = table(null, {
      columns: [],
      sort: { column: 'name', direction: 'ascending' },
    })
    await wrapper.setProps({ sort: { column: 'name', direction: 'ascending' } })
    await wrapper.setProps({ narrow: ['id'] })
    await settle()
    expect(headers()).toEqual(['id', 'name'])
    expect(wrapper.emitted('sort')).toEqual([[{ column: 'name', direction: 'ascending' }]])
  })

  it('copies a row with every column that is shown', async () => {
    table(['id'])
    expect(await copied(-1)).toBe('R1\tname of R1\t00R1')
  })

  it('copies the cell that has the keyboard, not that of a hidden column', async () => {
    table(['id', 'trace'])
    expect(await copied(1)).toBe('00R1')
  })

  it('writes a file with every column that is shown', async () => {
    const { written } = table(['id'])
    byRole('button', 'Export').click()
    await settle()
    allByRole('menuitem')
      .find(({ textContent }) => textContent.includes('Whole list, CSV for Excel'))
      ?.click()
    await settle()
    expect(written).toEqual([
      [
        ['R1', 'name of R1', '00R1'],
        ['R2', 'name of R2', '00R2'],
      ],
    ])
  })

  it('lists every column in its settings, and marks those not drawn', async () => {
    table(['id'])
    byRole('button', 'Columns').click()
    await settle()
    const lines = [...document.querySelectorAll<HTMLElement>('li[data-column]')]
    expect(lines.map(({ dataset }) => dataset['column'])).toEqual(['id', 'name', 'trace', 'batch'])
    expect(
      lines.filter(({ textContent }) => textContent.includes('not beside an open row')).length,
    ).toBe(2)
  })

  it('always draws a column, whatever was hidden', () => {
    table(['id'], { columns: [{ id: 'id', width: null, hidden: true }], sort: null })
    expect(headers()).toEqual(['name', 'trace'])
  })

  it('shrinks columns only beside a detail, and none whose width an operator chose', async () => {
    const tracks = (): string => byRole('grid').style.getPropertyValue('--tracks')
    const widths = [{ id: 'name', width: 90, hidden: false }]
    const { wrapper } = table(['id', 'name'], { columns: widths, sort: null })
    await wrapper.setProps({ columns: columns.map((one) => ({ ...one, least: 60 })) })
    const [id, name, trace] = ['8.3ch + 40px', '4.5ch + 40px', '4.9ch + 40px']
    expect(tracks()).toBe(
      `32px minmax(max(60px, ${id}), max(100px, ${id})) max(90px, ${name}) minmax(0, 1fr)`,
    )
    await wrapper.setProps({ narrow: null })
    expect(tracks()).toBe(
      `32px max(100px, ${id}) max(90px, ${name}) max(100px, ${trace}) minmax(0, 1fr)`,
    )
  })
})

describe('the width of a column', () => {
  useStage()

  const formats: readonly Column<Row>[] = [
    { id: 'at', header: 'Day', width: 48, fits: ['Today', '2026-12-28'], text: () => '2026-12-28' },
    { id: 'state', header: 'State', width: 48, fits: ['Done'], hasSign: true, text: () => 'Done' },
    { id: 'long', header: 'A long header', width: 48, grow: 1, text: () => '' },
  ]

  it('fits its fixed format, its sign and its header in any font', () => {
    show(DataTable, {
      props: {
        label: 'Lines',
        columns: formats,
        rows: [{ id: 'R1' }],
        rowKey: ({ id }: Row) => id,
      },
    })
    const grid = byRole('grid')
    const [day, state, long] = [
      'max(48px, 3ch + 24px, 9.4ch + 24px)',
      'max(48px, 4.3ch + 24px, 4.3ch + 42px)',
      'max(48px, 11.4ch + 24px)',
    ]
    expect(grid.style.getPropertyValue('--tracks')).toBe(`${day} ${state} minmax(${long}, 1fr)`)
    expect(grid.style.minWidth).toBe(`calc(0px + ${day} + ${state} + ${long})`)
    // Tracks in `ch` align only where the header has the font size of the rows.
    expect(grid.querySelector('thead tr')?.className).not.toContain('text-xs')
  })

  it('stays above its fixed format, even where an operator chose less', () => {
    const chosen = { columns: [{ id: 'trace', width: 48, hidden: false }], sort: null }
    const { wrapper } = table(null, chosen)
    return wrapper
      .setProps({ columns: columns.map((one) => ({ ...one, fits: ['888888888888888'] })) })
      .then(() =>
        expect(byRole('grid').style.getPropertyValue('--tracks')).toContain(
          'max(48px, 4.9ch + 40px, 15ch + 24px)',
        ),
      )
  })

  it('counts wide letters as wider than digits, and narrow ones as narrower', () => {
    expect(textWidth('8888')).toBe(4)
    expect(textWidth('WIRE')).toBeGreaterThan(5)
    expect(textWidth('till')).toBeLessThan(4)
  })
})
