import { computed, shallowRef } from 'vue'
import { edgeFrom, rangeOf, within, type CellPlace, type CellRange } from './cell-range.ts'

interface CursorOptions {
  /** All rows that can be active, the empty one at the end included. */
  readonly rowCount: () => number
  /** The rows with content: the target of Ctrl+A. */
  readonly filledRows: () => number
  readonly columnCount: () => number
  readonly pageSize: () => number
  readonly isFilled: (place: CellPlace) => boolean
  readonly reveal: (place: CellPlace) => void
  readonly focus: () => void
}

/** How far a key moves, in rows and columns; Ctrl moves to the edge of the filled cells. */
const arrows: Readonly<Record<string, CellPlace>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
}

/** The active cell, and the cells marked from it. */
export function useGridCursor(options: CursorOptions) {
  const active = shallowRef<CellPlace>({ row: 0, column: 0 })
  /** The corner of the marked cells opposite the active one. */
  const head = shallowRef<CellPlace>(active.value)
  const lastRow = (): number => options.rowCount() - 1
  const lastColumn = (): number => options.columnCount() - 1
  const clamped = ({ row, column }: CellPlace): CellPlace => ({
    row: within(row, lastRow()),
    column: within(column, lastColumn()),
  })

  /** The column where Tab started: Enter moves to the next row there, as people type row by row. */
  let tabbedFrom: number | undefined

  /** Activates a cell without moving the keyboard focus. */
  function point(place: CellPlace): void {
    tabbedFrom = undefined
    active.value = clamped(place)
    head.value = active.value
    options.reveal(active.value)
  }
  function moveTo(place: CellPlace): void {
    point(place)
    options.focus()
  }
  function extendTo(place: CellPlace): void {
    head.value = clamped(place)
    options.reveal(head.value)
  }
  /** Marks a rectangle whose first cell is the active one. */
  function mark({ top, left, bottom, right }: CellRange): void {
    active.value = clamped({ row: top, column: left })
    head.value = clamped({ row: bottom, column: right })
    options.focus()
  }
  /** Stays inside the grid after rows or columns were removed. */
  function stayInside(): void {
    const [at, to] = [clamped(active.value), clamped(head.value)]
    if (at.row !== active.value.row || at.column !== active.value.column) active.value = at
    if (to.row !== head.value.row || to.column !== head.value.column) head.value = to
  }

  function edge(from: CellPlace, by: CellPlace): CellPlace {
    if (by.row !== 0) {
      const isFilled = (row: number): boolean => options.isFilled({ row, column: from.column })
      // The empty row at the end needs one step more.
      const last = Math.max(0, options.filledRows() - 1)
      return { ...from, row: edgeFrom(isFilled, within(from.row, last), by.row as 1 | -1, last) }
    }
    const isFilled = (column: number): boolean => options.isFilled({ row: from.row, column })
    return { ...from, column: edgeFrom(isFilled, from.column, by.column as 1 | -1, lastColumn()) }
  }

  /** The target of a key from a cell; undefined for keys that do not move. */
  function target(from: CellPlace, key: string, isFar: boolean): CellPlace | undefined {
    const by = arrows[key]
    if (by && isFar) return edge(from, by)
    if (by) return { row: from.row + by.row, column: from.column + by.column }
    switch (key) {
      case 'PageDown':
        return { ...from, row: from.row + options.pageSize() }
      case 'PageUp':
        return { ...from, row: from.row - options.pageSize() }
      case 'Home':
        return { row: isFar ? 0 : from.row, column: 0 }
      case 'End':
        return { row: isFar ? options.filledRows() - 1 : from.row, column: lastColumn() }
      default:
        return undefined
    }
  }
  /** Moves by a key, or extends the marked cells; false if the key does not move. */
  function move(key: string, isFar: boolean, isExtending: boolean): boolean {
    const to = target(isExtending ? head.value : active.value, key, isFar)
    if (!to) return false
    if (isExtending) extendTo(to)
    else moveTo(to)
    return true
  }
  /** Moves one cell forward or back, row by row; false at the ends, where Tab leaves the grid. */
  function step(by: 1 | -1): boolean {
    const wide = options.columnCount()
    const at = active.value.row * wide + active.value.column + by
    if (at < 0 || at >= options.rowCount() * wide) return false
    const from = tabbedFrom ?? active.value.column
    moveTo({ row: Math.floor(at / wide), column: at % wide })
    tabbedFrom = from
    return true
  }
  /** Moves to the next row, in the column where Tab started. */
  function enter(by: 1 | -1): void {
    const { row, column } = active.value
    moveTo({ row: row + by, column: tabbedFrom ?? column })
  }
  /** Marks only the active cell. */
  function collapse(): void {
    head.value = active.value
    options.reveal(active.value)
  }
  function markAll(): void {
    head.value = clamped({ row: options.filledRows() - 1, column: lastColumn() })
    active.value = { row: 0, column: 0 }
    options.focus()
  }
  function markRows(from: number, to = from): void {
    mark(rangeOf({ row: from, column: 0 }, { row: to, column: lastColumn() }))
  }
  function markColumn(column: number): void {
    mark({ top: 0, left: column, bottom: options.filledRows() - 1, right: column })
  }

  return {
    active,
    head,
    point,
    moveTo,
    extendTo,
    mark,
    stayInside,
    move,
    step,
    enter,
    collapse,
    markAll,
    markRows,
    markColumn,
    range: computed(() => rangeOf(active.value, head.value)),
  }
}
export type GridCursor = ReturnType<typeof useGridCursor>
