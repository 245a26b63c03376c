/** Paste, fill and clear as edits of cells: each is one step of the model. */
import { heightOf, widthOf, type CellRange } from './cell-range.ts'
import type { CellBlock } from './cell-text.ts'
import type { GridColumn, GridEdit, GridRow } from './grid-types.ts'

/** Edits, the written cells, and the number of columns without room. */
export interface PlacedEdits {
  readonly edits: readonly GridEdit[]
  readonly range: CellRange
  readonly lostColumns: number
}

/** A block with gaps: cells that are not written. */
type HoledBlock = readonly (readonly (string | undefined)[])[]

/** Repeats a block over a range. */
function tiled(columns: readonly GridColumn[], block: HoledBlock, range: CellRange): GridEdit[] {
  return Array.from({ length: heightOf(range) }, (_, down) => {
    const line = block[down % block.length] ?? []
    const cells = columns.slice(range.left, range.right + 1).flatMap(({ id }, right) => {
      const text = line[right % line.length]
      return text === undefined ? [] : [[id, text] as const]
    })
    return { index: range.top + down, cells: Object.fromEntries(cells) }
  })
}

const wide = (block: CellBlock): number => Math.max(0, ...widths(block))
const widths = (block: CellBlock): number[] => [...new Set(block.map((line) => line.length))]

/**
 * Pastes a block at the start of a range. A range that holds the block a whole number of times is
 * filled with it, so one value fills all of it. Rows are added at the end; columns are not, and
 * those without room are counted.
 */
export function pasteEdits(
  columns: readonly GridColumn[],
  block: CellBlock,
  range: CellRange,
): PlacedEdits {
  const [high, across] = [block.length, wide(block)]
  const isFitting = heightOf(range) % high === 0 && widthOf(range) % across === 0
  const room = columns.length - range.left
  const target = isFitting
    ? range
    : {
        top: range.top,
        left: range.left,
        bottom: range.top + high - 1,
        right: range.left + Math.min(across, room) - 1,
      }
  // A shorter line leaves the cells after its end unchanged.
  const isRagged = widths(block).length > 1
  const even = isRagged ? block.map((line) => padded(line, across)) : block
  const edits = tiled(columns, even, target)
  return { edits, range: target, lostColumns: Math.max(0, across - (isFitting ? across : room)) }
}

/** Fills a line with gaps up to the width of the block. */
const padded = (line: readonly string[], across: number): readonly (string | undefined)[] =>
  Array.from({ length: across }, (_, index) => line[index])

export const blockOf = (
  columns: readonly GridColumn[],
  rowAt: (index: number) => GridRow | undefined,
  { top, left, bottom, right }: CellRange,
): CellBlock =>
  Array.from({ length: bottom - top + 1 }, (_, down) =>
    columns.slice(left, right + 1).map(({ id }) => rowAt(top + down)?.cells[id] ?? ''),
  )

const modulo = (number: number, by: number): number => ((number % by) + by) % by

/** Fills a target with the cells of a source inside it, repeated in both directions. */
export function fillEdits(
  columns: readonly GridColumn[],
  rowAt: (index: number) => GridRow | undefined,
  source: CellRange,
  target: CellRange,
): readonly GridEdit[] {
  const block = blockOf(columns, rowAt, source)
  return Array.from({ length: heightOf(target) }, (_, down) => {
    const row = target.top + down
    const line = block[modulo(row - source.top, heightOf(source))] ?? []
    const cells = columns
      .slice(target.left, target.right + 1)
      .map(({ id }, right) => [
        id,
        line[modulo(target.left + right - source.left, widthOf(source))] ?? '',
      ])
    return { index: row, cells: Object.fromEntries(cells) as Record<string, string> }
  })
}

/** Returns the edits that empty a range. */
export const clearEdits = (columns: readonly GridColumn[], range: CellRange): readonly GridEdit[] =>
  tiled(columns, [['']], range)
