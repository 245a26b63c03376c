import { computed, onScopeDispose, readonly, ref, watch, type Ref } from 'vue'
import { ownMemory, useLayoutMemory } from '../table/layout-memory.ts'
import type { ColumnLayout, TableLayout } from '../table/table-host.ts'
import { within } from './cell-range.ts'
import type { GridColumn } from './grid-types.ts'

/** The room of the row numbers, in pixels. */
export const numberWidth = 52
const leastWidth = 40
const mostWidth = 640
/** The handle that fills stands out beyond the last column. */
const handleRoom = 4
const bounded = (width: number): number =>
  Math.max(leastWidth, within(Math.round(width), mostWidth))

/** The columns without an order of their own: a grid has that of its owner. */
const layoutOf = (columns: readonly ColumnLayout[]): TableLayout | null =>
  columns.length === 0 ? null : { columns, sort: null }

/** How wide it is inside an element, beside its scrollbar; 0 where nothing is laid out. Typing measures nothing anew. */
export function useRoom(element: Readonly<Ref<HTMLElement | null>>): Readonly<Ref<number>> {
  const room = ref(0)
  let stop = (): void => undefined
  watch(
    element,
    (target) => {
      stop()
      room.value = target?.clientWidth ?? 0
      if (!target || !('ResizeObserver' in globalThis)) return
      const resizes = new ResizeObserver(() => (room.value = target.clientWidth))
      resizes.observe(target)
      stop = () => resizes.disconnect()
    },
    { flush: 'post', immediate: true },
  )
  onScopeDispose(() => stop())
  return readonly(room)
}

/** Own widths stay as somebody made them; the others share what is missing by how far each gives way. */
function fitted(
  columns: readonly { readonly width: number; readonly least: number }[],
  room: number,
): readonly number[] {
  const all = columns.reduce((sum, { width }) => sum + width, 0)
  const slack = columns.reduce((sum, { width, least }) => sum + width - least, 0)
  const share = slack === 0 ? 0 : Math.min(1, Math.max(0, (all - room) / slack))
  return columns.map(({ width, least }) => Math.floor(width - (width - least) * share))
}

/**
 * How wide the columns are: their own width until somebody makes them wider or narrower, which is remembered under
 * the name of the grid; without a name for as long as the grid is there. `room`: what there is for all of them and the
 * row numbers, in pixels; 0 while that is not known.
 */
export function useGridWidths(
  columns: () => readonly GridColumn[],
  gridId: string,
  room: () => number = () => 0,
) {
  const memory = gridId === '' ? ownMemory() : useLayoutMemory()
  const changed = computed(() => memory.layoutOf(gridId)?.columns ?? [])
  const ownWidths = computed(
    () => new Map(changed.value.flatMap(({ id, width }) => (width === null ? [] : [[id, width]]))),
  )
  const widths = computed(() => {
    const wanted = columns().map(({ id, width, least = width }) => {
      const own = ownWidths.value.get(id)
      return own === undefined
        ? { width: bounded(width), least: bounded(least) }
        : { width: bounded(own), least: bounded(own) }
    })
    return room() === 0
      ? wanted.map(({ width }) => width)
      : fitted(wanted, room() - numberWidth - handleRoom)
  })
  /** Where each column begins, and where the last one ends. */
  const edges = computed(() =>
    widths.value.reduce((all, width) => [...all, (all.at(-1) ?? 0) + width], [numberWidth]),
  )

  /** Null gives a column its own width back. Columns that are not shown now keep theirs. */
  function setWidth(id: string, width: number | null): void {
    const others = changed.value.filter((column) => column.id !== id)
    const own = width === null ? [] : [{ id, width: bounded(width), hidden: false }]
    memory.saveLayout(gridId, layoutOf([...others, ...own]))
  }
  return {
    edges,
    setWidth,
    /** Why a width is not remembered; empty when it is, and where none was changed. */
    trouble: computed(() => (changed.value.length === 0 ? '' : memory.trouble.value)),
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
