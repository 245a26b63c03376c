/** What the tables of this window ask of main: how the operator who is here arranged them, and files of their rows. */
import { ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { mostExported, rowsPerPart } from '../../preload/contract/api/tables.ts'
import type { ExportOrder, ExportOutcome, TableHost, TableLayout } from '../ui/table/table-host.ts'
import { bridge } from './bridge.ts'
import { explain } from '../text/explain.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/** So long nothing is arranged anew before it is written down. */
const savingMs = 500

const failed = (failure: Failure): ExportOutcome => {
  const { title, reason } = explain(failure)
  return { kind: 'failed', title, reason }
}

/** Follows the operator who is here, for as long as the component that asks is on the screen. */
export function useTableHost(): TableHost {
  return { ...useLayouts(), exportRows }
}

function useLayouts(): Omit<TableHost, 'exportRows'> {
  const workstation = useWorkstation()
  const layouts = shallowRef<ReadonlyMap<string, TableLayout | null>>(new Map())
  const isKnown = ref(false)
  const trouble = ref('')
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  /** What a lock kept from being written: written when the same operator is back. */
  const lockedOut = new Set<string>()
  let turn = 0

  /** What somebody arranged is not written down for whoever came after. */
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
    // What was arranged meanwhile is newer than this answer.
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

/** The contract's layout is not read only. */
const plain = (layout: TableLayout | null) =>
  layout && { columns: layout.columns.map((column) => ({ ...column })), sort: layout.sort }

/** Hands the rows over part by part; what was begun and not finished is let go. */
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
  // Whatever became of it, main need not keep the rows any longer.
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
