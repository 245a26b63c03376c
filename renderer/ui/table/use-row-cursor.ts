import { nextTick, ref, type Ref } from 'vue'

interface CursorOptions {
  readonly body: Ref<HTMLElement | null>
  readonly count: () => number
  readonly columns: () => number
  readonly pageSize: () => number
  readonly reveal: (index: number) => void
  readonly moved: (index: number) => void
  readonly open: (index: number) => void
  readonly escape: () => void
  /** Picks from one row to another, as Shift does; false if rows cannot be picked. */
  readonly extend: (from: number, to: number) => boolean
  /** Handles a key before the cursor does; true if it did. */
  readonly takes: (event: KeyboardEvent) => boolean
}

/** The active row, or a cell of it; -1 is "the row as a whole". */
export function useRowCursor(options: CursorOptions) {
  const activeIndex = ref(-1)
  const activeCell = ref(-1)

  async function focusActive(): Promise<void> {
    await nextTick()
    const row = options.body.value?.querySelector<HTMLElement>(`[data-row="${activeIndex.value}"]`)
    const target =
      activeCell.value < 0
        ? row
        : row?.querySelector<HTMLElement>(`[data-cell="${activeCell.value}"]`)
    target?.focus({ preventScroll: true })
  }

  function activate(index: number): void {
    if (index === activeIndex.value) return
    activeIndex.value = index
    options.moved(index)
  }

  /** Makes a row active without selecting it. */
  function setActive(index: number): void {
    activeIndex.value = index
    activeCell.value = -1
  }

  async function moveTo(index: number, isExtending = false): Promise<void> {
    const clamped = Math.min(Math.max(0, index), options.count() - 1)
    if (clamped < 0) return
    if (isExtending && options.extend(activeIndex.value, clamped)) activeIndex.value = clamped
    else activate(clamped)
    options.reveal(clamped)
    await focusActive()
  }

  async function moveToCell(cell: number): Promise<void> {
    activeCell.value = Math.min(Math.max(-1, cell), options.columns() - 1)
    await focusActive()
  }

  const steps: Record<string, (shift: boolean) => unknown> = {
    ArrowDown: (shift) => moveTo(activeIndex.value + 1, shift),
    ArrowUp: (shift) => moveTo(activeIndex.value - 1, shift),
    PageDown: (shift) => moveTo(activeIndex.value + options.pageSize(), shift),
    PageUp: (shift) => moveTo(activeIndex.value - options.pageSize(), shift),
    Home: (shift) => moveTo(0, shift),
    End: (shift) => moveTo(options.count() - 1, shift),
    ArrowRight: () => moveToCell(activeCell.value + 1),
    ArrowLeft: () => moveToCell(activeCell.value - 1),
    Enter: () => options.open(activeIndex.value),
    Escape: options.escape,
  }

  function onKeydown(event: KeyboardEvent): void {
    const step = steps[event.key]
    const isWithinControl =
      (event.target as HTMLElement).closest('button, a, input, select, textarea') !== null
    if (!isWithinControl && options.takes(event)) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    if (!step || isWithinControl || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
    step(event.shiftKey)
  }

  return { activeIndex, activeCell, activate, setActive, moveTo, onKeydown }
}
