/** A list's own columns brought into the order, the widths and the choice that somebody gave them. */
import type { Column } from './columns.ts'
import type { ColumnLayout, TableLayout } from './table-host.ts'

/** No column is made narrower, in pixels. */
export const leastColumn = 48
/** No column is made wider, in pixels. */
export const mostColumn = 2000

/** A column where somebody put it. */
export interface PlacedColumn<Row> {
  /** With the width that was chosen; such a column does not grow. */
  readonly column: Column<Row>
  readonly isHidden: boolean
  /** Null: the list's own. */
  readonly width: number | null
}

const within = (width: number): number =>
  Math.round(Math.min(mostColumn, Math.max(leastColumn, width)))

/** Every column that is known from either side, in order: one that was never placed stands after its neighbour of the list. */
export function entriesOf(
  columns: readonly Column<never>[],
  layout: TableLayout | null,
): ColumnLayout[] {
  const entries = [...(layout?.columns ?? [])]
  let before: string | undefined
  for (const { id, hidden = false } of columns) {
    if (!entries.some((entry) => entry.id === id)) {
      const at = entries.findIndex((entry) => entry.id === before) + 1
      entries.splice(at, 0, { id, width: null, hidden })
    }
    before = id
  }
  return entries
}

/** The columns of the list as they are arranged; what an older layout names and the list no longer has is left out. */
export function arrange<Row>(
  columns: readonly Column<Row>[],
  layout: TableLayout | null,
): PlacedColumn<Row>[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return entriesOf(columns, layout).flatMap(({ id, width, hidden }) => {
    const own = byId.get(id)
    if (!own) return []
    const column =
      width === null ? own : { ...own, width: within(width), least: undefined, grow: 0 }
    return [{ column, isHidden: hidden && own.fixed !== true, width }]
  })
}

/** What is shown: never nothing, whatever was hidden. */
export function shownOf<Row>(placed: readonly PlacedColumn<Row>[]): Column<Row>[] {
  const shown = placed.filter(({ isHidden }) => !isHidden)
  return (shown.length > 0 ? shown : placed).map(({ column }) => column)
}

/** What is drawn where a detail stands beside: of the shown columns those that tell rows apart, and the one they are sorted by. */
export function drawnOf<Row>(
  placed: readonly PlacedColumn<Row>[],
  narrow: readonly string[] | null,
  sorted: string | undefined,
): Column<Row>[] {
  const shown = shownOf(placed)
  if (!narrow) return shown.map((column) => ({ ...column, least: undefined }))
  const kept = shown.filter(({ id }) => narrow.includes(id) || id === sorted)
  return kept.length > 0 ? kept : shown
}

/** Gives one column another width; null is the list's own. */
export const withWidth = (
  entries: readonly ColumnLayout[],
  id: string,
  width: number | null,
): ColumnLayout[] =>
  entries.map((entry) =>
    entry.id === id ? { ...entry, width: width === null ? null : within(width) } : entry,
  )

/** Shows or hides one column. */
export const withHidden = (
  entries: readonly ColumnLayout[],
  id: string,
  hidden: boolean,
): ColumnLayout[] => entries.map((entry) => (entry.id === id ? { ...entry, hidden } : entry))

/** Puts one column before another, or last. */
export function placedBefore(
  entries: readonly ColumnLayout[],
  id: string,
  before: string | null,
): ColumnLayout[] {
  const moved = entries.filter((entry) => entry.id === id)
  const rest = entries.filter((entry) => entry.id !== id)
  const at = rest.findIndex((entry) => entry.id === before)
  return at < 0 ? [...rest, ...moved] : [...rest.slice(0, at), ...moved, ...rest.slice(at)]
}
