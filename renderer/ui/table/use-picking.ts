import { computed, shallowRef, watch, type Ref } from 'vue'
import type { RowWindow } from './rows.ts'

interface PickingOptions<Row> {
  readonly source: Readonly<Ref<RowWindow<Row>>>
  readonly rowKey: (row: Row) => string
  /** Rows from..to are picked as soon as they are loaded. */
  readonly need: (from: number, to: number) => void
}

/** The start of a range of picks. */
interface Anchor<Row> {
  readonly index: number
  readonly key: string | undefined
  /** The rows that were picked before the range. */
  readonly before: ReadonlyMap<string, Row>
}

/** The picked rows by key: scrolling and reading the list again changes nothing. */
export function usePicking<Row>({ source, rowKey, need }: PickingOptions<Row>) {
  const picked = shallowRef<ReadonlyMap<string, Row>>(new Map())
  let anchor: Anchor<Row> | undefined
  /** The range that waits for rows that are not loaded yet. */
  let waiting: number | undefined

  const keyAt = (index: number): string | undefined => {
    const row = source.value.rowAt(index)
    return row === undefined ? undefined : rowKey(row)
  }
  const anchorAt = (index: number): Anchor<Row> => ({
    index,
    key: keyAt(index),
    before: picked.value,
  })

  function setAnchor(index: number): void {
    anchor = anchorAt(index)
    waiting = undefined
  }

  function toggle(index: number): void {
    const row = source.value.rowAt(index)
    if (row === undefined) return
    const next = new Map(picked.value)
    if (!next.delete(rowKey(row))) next.set(rowKey(row), row)
    picked.value = next
    setAnchor(index)
  }

  /**
   * Picks from the anchor to here; without an anchor the range begins at `from`, or here if that is
   * none.
   */
  function extend(from: number, to: number): void {
    anchor ??= anchorAt(from < 0 ? to : from)
    const start = startOf(anchor)
    const next = new Map(anchor.before)
    let missing = 0
    for (let index = Math.min(start, to); index <= Math.max(start, to); index += 1) {
      const row = source.value.rowAt(index)
      if (row === undefined) missing += 1
      else next.set(rowKey(row), row)
    }
    picked.value = next
    waiting = missing > 0 ? to : undefined
    if (missing > 0) need(Math.min(start, to), Math.max(start, to))
  }

  /** The anchor is a row and not an index: new rows above may have moved it. */
  function startOf({ index, key }: Anchor<Row>): number {
    if (key === undefined || keyAt(index) === key) return index
    for (let at = 0; at < source.value.count; at += 1) if (keyAt(at) === key) return at
    return index
  }

  function set(next: ReadonlyMap<string, Row>): void {
    picked.value = next
    anchor = undefined
    waiting = undefined
  }

  /** Every loaded row. */
  const listed = computed(() => {
    const rows: Row[] = []
    for (let index = 0; index < source.value.count; index += 1) {
      const row = source.value.rowAt(index)
      if (row !== undefined) rows.push(row)
    }
    return rows
  })
  const pickedHere = () => listed.value.filter((row) => picked.value.has(rowKey(row)))

  // Picked rows are copied and added up with their present values, not with those at the time of
  // picking.
  watch(source, () => {
    if (picked.value.size === 0 && waiting === undefined) return
    if (waiting !== undefined && anchor) extend(anchor.index, waiting)
    const next = new Map(picked.value)
    for (const row of listed.value) if (next.has(rowKey(row))) next.set(rowKey(row), row)
    picked.value = next
  })

  /** The picked rows in the order of the list, then those that it does not show now. */
  function inOrder(): Row[] {
    const here = pickedHere()
    const keys = new Set(here.map(rowKey))
    return [...here, ...[...picked.value].filter(([key]) => !keys.has(key)).map(([, row]) => row)]
  }

  return {
    picked,
    /** The number of picked rows that the list does not show now: filtered out, or not loaded. */
    elsewhere: computed(() =>
      picked.value.size === 0 ? 0 : picked.value.size - pickedHere().length,
    ),
    listed,
    inOrder,
    toggle,
    extend,
    setAnchor,
    pickListed: () => set(new Map(listed.value.map((row) => [rowKey(row), row]))),
    clear: () => set(new Map()),
  }
}
