/** Positions of cells and the rectangles between them, by row and column numbers from 0. */

export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** Cells from one corner to the other, both included. */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

/** Returns the rectangle between two cells. */
export const rangeOf = (one: CellPlace, other: CellPlace): CellRange => ({
  top: Math.min(one.row, other.row),
  left: Math.min(one.column, other.column),
  bottom: Math.max(one.row, other.row),
  right: Math.max(one.column, other.column),
})

export const heightOf = ({ top, bottom }: CellRange): number => bottom - top + 1
export const widthOf = ({ left, right }: CellRange): number => right - left + 1
export const isOneCell = (range: CellRange): boolean => heightOf(range) * widthOf(range) === 1

/** Limits a number to 0..`last`. */
export const within = (number: number, last: number): number =>
  Math.min(Math.max(0, number), Math.max(0, last))

/**
 * The target of Ctrl with an arrow key: the end of the filled cells, otherwise the next filled
 * cell, otherwise the edge.
 */
export function edgeFrom(
  isFilled: (index: number) => boolean,
  from: number,
  by: 1 | -1,
  last: number,
): number {
  const isIn = (index: number): boolean => index >= 0 && index <= last
  let at = from + by
  if (!isIn(at)) return from
  if (isFilled(from) && isFilled(at)) {
    while (isIn(at + by) && isFilled(at + by)) at += by
    return at
  }
  while (isIn(at) && !isFilled(at)) at += by
  return isIn(at) ? at : within(at, last)
}

/** The cells that a fill drag covers: in one direction only, the longer one. */
export function fillTarget(source: CellRange, to: CellPlace): CellRange {
  const down = Math.max(to.row - source.bottom, 0) - Math.max(source.top - to.row, 0)
  const right = Math.max(to.column - source.right, 0) - Math.max(source.left - to.column, 0)
  if (Math.abs(down) >= Math.abs(right)) {
    return {
      ...source,
      top: source.top + Math.min(down, 0),
      bottom: source.bottom + Math.max(down, 0),
    }
  }
  return {
    ...source,
    left: source.left + Math.min(right, 0),
    right: source.right + Math.max(right, 0),
  }
}
