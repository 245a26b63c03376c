import { computed, onScopeDispose, readonly, ref, watch, type Ref } from 'vue'
import { ownMemory, useLayoutMemory } from '../table/layout-memory.ts'
import type { ColumnLayout, TableLayout } from '../table/table-host.ts'
import { within } from './cell-range.ts'
import type { GridColumn } from './grid-types.ts'

/** The width of the row numbers, in pixels. */
export const numberWidth = 52
const leastWidth = 40
const mostWidth = 640
const bounded = (width: number): number =>
  Math.max(leastWidth, within(Math.round(width), mostWidth))

/** The columns without an order: the owner of a grid sets it. */
const layoutOf = (columns: readonly ColumnLayout[]): TableLayout | null =>
  columns.length === 0 ? null : { columns, sort: null }

/**
 * The inner width and height of an element without its scrollbars; 0 without layout. Typing causes
 * no new measurement.
 */
export function useRoom(element: Readonly<Ref<HTMLElement | null>>) {
  const [width, height] = [ref(0), ref(0)]
  function measure(target: HTMLElement | null): void {
    width.value = target?.clientWidth ?? 0
    height.value = target?.clientHeight ?? 0
  }
  let stop = (): void => undefined
  watch(
    element,
    (target) => {
      stop()
      measure(target)
      if (!target || !('ResizeObserver' in globalThis)) return
      const resizes = new ResizeObserver(() => measure(target))
      resizes.observe(target)
      stop = () => resizes.disconnect()
    },
    { flush: 'post', immediate: true },
  )
  onScopeDispose(() => stop())
  return { width: readonly(width), height: readonly(height) }
}

const sumOf = (all: readonly number[]): number => all.reduce((sum, one) => sum + one, 0)

/**
 * Widths set by the operator stay; the others share the missing width by how far each may shrink,
 * and those that grow share the rest, to the last pixel.
 */
function fitted(
  columns: readonly { readonly width: number; readonly least: number; readonly grow: number }[],
  room: number,
): readonly number[] {
  const missing = sumOf(columns.map(({ width }) => width)) - room
  const slack = sumOf(columns.map(({ width, least }) => width - least))
  const share = slack === 0 ? 0 : Math.min(1, Math.max(0, missing / slack))
  const widths = columns.map(({ width, least }) => Math.floor(width - (width - least) * share))
  const shares = columns.map(({ grow }) => grow)
  const spare = Math.max(0, room - sumOf(widths)) / Math.max(1, sumOf(shares))
  const givenTo = (end: number): number => Math.round(spare * sumOf(shares.slice(0, end)))
  return widths.map((width, at) => width + givenTo(at + 1) - givenTo(at))
}

/**
 * The column widths: their own until the operator changes them. Changed widths are remembered under
 * the name of the grid, or without a name only while the grid exists. `room`: the width for all
 * columns and the row numbers, in pixels; 0 while unknown.
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
    const wanted = columns().map(({ id, width, least = width, grow = 0 }) => {
      const own = ownWidths.value.get(id)
      return own === undefined
        ? { width: bounded(width), least: bounded(least), grow }
        : { width: bounded(own), least: bounded(own), grow: 0 }
    })
    return room() === 0 ? wanted.map(({ width }) => width) : fitted(wanted, room() - numberWidth)
  })
  /** The left edge of each column, and the right edge of the last one. */
  const edges = computed(() =>
    widths.value.reduce((all, width) => [...all, (all.at(-1) ?? 0) + width], [numberWidth]),
  )

  /** Null restores a column's own width. Columns that are not shown keep theirs. */
  function setWidth(id: string, width: number | null): void {
    const others = changed.value.filter((column) => column.id !== id)
    const own = width === null ? [] : [{ id, width: bounded(width), hidden: false }]
    memory.saveLayout(gridId, layoutOf([...others, ...own]))
  }
  return {
    edges,
    setWidth,
    /** Why a width is not remembered; empty if it is, and if none was changed. */
    trouble: computed(() => (changed.value.length === 0 ? '' : memory.trouble.value)),
    widen: (index: number, by: number): void => {
      const id = columns()[index]?.id
      if (id !== undefined) setWidth(id, (widths.value[index] ?? 0) + by)
    },
    /** The tracks that the header and the rows share. */
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
