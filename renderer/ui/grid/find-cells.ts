/** Search through all cells: for a text, and for remarks. */
import type { CellPlace } from './cell-range.ts'
import { shownText } from './cell-text.ts'
import type { CellMarks, GridColumn, GridMark, GridRow, RowMark } from './grid-types.ts'

/** Returns every cell that contains a text, as stored or as drawn, ignoring case. */
export function findCells(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  text: string,
): readonly CellPlace[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const found: CellPlace[] = []
  rows.forEach(({ cells }, row) => {
    columns.forEach((column, index) => {
      const cell = cells[column.id] ?? ''
      if (cell === '') return
      const isHit =
        cell.toLowerCase().includes(wanted) ||
        shownText(cell, column).toLowerCase().includes(wanted)
      if (isHit) found.push({ row, column: index })
    })
  })
  return found
}

/** Whether a cell comes before another, row by row. */
const isBefore = (one: CellPlace, other: CellPlace): boolean =>
  one.row < other.row || (one.row === other.row && one.column < other.column)

/** The index of the next or previous place, starting over at the end; -1 if there is none. */
export function nextPlace(
  places: readonly CellPlace[],
  from: CellPlace,
  direction: 1 | -1,
): number {
  if (places.length === 0) return -1
  if (direction === 1) {
    const next = places.findIndex((place) => isBefore(from, place))
    return next < 0 ? 0 : next
  }
  const before = places.findLastIndex((place) => isBefore(place, from))
  return before < 0 ? places.length - 1 : before
}

/**
 * The next cell with a remark, starting over at the end; a remark on a whole row counts at its
 * first cell. While there are errors, only errors are visited: a thousand warnings must not hide
 * one error.
 */
export function nextMarked(
  rows: readonly GridRow[],
  columns: readonly GridColumn[],
  markings: { readonly marks: CellMarks | undefined; readonly rowMark: RowMark | undefined },
  from: CellPlace,
  direction: 1 | -1,
): CellPlace | undefined {
  const wide = columns.length
  const all = rows.length * wide
  const markOf = (row: number, column: number): GridMark['kind'] | undefined => {
    const key = rows[row]?.key ?? ''
    const ofCell = markings.marks?.(key, columns[column]?.id ?? '')?.kind
    return ofCell === 'error' || column > 0 ? ofCell : (markings.rowMark?.(key)?.kind ?? ofCell)
  }
  // From the empty row at the end, the search starts as from the edge.
  const start = Math.min(from.row * wide + from.column, direction === 1 ? all - 1 : all)
  let warning: CellPlace | undefined
  for (let step = 1; step <= all; step += 1) {
    const at = (((start + step * direction) % all) + all) % all
    const place = { row: Math.floor(at / wide), column: at % wide }
    const kind = markOf(place.row, place.column)
    if (kind === 'error') return place
    if (kind === 'warning') warning ??= place
  }
  return warning
}
