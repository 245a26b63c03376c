import { computed, inject, onBeforeUnmount, ref, shallowRef, type Ref } from 'vue'
import { copyText } from '../text/copy-text.ts'
import type { Column } from './columns.ts'
import { cellText, copiedColumns, copyOfRows } from './copy-rows.ts'
import type { RowWindow } from './rows.ts'
import { tableHostKey, type ExportFormat } from './table-host.ts'
import type { usePicking } from './use-picking.ts'

/** More at once would hold the window up; a file takes more. */
const mostCopied = 20_000

interface ActsHost<Row> {
  readonly table: () => string
  readonly title: () => string
  readonly source: Readonly<Ref<RowWindow<Row>>>
  /** The columns as they are drawn: the keyboard stands in one of these. */
  readonly drawn: () => readonly Column<Row>[]
  /** The columns as they are shown; beside a detail not all of them are drawn. */
  readonly columns: () => readonly Column<Row>[]
  readonly loadAll: () => ((signal?: AbortSignal) => Promise<void>) | null
  readonly picking: ReturnType<typeof usePicking<Row>>
  /** Where the keyboard stands. */
  readonly active: () => { readonly row: Row | undefined; readonly cell: number }
}

/** Work that takes a while: what it is, and how to end it. */
interface Work {
  readonly word: string
  /** So many rows are done; absent where the list itself tells. */
  readonly done?: number
  readonly total: number
  readonly end: AbortController
}

/** What the table said last. */
export interface Said {
  readonly isTrouble: boolean
  readonly text: string
}

const rowsWord = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

function* linesOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]) {
  for (const row of rows) yield columns.map((column) => cellText(column, row))
}

/** What a person has the table do with its rows: pick all, copy, write a file. */
export function useTableActs<Row>(host: ActsHost<Row>) {
  const { source, picking } = host
  const files = inject(tableHostKey, undefined)
  const work = shallowRef<Work>()
  const said = ref<Said>()

  const say = (text: string, isTrouble = false): void => void (said.value = { text, isTrouble })

  function giveUp(): boolean {
    if (!work.value) return false
    work.value.end.abort()
    work.value = undefined
    say('Given up')
    return true
  }
  onBeforeUnmount(() => work.value?.end.abort())

  const isUnderWay = (end: AbortController): boolean => work.value?.end === end

  /** Has one thing done at a time; answers undefined where it was given up or another is under way. */
  async function doing<T>(word: string, task: (signal: AbortSignal) => Promise<T>) {
    if (work.value) return undefined
    const end = new AbortController()
    work.value = { word, total: source.value.count, end }
    said.value = undefined
    try {
      const result = await task(end.signal)
      return end.signal.aborted ? undefined : { result, signal: end.signal }
    } finally {
      if (isUnderWay(end)) work.value = undefined
    }
  }

  const isAllHere = (): boolean => picking.listed.value.length === source.value.count

  /** Reads what is left of the list; false where rows are missing after that. */
  async function haveAll(): Promise<boolean> {
    if (isAllHere()) return true
    const done = await doing('Loading', async (signal) => {
      await host.loadAll()?.(signal)
    })
    if (done && !isAllHere()) say('Not every row could be loaded. Nothing was done.', true)
    return done !== undefined && isAllHere()
  }

  async function pickAll(): Promise<void> {
    if (await haveAll()) picking.pickListed()
  }

  /** The picked rows, else the row or cell on which the keyboard stands. */
  function copy(): void {
    const { row, cell } = host.active()
    const columns = host.columns()
    const column = host.drawn()[cell]
    if (picking.picked.value.size > 0) put(copiedColumns(columns), picking.inOrder())
    else if (row !== undefined && column) put([column], [row])
    else if (row !== undefined) put(copiedColumns(columns), [row])
    else say('No row to copy: pick one first.')
  }

  function put(columns: readonly Column<Row>[], rows: readonly Row[]): void {
    if (rows.length > mostCopied) {
      say(`${rowsWord(mostCopied)} are copied at once, not more. Write them to a file.`, true)
      return
    }
    const { plain, html } = copyOfRows(columns, rows)
    const isOne = columns.length === 1 && picking.picked.value.size === 0
    if (copyText(plain, html)) say(isOne ? 'Cell copied' : `${rowsWord(rows.length)} copied`)
    else say('Not copied: the clipboard did not take it.', true)
  }

  /** Writes the picked rows, or the whole list, in the columns that are shown. */
  async function exportRows(which: 'picked' | 'all', format: ExportFormat): Promise<void> {
    if (!files || (which === 'all' && !(await haveAll()))) return
    const rows = which === 'picked' ? picking.inOrder() : picking.listed.value
    const columns = copiedColumns(host.columns())
    const done = await doing('Writing', (signal) =>
      files.exportRows({
        table: host.table(),
        title: host.title(),
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
    if (outcome?.kind === 'written') say(`${rowsWord(rows.length)} written to ${outcome.file}`)
    if (outcome?.kind === 'failed') say(`${outcome.title}: ${outcome.reason}`, true)
  }

  return {
    work: computed(() => {
      if (!work.value) return undefined
      const { word, total, done = picking.listed.value.length } = work.value
      return { word, total, done }
    }),
    said,
    canExport: files !== undefined,
    giveUp,
    pickAll,
    copy,
    exportRows,
  }
}
