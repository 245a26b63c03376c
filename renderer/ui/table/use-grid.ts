import { computed, ref, watch, type Ref } from 'vue'
import type { Column } from './columns.ts'
import type { RowWindow } from './rows.ts'
import { usePickedRows } from './use-picked-rows.ts'
import { useRowCursor } from './use-row-cursor.ts'
import { useRowWindow } from './use-row-window.ts'

interface GridOptions<Row> {
  readonly table: () => string
  readonly title: () => string
  readonly scroller: Ref<HTMLElement | null>
  readonly body: Ref<HTMLElement | null>
  readonly source: Readonly<Ref<RowWindow<Row>>>
  readonly rowKey: (row: Row) => string
  /** The drawn columns. */
  readonly drawn: () => readonly Column<Row>[]
  /** The visible columns; beside open details not all of them are drawn. */
  readonly columns: () => readonly Column<Row>[]
  readonly loadAll: () => ((signal?: AbortSignal) => Promise<void>) | null
  /** The one row with open details. */
  readonly selected: Ref<string | undefined>
  readonly need: (from: number, to: number) => void
  readonly open: (row: Row, index: number) => void
  readonly escape: () => void
  readonly clickOpens: () => boolean
  /** Called when the picked rows change. */
  readonly picked: (now: ReadonlyMap<string, Row>) => void
}

/** The present index of a row, searched first at its old index; -1: not loaded. */
function indexOf<Row>(
  rows: RowWindow<Row>,
  rowKey: (row: Row) => string,
  key: string,
  before: number,
): number {
  const isAt = (index: number): boolean => {
    const row = rows.rowAt(index)
    return row !== undefined && rowKey(row) === key
  }
  if (isAt(before)) return before
  for (let index = 0; index < rows.count; index += 1) if (isAt(index)) return index
  return -1
}

/** The rows in view, the active row, the selected row and the picked rows. */
export function useGrid<Row>(options: GridOptions<Row>) {
  const { source, rowKey, selected } = options
  /** Reached before it was loaded; selected as soon as it is. */
  const pending = ref(-1)
  /** The row that was selected last, also before the caller has updated `selected`. */
  let chosen = selected.value

  function select(index: number): void {
    const row = source.value.rowAt(index)
    pending.value = row === undefined ? index : -1
    if (row === undefined) return
    chosen = rowKey(row)
    selected.value = chosen
  }
  function open(index: number): void {
    const row = source.value.rowAt(index)
    if (row === undefined) return
    // Its details may have been closed while the row stayed active.
    select(index)
    options.open(row, index)
  }

  const cursor = useRowCursor({
    body: options.body,
    count: () => source.value.count,
    columns: () => options.drawn().length,
    pageSize: () => rowWindow.pageSize(),
    reveal: (index) => rowWindow.reveal(index),
    moved: (index) => {
      picks.leave(index)
      select(index)
    },
    open,
    escape: () => {
      if (picks.escape()) return
      selected.value = undefined
      options.escape()
    },
    extend: (from, to) => picks.extend(from, to),
    takes: (event) => picks.takes(event),
  })
  const { activeIndex } = cursor
  const rowWindow = useRowWindow(options.scroller, source, activeIndex, options.need)
  const picks = usePickedRows<Row>({ ...options, cursor })

  watch(
    () => pending.value >= 0 && source.value.rowAt(pending.value) !== undefined,
    (arrived) => arrived && select(pending.value),
  )
  watch(
    () => source.value.count,
    (count) => {
      if (activeIndex.value >= count) activeIndex.value = count - 1
    },
  )

  /** Makes the open row active, also if the screen opened it or the row moved. */
  function moveToChosen(): void {
    const isElsewhere = pending.value >= 0 || picks.picked.value.size > 0
    if (isElsewhere || chosen === undefined) return
    const index = indexOf(source.value, rowKey, chosen, activeIndex.value)
    if (index < 0 || index === activeIndex.value) return
    const isFocused = options.body.value?.contains(document.activeElement) ?? false
    activeIndex.value = index
    if (isFocused) void cursor.moveTo(index)
  }
  watch(selected, (key) => {
    if (key === chosen) return
    chosen = key
    moveToChosen()
  })
  watch(source, moveToChosen, { immediate: true })

  return {
    cursor,
    rowWindow,
    picks,
    open,
    /** A click selects or opens the row, unless it has picked it. */
    click: (event: MouseEvent, index: number): void => {
      if (picks.hasPicked(event)) return
      if (options.clickOpens()) open(index)
      else select(index)
    },
    /** The drawn rows with everything the template needs. */
    drawn: computed(() =>
      rowWindow.items.value.map(({ index, start }) => {
        const row = source.value.rowAt(index)
        const key = row === undefined ? undefined : rowKey(row)
        const isSelected = key !== undefined && key === selected.value
        const isPicked = key !== undefined && picks.picked.value.has(key)
        return { index, start, row, isSelected, isPicked }
      }),
    ),
    /** Tab reaches the row that was last active, otherwise the first one. */
    tabStop: computed(() => (activeIndex.value < 0 ? 0 : activeIndex.value)),
  }
}
