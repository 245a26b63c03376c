import { computed, shallowRef } from 'vue'
import { within } from './cell-range.ts'
import type { GridColumn } from './grid-types.ts'

/** The room of the row numbers, in pixels. */
export const numberWidth = 52
const leastWidth = 40
const mostWidth = 640

/** How wide the columns are: their own width until somebody makes them wider or narrower. */
export function useGridWidths(columns: () => readonly GridColumn[]) {
  const changed = shallowRef<Readonly<Record<string, number>>>({})
  const widths = computed(() => columns().map(({ id, width }) => changed.value[id] ?? width))
  /** Where each column begins, and where the last one ends. */
  const edges = computed(() =>
    widths.value.reduce((all, width) => [...all, (all.at(-1) ?? 0) + width], [numberWidth]),
  )

  /** Null gives a column its own width back. */
  function setWidth(id: string, width: number | null): void {
    const { [id]: _, ...others } = changed.value
    if (width === null) changed.value = others
    else
      changed.value = {
        ...others,
        [id]: Math.max(leastWidth, within(Math.round(width), mostWidth)),
      }
  }
  return {
    edges,
    setWidth,
    widen: (index: number, by: number): void => {
      const id = columns()[index]?.id
      if (id !== undefined) setWidth(id, (widths.value[index] ?? 0) + by)
    },
    /** The tracks that header and rows share. */
    tracks: computed(
      () =>
        `${numberWidth}px ${widths.value.map((width) => `${width}px`).join(' ')} minmax(0, 1fr)`,
    ),
    columnAt: (x: number): number =>
      within(
        edges.value.findLastIndex((edge) => edge <= x),
        widths.value.length - 1,
      ),
  }
}
