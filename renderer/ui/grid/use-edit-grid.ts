import { computed, nextTick, watch, type Ref } from 'vue'
import { within, type CellPlace } from './cell-range.ts'
import { useRowWindow } from '../table/use-row-window.ts'
import type { GridModel } from './grid-model.ts'
import type { CellMarks, GridColumn, RowMark } from './grid-types.ts'
import { useGridActs } from './use-grid-acts.ts'
import { useGridCursor } from './use-grid-cursor.ts'
import { useGridEditing } from './use-grid-editing.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useGridSearch } from './use-grid-search.ts'
import { numberWidth, useGridWidths, useRoom } from './use-grid-widths.ts'

interface EditGridOptions {
  /** The name under which widths are remembered; empty: they are not. */
  readonly gridId: string
  readonly scroller: Ref<HTMLElement | null>
  readonly body: Ref<HTMLElement | null>
  readonly model: () => GridModel
  readonly columns: () => readonly GridColumn[]
  readonly markings: () => {
    readonly marks: CellMarks | undefined
    readonly rowMark: RowMark | undefined
  }
  readonly isReadonly: () => boolean
  readonly focusSearch: () => void
  readonly open: (key: string) => void
  readonly nextProblem: (direction: 1 | -1) => void
}

/** The height of a row and of the header: as small as a pointer can still hit. */
export const gridRowHeight = 28

/** Composes the grid: drawing, active cell, actions. */
export function useEditGrid(options: EditGridOptions) {
  const { scroller, body, model, columns, isReadonly } = options
  const count = computed(() => (model().revision.value >= 0 ? model().count() : 0))
  /** Includes the empty row at the end, for new input. */
  const rowCount = computed(() => count.value + (isReadonly() ? 0 : 1))
  const room = useRoom(scroller)
  const widths = useGridWidths(columns, options.gridId, () => room.width.value)
  const liveCount = (): number => model().count() + (isReadonly() ? 0 : 1)

  const cursor = useGridCursor({
    rowCount: liveCount,
    filledRows: () => model().count(),
    columnCount: () => columns().length,
    pageSize: () => window.pageSize(),
    isFilled: ({ row, column }) =>
      (model().rowAt(row)?.cells[columns()[column]?.id ?? ''] ?? '') !== '',
    reveal,
    focus: () => void focusActive(),
  })
  const window = useRowWindow(
    scroller,
    computed(() => ({ count: rowCount.value, rowAt: () => true })),
    computed(() => cursor.active.value.row),
    () => undefined,
    gridRowHeight,
  )

  /** Scrolls a cell into view: below the header, and not under the row numbers. */
  function reveal({ row, column }: CellPlace): void {
    window.reveal(row)
    const view = scroller.value
    const [left = 0, right = 0] = [widths.edges.value[column], widths.edges.value[column + 1]]
    if (!view || view.clientWidth === 0) return
    if (left - numberWidth < view.scrollLeft) view.scrollLeft = left - numberWidth
    else if (right > view.scrollLeft + view.clientWidth) view.scrollLeft = right - view.clientWidth
  }
  async function focusActive(): Promise<void> {
    await nextTick()
    const { row, column } = cursor.active.value
    body.value
      ?.querySelector<HTMLElement>(`[data-row="${row}"] > [data-cell="${column}"]`)
      ?.focus({ preventScroll: true })
  }

  /** Scrolls the active row, if it was in view, into the view that is less high now. */
  function scrollActiveRow(now: number, before: number): void {
    const view = scroller.value
    const top = cursor.active.value.row * gridRowHeight
    // The header covers the first row of the view.
    const bottom = top + 2 * gridRowHeight
    if (!view || top < view.scrollTop || bottom > view.scrollTop + before) return
    view.scrollTop = Math.max(view.scrollTop, bottom - now)
  }
  // A panel that opens beside or below the grid must not hide the active cell.
  watch(
    [room.width, room.height],
    ([width, height], [widthBefore, heightBefore]) => {
      if (width < widthBefore) reveal(cursor.active.value)
      if (height < heightBefore) scrollActiveRow(height, heightBefore)
    },
    { flush: 'post' },
  )

  const acts = useGridActs({ model, columns, isReadonly, cursor })
  const editing = useGridEditing({
    model,
    columns,
    isReadonly,
    cursor,
    focus: () => void focusActive(),
  })
  const search = useGridSearch({
    model,
    columns,
    cursor,
    markings: options.markings,
    focusSearch: options.focusSearch,
    announce: (text) => (acts.message.value = text),
  })
  const keys = useGridKeys({
    cursor,
    editing,
    acts,
    open: () => {
      const key = model().rowAt(cursor.active.value.row)?.key
      if (key !== undefined) options.open(key)
    },
    find: () => void search.open(),
    findNext: (direction) => search.go(direction, false),
    nextProblem: options.nextProblem,
    widen: (by) => widths.widen(cursor.active.value.column, by),
  })
  const pointer = useGridPointer({
    body,
    cursor,
    fill: acts.fill,
    edit: () => editing.begin(),
    placeAt: (x, y) => ({
      row: within(Math.floor(y / gridRowHeight), liveCount() - 1),
      column: widths.columnAt(x),
    }),
  })

  const drawn = computed(() => {
    const { active, range } = cursor
    const { top, bottom, left, right } = range.value
    const isCurrent = model().revision.value >= 0
    return window.items.value.map(({ index, start }) => {
      const row = isCurrent ? model().rowAt(index) : undefined
      const isIn = index >= top && index <= bottom
      const line = {
        row,
        index,
        start,
        active: index === active.value.row ? active.value.column : -1,
        from: isIn ? left : -1,
        to: isIn ? right : -1,
      }
      return { key: row?.key ?? 'new', line }
    })
  })

  return { count, rowCount, window, drawn, widths, cursor, editing, acts, search, keys, pointer }
}
