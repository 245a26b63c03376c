import { onBeforeUnmount, shallowRef, type Ref } from 'vue'
import { fillTarget, type CellPlace, type CellRange } from './cell-range.ts'
import type { GridCursor } from './use-grid-cursor.ts'

interface PointerOptions {
  readonly body: Ref<HTMLElement | null>
  readonly cursor: GridCursor
  /** The cell at a point, in pixels from the corner of the rows. */
  readonly placeAt: (x: number, y: number) => CellPlace
  readonly fill: (source: CellRange, target: CellRange) => void
  readonly edit: () => void
}

/** How often a drag beyond the edge scrolls on, in milliseconds. */
const onwardMs = 60

/** Marking by mouse, whole rows by their numbers, and filling by the handle. */
export function useGridPointer({ body, cursor, placeAt, fill, edit }: PointerOptions) {
  /** The cells that the handle would fill if it were released now. */
  const filling = shallowRef<CellRange>()
  let ending: AbortController | undefined
  let onward: ReturnType<typeof setInterval> | undefined

  function placeOf(event: MouseEvent): CellPlace {
    const { left = 0, top = 0 } = body.value?.getBoundingClientRect() ?? {}
    return placeAt(event.clientX - left, event.clientY - top)
  }
  function end(): void {
    clearInterval(onward)
    ending?.abort()
    ending = undefined
  }
  onBeforeUnmount(end)
  /**
   * Reports every cell under the pointer until it is released; if the system takes the pointer, the
   * drag is cancelled.
   */
  function follow(reached: (place: CellPlace) => void, ended: (isDropped: boolean) => void): void {
    end()
    const mine = new AbortController()
    ending = mine
    const { signal } = mine
    let last: MouseEvent | undefined
    const go = (): void => {
      if (last) reached(placeOf(last))
    }
    onward = setInterval(go, onwardMs)
    const moved = (event: PointerEvent): void => {
      last = event
      go()
    }
    const stop = (isDropped: boolean) => (): void => {
      end()
      ended(isDropped)
    }
    window.addEventListener('pointermove', moved, { signal })
    window.addEventListener('pointerup', stop(true), { signal })
    window.addEventListener('pointercancel', stop(false), { signal })
  }

  function onPointerdown(event: PointerEvent): void {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const isNumber = event.target.closest('[data-row-number]') !== null
    if (!isNumber && event.target.closest('[data-cell]') === null) return
    // The browser would mark text and take the focus from the cell.
    event.preventDefault()
    const place = placeOf(event)
    if (isNumber) {
      const from = event.shiftKey ? cursor.active.value.row : place.row
      cursor.markRows(from, place.row)
      follow(
        ({ row }) => cursor.markRows(from, row),
        () => undefined,
      )
      return
    }
    if (event.shiftKey) cursor.extendTo(place)
    else cursor.moveTo(place)
    follow(cursor.extendTo, () => undefined)
  }
  function onDoubleClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest('[data-cell]')) edit()
  }
  function startFill(event: PointerEvent): void {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    const source = cursor.range.value
    follow(
      (place) => (filling.value = fillTarget(source, place)),
      (isDropped) => {
        const target = filling.value
        filling.value = undefined
        if (isDropped && target) fill(source, target)
      },
    )
  }

  return { filling, onPointerdown, onDoubleClick, startFill }
}
