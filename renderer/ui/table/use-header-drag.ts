import { ref } from 'vue'

interface DragOptions {
  readonly resize: (id: string, width: number) => void
  /** Null: to the end. */
  readonly move: (id: string, before: string | null) => void
}

/** How far a pointer must move before a press becomes a drag, in pixels. */
const threshold = 6

/** The drop position of a dragged column. */
interface Landing {
  readonly id: string
  readonly before: string | null
}

const cellOf = (event: PointerEvent): HTMLElement | null =>
  (event.currentTarget as HTMLElement).closest<HTMLElement>('th[data-column]')

/**
 * Reports the moves of one pointer until it is released; if the system takes the pointer away, the
 * drag is cancelled.
 */
function followPointer(
  event: PointerEvent,
  moved: (event: PointerEvent) => void,
  ended: (isDropped: boolean) => void,
): void {
  const { pointerId } = event
  const ending = new AbortController()
  const { signal } = ending
  const mine = (then: (event: PointerEvent) => void) => (next: PointerEvent) =>
    next.pointerId === pointerId && then(next)
  const end = (isDropped: boolean) => (): void => {
    ending.abort()
    ended(isDropped)
  }
  window.addEventListener('pointermove', mine(moved), { signal })
  window.addEventListener('pointerup', mine(end(true)), { signal })
  window.addEventListener('pointercancel', mine(end(false)), { signal })
}

/** The column after the pointer, by the middles of the header cells. */
function columnAfter(header: HTMLElement, x: number): string | null {
  const cells = [...header.querySelectorAll<HTMLElement>('th[data-column]')]
  const after = cells.find((cell) => {
    const { left, width } = cell.getBoundingClientRect()
    return x < left + width / 2
  })
  return after?.dataset['column'] ?? null
}

/** Widths by dragging the edge of a header, order by dragging the header itself. */
export function useHeaderDrag({ resize, move }: DragOptions) {
  const landing = ref<Landing>()
  /** The press that ended a drag was no click. */
  let wasDragged = false

  function startResize(event: PointerEvent): void {
    const cell = cellOf(event)
    const id = cell?.dataset['column']
    if (!cell || id === undefined || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const first = cell.getBoundingClientRect().width
    followPointer(
      event,
      (next) => resize(id, first + next.clientX - event.clientX),
      () => undefined,
    )
  }

  function startMove(event: PointerEvent): void {
    const cell = cellOf(event)
    const header = cell?.parentElement
    const id = cell?.dataset['column']
    wasDragged = false
    if (!header || id === undefined || event.button !== 0) return
    followPointer(
      event,
      (next) => {
        if (!landing.value && Math.abs(next.clientX - event.clientX) < threshold) return
        wasDragged = true
        landing.value = { id, before: columnAfter(header, next.clientX) }
      },
      (isDropped) => {
        const { value } = landing
        landing.value = undefined
        if (isDropped && value && value.before !== id) move(id, value.before)
      },
    )
  }

  return { landing, startResize, startMove, isClick: () => !wasDragged }
}
