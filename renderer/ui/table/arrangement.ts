/** Applies the operator's order, widths and visibility to the columns of a list. */
import type { Column } from './columns.ts'
import type { ColumnLayout, TableLayout } from './table-host.ts'

/** The minimum width of a column, in pixels. */
export const leastColumn = 48
/** The maximum width of a column, in pixels. */
export const mostColumn = 2000

/** A column at its place in the layout. */
export interface PlacedColumn<Row> {
  /** With the chosen width; such a column does not grow. */
  readonly column: Column<Row>
  readonly isHidden: boolean
  /** Null: the list's own width. */
  readonly width: number | null
}

const within = (width: number): number =>
  Math.round(Math.min(mostColumn, Math.max(leastColumn, width)))

/**
 * Every column of the list and of the layout, in order: a column that was never placed comes after
 * its neighbor in the list.
 */
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

/**
 * The columns of the list in the operator's layout; columns of an older layout that the list no
 * longer has are left out.
 */
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

/** The visible columns; at least one, even if all were hidden. */
export function shownOf<Row>(placed: readonly PlacedColumn<Row>[]): Column<Row>[] {
  const shown = placed.filter(({ isHidden }) => !isHidden)
  return (shown.length > 0 ? shown : placed).map(({ column }) => column)
}

/**
 * The columns drawn beside open details: of the visible ones those that distinguish rows, and the
 * sort column.
 */
export function drawnOf<Row>(
  placed: readonly PlacedColumn<Row>[],
  narrow: readonly string[] | null,
  sorted: string | undefined,
): Column<Row>[] {
  const shown = shownOf(placed)
  if (!narrow) return shown.map((column) => ({ ...column, least: undefined }))
  const narrowed = shown.filter(({ id }) => narrow.includes(id) || id === sorted)
  return narrowed.length > 0 ? narrowed : shown
}

/** Returns the layout with another width for one column; null is the list's own width. */
export const withWidth = (
  entries: readonly ColumnLayout[],
  id: string,
  width: number | null,
): ColumnLayout[] =>
  entries.map((entry) =>
    entry.id === id ? { ...entry, width: width === null ? null : within(width) } : entry,
  )

/** Returns the layout with one column shown or hidden. */
export const withHidden = (
  entries: readonly ColumnLayout[],
  id: string,
  hidden: boolean,
): ColumnLayout[] => entries.map((entry) => (entry.id === id ? { ...entry, hidden } : entry))

/** Returns the layout with one column moved before another, or to the end. */
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
