/**
 * Connects the tables of this window to main: the operator's table layouts, and exports of rows to
 * files.
 */
import { ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { mostExported, rowsPerPart } from '../../preload/contract/api/tables.ts'
import type { ExportOrder, ExportOutcome, TableHost, TableLayout } from '../ui/table/table-host.ts'
import { bridge } from './bridge.ts'
import { explain } from '../text/explain.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/** A layout is saved once it has not changed for this long. */
const savingMs = 500

const failed = (failure: Failure): ExportOutcome => {
  const { title, reason } = explain(failure)
  return { kind: 'failed', title, reason }
}

/** Keeps the layouts of the signed-in operator while the component is mounted. */
export function useTableHost(): TableHost {
  return { ...useLayouts(), exportRows }
}

function useLayouts(): Omit<TableHost, 'exportRows'> {
  const workstation = useWorkstation()
  const layouts = shallowRef<ReadonlyMap<string, TableLayout | null>>(new Map())
  const isKnown = ref(false)
  const trouble = ref('')
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  /** Layouts that could not be saved because of a lock; saved when the same operator is back. */
  const lockedOut = new Set<string>()
  let turn = 0

  /** Drops pending layouts: one operator's layout must not be saved for the next one. */
  function forget(): void {
    turn += 1
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
    lockedOut.clear()
    layouts.value = new Map()
    isKnown.value = false
  }

  async function read(): Promise<void> {
    forget()
    const mine = turn
    const answer = await bridge().tables.getLayouts()
    if (mine !== turn) return
    trouble.value = answer.ok ? '' : explain(answer.error).title
    // Layouts changed during the read are newer than this answer.
    layouts.value = new Map([...Object.entries(answer.ok ? answer.value : {}), ...layouts.value])
    isKnown.value = true
  }

  async function write(table: string): Promise<void> {
    waiting.delete(table)
    const layout = layouts.value.get(table) ?? null
    const answer = await bridge().tables.saveLayout({ table, layout: plain(layout) })
    if (!answer.ok && answer.error.code === 'signed-out') {
      lockedOut.add(table)
      return
    }
    trouble.value = answer.ok ? '' : explain(answer.error).title
  }

  function saveSoon(table: string): void {
    clearTimeout(waiting.get(table))
    waiting.set(
      table,
      setTimeout(() => void write(table), savingMs),
    )
  }

  watch(
    () => workstation.state?.access.state === 'in',
    (isIn) => {
      if (!isIn) return
      for (const table of lockedOut) saveSoon(table)
      lockedOut.clear()
    },
  )
  watch(
    [() => workstation.storeIsOpen, () => workstation.state?.operator.id],
    ([isOpen]) => (isOpen ? void read() : forget()),
    { immediate: true },
  )

  return {
    layoutOf: (table) => layouts.value.get(table) ?? (isKnown.value ? null : undefined),
    saveLayout: (table, layout) => {
      layouts.value = new Map([...layouts.value, [table, layout]])
      saveSoon(table)
    },
    trouble,
  }
}

/** The layout type of the contract is not readonly. */
const plain = (layout: TableLayout | null) =>
  layout && { columns: layout.columns.map((column) => ({ ...column })), sort: layout.sort }

/** Sends the rows to main in parts; an unfinished export is discarded. */
async function exportRows(order: ExportOrder): Promise<ExportOutcome> {
  const { tables } = bridge()
  const { table, title, columns, count, format, signal, progress } = order
  if (count > mostExported) return failed({ code: 'too-many-rows', atMost: mostExported })
  const draft = await tables.startExport({ table, title, columns: [...columns] })
  if (!draft.ok) return failed(draft.error)
  const { draftId } = draft.value
  let done = 0
  for (const rows of partsOf(order.rows)) {
    const added = signal.aborted ? undefined : await tables.addRows({ draftId, rows })
    if (added?.ok !== true) {
      await tables.discardExport({ draftId })
      return added ? failed(added.error) : { kind: 'not-written' }
    }
    done += rows.length
    progress(done)
  }
  if (signal.aborted) {
    await tables.discardExport({ draftId })
    return { kind: 'not-written' }
  }
  const saved = await tables.saveExport({ draftId, format })
  if (saved.ok && saved.value) return { kind: 'written', file: saved.value.file }
  // Main can drop the rows, whether the export succeeded or not.
  await tables.discardExport({ draftId })
  return saved.ok ? { kind: 'not-written' } : failed(saved.error)
}

function* partsOf(rows: ExportOrder['rows']): Generator<(string | null)[][]> {
  let part: (string | null)[][] = []
  for (const row of rows) {
    part.push([...row])
    if (part.length < rowsPerPart) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
