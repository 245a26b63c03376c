/** Steps that can be undone: the rows before and after, and the positions that order them. */
import type { GridChange, PlacedGridRow } from './grid-types.ts'

/** One row before and after a step; undefined if it did not exist. */
export interface RowPatch {
  readonly before: PlacedGridRow | undefined
  readonly after: PlacedGridRow | undefined
}

/** All changes of one action. */
export interface GridStep {
  readonly patches: readonly RowPatch[]
  /** The one cell that was typed into; further typing there joins the same step. */
  readonly typedInto?: string | undefined
}

/** Returns the step that undoes this one. */
export const reversed = (step: GridStep): GridStep => ({
  patches: step.patches.map(({ before, after }) => ({ before: after, after: before })),
})

/** The change of a step, for the code that saves it. */
export function changeOf({ patches }: GridStep): GridChange {
  return {
    put: patches.flatMap(({ after }) => (after ? [after] : [])),
    removed: patches.flatMap(({ before, after }) => (before && !after ? [before.key] : [])),
  }
}

const isMoved = ({ before, after }: RowPatch): boolean => before?.position !== after?.position

/**
 * The rows after a step. If no row was added, removed or moved, only the edited rows are replaced.
 */
export function stepped(
  rows: readonly PlacedGridRow[],
  { patches }: GridStep,
  indexOf: (key: string) => number,
): { readonly rows: readonly PlacedGridRow[]; readonly isReordered: boolean } {
  if (!patches.some(isMoved)) {
    const next = rows as PlacedGridRow[]
    for (const { after } of patches) if (after) next[indexOf(after.key)] = after
    return { rows: next, isReordered: false }
  }
  const touched = new Set(patches.map(({ before, after }) => (before ?? after)?.key))
  const left = rows.filter(({ key }) => !touched.has(key))
  const added = patches.flatMap(({ after }) => (after ? [after] : []))
  const next = [...left, ...added].sort((a, b) => a.position - b.position)
  return { rows: next, isReordered: true }
}

/** Positions for a number of rows between two; undefined if the numbers are too close together. */
export function placesBetween(
  before: number | undefined,
  after: number | undefined,
  count: number,
): readonly number[] | undefined {
  if (after === undefined) {
    const last = Math.floor(before ?? 0)
    return Array.from({ length: count }, (_, index) => last + index + 1)
  }
  const low = before ?? after - count - 1
  const places = Array.from(
    { length: count },
    (_, index) => low + ((after - low) * (index + 1)) / (count + 1),
  )
  const isStrict = [low, ...places, after].every(
    (place, index, all) => index === 0 || place > (all[index - 1] ?? Number.NaN),
  )
  return isStrict ? places : undefined
}
