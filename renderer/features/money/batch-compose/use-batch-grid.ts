/**
 * The grid of the current batch: its rows are the entries, and input in the grid is written to
 * them.
 */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { TypedEntry } from '../../../../preload/contract/domain/batches/entry.ts'
import { withoutCurrency } from '../../../money/pasted-values.ts'
import { createGridModel, normalizedText, type GridModel } from '../../../ui/grid/grid-model.ts'
import type { GridColumn, GridMark, GridRow, GridSelection } from '../../../ui/grid/grid-types.ts'
import { useBatchForm } from './batch-form.store.ts'
import type { EntryNote } from './entries/entry-checks.ts'
import { useEntryFindings } from './entries/entry-findings.ts'
import { columnsOf, entryOfRow, rowOf } from './entries/entry-rows.ts'
import { outlierNote } from './entries/outlier-notes.ts'
import { ownerColumn, ownerFact, ownerMark } from './entries/owner-text.ts'
import { payeeColumn, payeeFact, payeeMark } from './entries/payee-text.ts'
import { duplicatesText } from './text.ts'

/** 32 hexadecimal digits, as the bank accepts them (bank note 82). */
const newId = (): string => crypto.randomUUID().replaceAll('-', '')

const markOf = (notes: readonly EntryNote[]): GridMark | undefined => {
  const [first] = notes
  return (
    first && {
      kind: first.tone === 'bad' ? 'error' : 'warning',
      text: notes.map(({ text }) => text).join('. '),
      source: first.source,
    }
  )
}

/** Spreadsheets copy a formatted amount with its currency, which main does not accept. */
function storedText(text: string, column: GridColumn): string {
  const stored = normalizedText(text, column)
  return column.kind === 'amount' ? withoutCurrency(stored, 'USD') : stored
}

/** Reactive to the current batch; opening or starting another one resets the grid. */
export function useBatchGrid(now: () => number) {
  const batchForm = useBatchForm()
  /** The column of payees comes last, and only with the first of them: none changes its place. */
  const columns = computed(() => [
    ...columnsOf(batchForm.form.secCode),
    owner,
    ...(findings.payees.value.size > 0 ? [payee] : []),
  ])
  /** A new entry has the account type, direction and transaction type of the row before it. */
  function newRow(): GridRow {
    const last = model.rowAt(model.count() - 1)?.cells ?? {}
    const { accountType = 'C', creditDebitCode = 'C', transactionType = 'L' } = last
    return { key: newId(), cells: { accountType, creditDebitCode, transactionType } }
  }
  const model: GridModel = createGridModel([], {
    columns: () => columns.value,
    newRow,
    normalize: storedText,
  })
  const selection = shallowRef<GridSelection>()

  watch(
    () => batchForm.openForm,
    (openForm) => {
      model.reset(openForm.entries.inOrder().map(rowOf))
      selection.value = undefined
    },
    { immediate: true },
  )
  onScopeDispose(
    model.onChange(({ put, removed }) => batchForm.changeEntries(put.map(entryOfRow), removed)),
  )

  /** Reactive: computed again when anything changes. */
  const entryAt = (key: string): TypedEntry | undefined => {
    const { entries } = batchForm.openForm
    return entries.revision.value < 0 ? undefined : entries.get(key)?.entry
  }
  const notesAt = (key: string): readonly EntryNote[] => {
    const entry = entryAt(key)
    return entry ? batchForm.openForm.entries.notesOf(entry) : []
  }
  const findings = useEntryFindings({
    draft: () => batchForm.id,
    now,
    entryAt,
    isUnsaved: (id) => batchForm.openForm.isUnsaved(id),
  })
  const owner: GridColumn = {
    id: ownerColumn,
    label: 'Owner',
    width: 108,
    least: 98,
    grow: 1,
    hint: 'Latest ownership check of this account and name, with its age',
    computedFact: (key) => (entryAt(key) ? ownerFact(findings.of(key).ownership) : undefined),
  }
  const payee: GridColumn = {
    id: payeeColumn,
    label: 'Payee',
    width: 108,
    least: 50,
    grow: 2,
    hint: 'Account holder in the payee book. Empty if there is none',
    computedFact: (key) => payeeFact(findings.of(key).payee),
  }
  /** Cells are marked if the entry is wrong or a rule has a remark. */
  function marks(key: string, columnId: string): GridMark | undefined {
    if (columnId === ownerColumn) return ownerMark(findings.of(key).ownership)
    if (columnId === payeeColumn) return payeeMark(findings.of(key).payee)
    const notes = notesAt(key).filter(({ path }) => path === columnId)
    if (columnId !== 'amount') return markOf(notes)
    return markOf([...notes, ...findings.of(key).outliers.map(outlierNote)])
  }
  function rowMark(key: string): GridMark | undefined {
    const own = markOf(
      notesAt(key).filter(({ path }) => path.startsWith('addenda') || path === 'id'),
    )
    const { possibleDuplicates } = findings.of(key)
    if (possibleDuplicates.length === 0) return own
    const text = duplicatesText(possibleDuplicates)
    if (own) return { ...own, text: `${own.text}. ${text}` }
    return { kind: 'warning', text, source: 'Countersign' }
  }
  /** Writes cells of a row so that undo works. */
  function write(key: string, cells: Readonly<Record<string, string>>, typed = false): void {
    const index = model.indexOf(key)
    if (index < 0) return
    if (typed) model.write([{ index, cells }], 'typed')
    else model.write([{ index, cells }])
  }
  /** The first entry that breaks a rule, and the place. */
  function firstProblem(): { readonly entryId: string; readonly path: string } | undefined {
    for (const { key: entryId } of model.rows()) {
      const bad = notesAt(entryId).find(({ tone }) => tone === 'bad')
      if (bad) return { entryId, path: bad.path }
    }
    return undefined
  }
  const pick = (next: GridSelection | undefined): void => {
    selection.value = next
  }
  return {
    firstProblem,
    pick,
    model,
    columns,
    selection,
    marks,
    rowMark,
    write,
    entryAt,
    findings,
  }
}
export type BatchGrid = ReturnType<typeof useBatchGrid>
