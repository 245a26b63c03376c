import { ref } from 'vue'
import { clearEdits, fillEdits, pasteEdits } from './cell-edits.ts'
import { heightOf, isOneCell, widthOf, type CellRange } from './cell-range.ts'
import { copyOfCells, ownType, pastedCells } from './cell-text.ts'
import type { GridModel } from './grid-model.ts'
import type { GridColumn, PlacedGridRow } from './grid-types.ts'
import type { GridCursor } from './use-grid-cursor.ts'

interface ActsOptions {
  readonly model: () => GridModel
  readonly columns: () => readonly GridColumn[]
  readonly isReadonly: () => boolean
  readonly cursor: GridCursor
}

/** Copying more rows at once would freeze the window. */
const mostCopied = 20_000

const counted = (count: number, word: string): string =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`
const cellsText = (range: CellRange): string => counted(heightOf(range) * widthOf(range), 'cell')

/** A row with its facts, for a copy. */
const withComputed = (row: PlacedGridRow, columns: readonly GridColumn[]): PlacedGridRow => {
  const computedCells = columns.flatMap(({ id, computedFact }) => {
    const fact = computedFact?.(row.key)
    return fact ? [[id, fact.text]] : []
  })
  if (computedCells.length === 0) return row
  return {
    ...row,
    cells: { ...row.cells, ...(Object.fromEntries(computedCells) as Record<string, string>) },
  }
}

/** The actions on the marked cells and rows; `message` is the message of the last one. */
export function useGridActs({ model, columns, isReadonly, cursor }: ActsOptions) {
  const message = ref('')
  /** The marked cells in existing rows: the empty row at the end is not one. */
  function marked(): CellRange | undefined {
    const range = cursor.range.value
    const last = model().count() - 1
    return range.top > last ? undefined : { ...range, bottom: Math.min(range.bottom, last) }
  }
  const refuses = (): boolean => {
    if (isReadonly()) message.value = 'Nothing can be changed here.'
    return isReadonly()
  }

  /** Columns with facts come last and are read-only. */
  const written = (): readonly GridColumn[] => columns().filter(({ computedFact }) => !computedFact)
  const isComputed = ({ left }: CellRange): boolean => {
    const is = left >= written().length
    if (is) message.value = 'This column cannot be changed.'
    return is
  }

  function clear(): void {
    const range = marked()
    if (refuses() || !range || isComputed(range)) return
    model().write(clearEdits(columns(), range))
    message.value = `${cellsText(range)} cleared`
  }
  function copy(event: ClipboardEvent): boolean {
    const range = marked()
    if (!range || !event.clipboardData) return false
    if (heightOf(range) > mostCopied) {
      message.value = `At most ${counted(mostCopied, 'row')} can be copied at once.`
      return false
    }
    const wanted = columns().slice(range.left, range.right + 1)
    const { own, plain, html } = copyOfCells(
      wanted,
      model()
        .rows()
        .slice(range.top, range.bottom + 1)
        .map((row) => withComputed(row, wanted)),
    )
    event.clipboardData.setData(ownType, own)
    event.clipboardData.setData('text/plain', plain)
    event.clipboardData.setData('text/html', html)
    event.preventDefault()
    message.value = `${cellsText(range)} copied`
    return true
  }
  function cut(event: ClipboardEvent): void {
    const range = marked()
    if (refuses() || !range || isComputed(range) || !copy(event)) return
    model().write(clearEdits(columns(), range))
    message.value = `${cellsText(range)} cut`
  }
  function paste(event: ClipboardEvent): void {
    const block = event.clipboardData ? pastedCells(event.clipboardData) : []
    event.preventDefault()
    const { range: at } = cursor
    if (refuses() || block.length === 0 || isComputed(at.value)) return
    const right = Math.min(at.value.right, written().length - 1)
    const { edits, range, lostColumns } = pasteEdits(written(), block, { ...at.value, right })
    const before = model().count()
    model().write(edits)
    cursor.mark(range)
    const grown = model().count() - before
    message.value = [
      `${cellsText(range)} pasted`,
      ...(grown > 0 ? [`${counted(grown, 'row')} added`] : []),
      ...(lostColumns > 0
        ? [`${counted(lostColumns, 'column')} had no room and were left out`]
        : []),
    ].join(', ')
  }

  /** Fills a target with the cells of a source inside it. */
  function fill(source: CellRange, target: CellRange): void {
    if (refuses()) return
    model().write(fillEdits(columns(), (index) => model().rowAt(index), source, target))
    cursor.mark(target)
    message.value = `${cellsText(target)} filled`
  }
  /** Copies the first marked row to those below it; a single row is filled from the row above. */
  function fillDown(): void {
    const range = cursor.range.value
    const source = heightOf(range) === 1 ? range.top - 1 : range.top
    if (source < 0) return
    fill({ ...range, top: source, bottom: source }, range)
  }

  function insertRows(): void {
    if (refuses()) return
    const { range } = cursor
    const rows = heightOf(range.value)
    model().insert(range.value.top, rows)
    cursor.mark({ ...range.value })
    message.value = `${counted(rows, 'row')} inserted`
  }
  function removeRows(): void {
    const range = marked()
    if (refuses() || !range) return
    const keys = model()
      .rows()
      .slice(range.top, range.bottom + 1)
      .map(({ key }) => key)
    model().remove(keys)
    cursor.moveTo({ row: range.top, column: cursor.active.value.column })
    message.value = `${counted(keys.length, 'row')} deleted`
  }

  function turned(way: 'undo' | 'redo'): void {
    if (refuses()) return
    const keys = model()[way]()
    if (keys.length === 0) {
      message.value = way === 'undo' ? 'Nothing to undo' : 'Nothing to redo'
      return
    }
    const rows = keys.map((key) => model().indexOf(key)).filter((row) => row >= 0)
    const { row: here, column } = cursor.active.value
    const row = rows.length === 0 ? here : rows.reduce((a, b) => Math.min(a, b))
    cursor.moveTo({ row, column })
    message.value = `${counted(keys.length, 'row')} ${way === 'undo' ? 'taken back' : 'done again'}`
  }

  return {
    message,
    clear,
    copy,
    cut,
    paste,
    fill,
    fillDown,
    insertRows,
    removeRows,
    undo: () => turned('undo'),
    redo: () => turned('redo'),
    /** The number of marked cells and rows as text; empty for one cell. */
    markedText: (): string => {
      const range = cursor.range.value
      if (isOneCell(range)) return ''
      return `${counted(heightOf(range), 'row')} × ${counted(widthOf(range), 'column')}`
    },
  }
}
export type GridActs = ReturnType<typeof useGridActs>
