import { computed, inject, onBeforeUnmount, ref, shallowRef, type Ref } from 'vue'
import { copyText } from '../text/copy-text.ts'
import type { Column } from './columns.ts'
import { cellText, copiedColumns, copyOfRows } from './copy-rows.ts'
import type { RowWindow } from './rows.ts'
import { tableHostKey, type ExportFormat } from './table-host.ts'
import type { usePicking } from './use-picking.ts'

/** Copying more at once would freeze the window; an export takes more. */
const mostCopied = 20_000

interface ActsOptions<Row> {
  readonly table: () => string
  readonly title: () => string
  readonly source: Readonly<Ref<RowWindow<Row>>>
  /** The drawn columns: the active cell is in one of them. */
  readonly drawn: () => readonly Column<Row>[]
  /** The visible columns; beside open details not all of them are drawn. */
  readonly columns: () => readonly Column<Row>[]
  readonly loadAll: () => ((signal?: AbortSignal) => Promise<void>) | null
  readonly picking: ReturnType<typeof usePicking<Row>>
  /** The active row and cell. */
  readonly active: () => { readonly row: Row | undefined; readonly cell: number }
}

/** Work in progress: its name, and how to cancel it. */
interface Work {
  readonly label: string
  /** The number of rows done; absent if the list itself shows it. */
  readonly done?: number
  readonly total: number
  readonly end: AbortController
}

/** The last message of the table. */
export interface TableMessage {
  readonly isTrouble: boolean
  readonly text: string
}

const rowsText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

function* linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  for (const row of rows) yield columns.map((column) => cellText(column, row))
}

/** The actions of a table on its rows: pick all, copy, export. */
export function useTableActs<Row>(options: ActsOptions<Row>) {
  const { source, picking } = options
  const files = inject(tableHostKey, undefined)
  const work = shallowRef<Work>()
  const message = ref<TableMessage>()

  const showMessage = (text: string, isTrouble = false): void =>
    void (message.value = { text, isTrouble })

  function giveUp(): boolean {
    if (!work.value) return false
    work.value.end.abort()
    work.value = undefined
    showMessage('Given up')
    return true
  }
  onBeforeUnmount(() => work.value?.end.abort())

  const isUnderWay = (end: AbortController): boolean => work.value?.end === end

  /** Runs one task at a time; returns undefined if it was cancelled or another is in progress. */
  async function doing<T>(label: string, task: (signal: AbortSignal) => Promise<T>) {
    if (work.value) return undefined
    const end = new AbortController()
    work.value = { label, total: source.value.count, end }
    message.value = undefined
    try {
      const result = await task(end.signal)
      return end.signal.aborted ? undefined : { result, signal: end.signal }
    } finally {
      if (isUnderWay(end)) work.value = undefined
    }
  }

  const isAllHere = (): boolean => picking.listed.value.length === source.value.count

  /** Reads the rest of the list; false if rows are still missing. */
  async function haveAll(): Promise<boolean> {
    if (isAllHere()) return true
    const done = await doing('Loading', async (signal) => {
      await options.loadAll()?.(signal)
    })
    if (done && !isAllHere()) showMessage('Not every row could be loaded. Nothing was done.', true)
    return done !== undefined && isAllHere()
  }

  async function pickAll(): Promise<void> {
    if (await haveAll()) picking.pickListed()
  }

  /** Copies the picked rows, otherwise the active row or cell. */
  function copy(): void {
    const { row, cell } = options.active()
    const columns = options.columns()
    const column = options.drawn()[cell]
    if (picking.picked.value.size > 0) put(copiedColumns(columns), picking.inOrder())
    else if (row !== undefined && column) put([column], [row])
    else if (row !== undefined) put(copiedColumns(columns), [row])
    else showMessage('No rows to copy: select rows first.')
  }

  function put(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    if (rows.length > mostCopied) {
      showMessage(
        `At most ${rowsText(mostCopied)} can be copied at once. Export them to a file.`,
        true,
      )
      return
    }
    const { plain, html } = copyOfRows(columns, rows)
    const isOne = columns.length === 1 && picking.picked.value.size === 0
    if (copyText(plain, html))
      showMessage(isOne ? 'Cell copied' : `${rowsText(rows.length)} copied`)
    else showMessage('Not copied: the clipboard refused it.', true)
  }

  /** Writes the picked rows, or the whole list, with the visible columns. */
  async function exportRows(which: 'picked' | 'all', format: ExportFormat): Promise<void> {
    if (!files || (which === 'all' && !(await haveAll()))) return
    const rows = which === 'picked' ? picking.inOrder() : picking.listed.value
    const columns = copiedColumns(options.columns())
    const done = await doing('Writing', (signal) =>
      files.exportRows({
        table: options.table(),
        title: options.title(),
        format,
        columns: columns.map(({ header, holds = 'text' }) => ({ title: header, holds })),
        count: rows.length,
        rows: linesOf(columns, rows),
        progress: (written) => {
          if (work.value) work.value = { ...work.value, done: written, total: rows.length }
        },
        signal,
      }),
    )
    const outcome = done?.result
    if (outcome?.kind === 'written')
      showMessage(`${rowsText(rows.length)} written to ${outcome.file}`)
    if (outcome?.kind === 'failed') showMessage(`${outcome.title}: ${outcome.reason}`, true)
  }

  return {
    work: computed(() => {
      if (!work.value) return undefined
      const { label, total, done = picking.listed.value.length } = work.value
      return { label, total, done }
    }),
    message,
    canExport: files !== undefined,
    giveUp,
    pickAll,
    copy,
    exportRows,
  }
}
