import { nextTick, ref, type Ref } from 'vue'

interface CursorHost {
  readonly body: Ref<HTMLElement | null>
  readonly count: () => number
  readonly columns: () => number
  readonly pageSize: () => number
  readonly reveal: (index: number) => void
  readonly moved: (index: number) => void
  readonly open: (index: number) => void
  readonly escape: () => void
}

/** Where the keyboard stands: a row, or a cell of it; -1 is "the row as a whole". */
export function useRowCursor(host: CursorHost) {
  const activeIndex = ref(-1)
  const activeCell = ref(-1)

  async function focusActive(): Promise<void> {
    await nextTick()
    const row = host.body.value?.querySelector<HTMLElement>(`[data-row="${activeIndex.value}"]`)
    const target =
      activeCell.value < 0
        ? row
        : row?.querySelector<HTMLElement>(`[data-cell="${activeCell.value}"]`)
    target?.focus({ preventScroll: true })
  }

  function activate(index: number): void {
    if (index === activeIndex.value) return
    activeIndex.value = index
    host.moved(index)
  }

  async function moveTo(index: number): Promise<void> {
    const clamped = Math.min(Math.max(0, index), host.count() - 1)
    if (clamped < 0) return
    activate(clamped)
    host.reveal(clamped)
    await focusActive()
  }

  async function moveToCell(cell: number): Promise<void> {
    activeCell.value = Math.min(Math.max(-1, cell), host.columns() - 1)
    await focusActive()
  }

  const steps: Record<string, () => unknown> = {
    ArrowDown: () => moveTo(activeIndex.value + 1),
    ArrowUp: () => moveTo(activeIndex.value - 1),
    PageDown: () => moveTo(activeIndex.value + host.pageSize()),
    PageUp: () => moveTo(activeIndex.value - host.pageSize()),
    Home: () => moveTo(0),
    End: () => moveTo(host.count() - 1),
    ArrowRight: () => moveToCell(activeCell.value + 1),
    ArrowLeft: () => moveToCell(activeCell.value - 1),
    Enter: () => host.open(activeIndex.value),
    Escape: host.escape,
  }

  function onKeydown(event: KeyboardEvent): void {
    const step = steps[event.key]
    const isWithinControl =
      (event.target as HTMLElement).closest('button, a, input, select') !== null
    if (!step || isWithinControl || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.key === 'Escape') event.stopPropagation()
    step()
  }

  return { activeIndex, activeCell, activate, moveTo, onKeydown }
}
