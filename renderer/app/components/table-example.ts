import { ref, shallowRef, triggerRef } from 'vue'
import type { RowWindow } from '../../ui/table/rows.ts'
import type { Column } from '../../ui/table/columns.ts'
import type { ExportOrder, TableHost, TableLayout } from '../../ui/table/table-host.ts'
import { tones, type Tone } from '../../ui/tone.ts'

/** An invented line, for the gallery only. */
export interface ExampleRow {
  readonly id: string
  readonly at: string
  readonly owner: string
  readonly amount: string
  readonly tone: Tone
}

const owners = [
  'Harbor Freight Lines',
  'Juniper Dental PC',
  'Ridgeway Agricultural Supply and Equipment Cooperative of Northern Ohio',
  'City of Alder Falls',
  'Meridian Title',
]

/** The same index always gives the same line. */
export function exampleRow(index: number): ExampleRow {
  const cents = (index * 7_919_113) % 90_000_000
  return {
    id: `E${String(index).padStart(6, '0')}`,
    at: new Date(Date.UTC(2026, 10, 20, 12) - index * 61_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' '),
    owner: owners[index % owners.length] ?? '',
    amount: (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }),
    tone: tones[index % tones.length] ?? 'neutral',
  }
}

export const exampleColumns: readonly Column<ExampleRow>[] = [
  { id: 'at', header: 'Received', width: 168, text: (row) => row.at, sortable: true },
  { id: 'id', header: 'Reference', width: 100, text: (row) => row.id, mono: true, fixed: true },
  { id: 'owner', header: 'Counterparty', width: 160, grow: 1, text: (row) => row.owner },
  { id: 'status', header: 'Status', width: 170, copy: (row) => row.tone },
  {
    id: 'amount',
    header: 'Amount',
    width: 120,
    align: 'right',
    text: (row) => row.amount,
    sortable: true,
    holds: 'number',
    sum: (row) => ({ amount: row.amount, unit: 'USD' }),
  },
  {
    id: 'batch',
    header: 'Batch',
    width: 100,
    text: (row) => row.id.slice(1).padStart(9, '0'),
    mono: true,
    hidden: true,
  },
]

const pageSize = 200
const arrivalMs = 150

/** Lines that arrive page by page, as they would from main. */
export function useExampleWindow(count: number) {
  const pages = new Set<number>([0])
  const rows = shallowRef<RowWindow<ExampleRow>>({
    count,
    rowAt: (index) => (pages.has(Math.floor(index / pageSize)) ? exampleRow(index) : undefined),
  })
  function need(from: number, to: number): void {
    setTimeout(() => {
      for (let page = Math.floor(from / pageSize); page <= Math.floor(to / pageSize); page += 1)
        pages.add(page)
      rows.value = { ...rows.value }
      triggerRef(rows)
    }, arrivalMs)
  }
  /** Loads every page, a few at a time, until it is cancelled. */
  async function loadAll(signal?: AbortSignal): Promise<void> {
    for (let page = 0; page * pageSize < count && signal?.aborted !== true; page += 10) {
      need(page * pageSize, Math.min(count, (page + 10) * pageSize) - 1)
      await new Promise((done) => setTimeout(done, arrivalMs))
    }
  }
  return { rows, need, loadAll }
}

/** A host that remembers layouts while the gallery is open, and exports nothing. */
export function exampleHost(): TableHost {
  const layouts = shallowRef<Readonly<Record<string, TableLayout | null>>>({})
  return {
    layoutOf: (table) => layouts.value[table] ?? null,
    saveLayout: (table, layout) => (layouts.value = { ...layouts.value, [table]: layout }),
    trouble: ref(''),
    exportRows: ({ title, format }: ExportOrder) =>
      Promise.resolve({ kind: 'written', file: `${title}.${format} (an example: no file)` }),
  }
}
