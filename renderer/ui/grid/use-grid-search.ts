import { computed, nextTick, ref, watch } from 'vue'
import { findCells, nextMarked, nextPlace } from './find-cells.ts'
import type { GridModel } from './grid-model.ts'
import type { CellMarks, GridColumn, RowMark } from './grid-types.ts'
import type { GridCursor } from './use-grid-cursor.ts'

interface SearchOptions {
  readonly model: () => GridModel
  readonly columns: () => readonly GridColumn[]
  readonly markings: () => {
    readonly marks: CellMarks | undefined
    readonly rowMark: RowMark | undefined
  }
  readonly cursor: GridCursor
  /** Focuses the search. */
  readonly focusSearch: () => void
  readonly announce: (text: string) => void
}

/** Search in the grid for a text, and for cells with a remark. */
export function useGridSearch({
  model,
  columns,
  markings,
  cursor,
  focusSearch,
  announce,
}: SearchOptions) {
  const isOpen = ref(false)
  const text = ref('')
  const found = computed(() => {
    if (!isOpen.value || model().revision.value < 0) return []
    return findCells(model().rows(), columns(), text.value)
  })
  const at = computed(() => {
    const { row, column } = cursor.active.value
    return found.value.findIndex((place) => place.row === row && place.column === column)
  })
  // Typing shows the first hit at once.
  watch(text, () => {
    const { row, column } = cursor.active.value
    if (at.value < 0) show(nextPlace(found.value, { row, column: column - 1 }, 1))
  })

  /** Activates the hit without taking the focus from the search. */
  function show(index: number): void {
    const place = found.value[index]
    if (place) cursor.point(place)
  }
  async function open(wanted?: string): Promise<void> {
    isOpen.value = true
    if (wanted !== undefined) text.value = wanted
    await nextTick()
    focusSearch()
  }
  function close(): void {
    isOpen.value = false
    cursor.moveTo(cursor.active.value)
  }
  /** Started in the search, the focus stays there; by F3 it moves to the cell. */
  function go(direction: 1 | -1, isFromSearch: boolean): void {
    if (text.value.trim() === '') {
      void open()
      return
    }
    isOpen.value = true
    const next = nextPlace(found.value, cursor.active.value, direction)
    const place = found.value[next]
    if (!place) announce('Not found')
    else if (isFromSearch) show(next)
    else cursor.moveTo(place)
  }
  function nextProblem(direction: 1 | -1): boolean {
    const place = nextMarked(model().rows(), columns(), markings(), cursor.active.value, direction)
    if (place) cursor.moveTo(place)
    else announce('No problem is marked')
    return place !== undefined
  }

  /** Moves to the next error; false if there is none, or only warnings. */
  function nextError(): boolean {
    const { marks, rowMark } = markings()
    const place = nextMarked(model().rows(), columns(), markings(), cursor.active.value, 1)
    const key = place && model().rowAt(place.row)?.key
    if (!place || key === undefined) return false
    const ofCell = marks?.(key, columns()[place.column]?.id ?? '')?.kind
    if (ofCell !== 'error' && rowMark?.(key)?.kind !== 'error') return false
    cursor.moveTo(place)
    return true
  }

  return { isOpen, text, found, at, open, close, go, nextProblem, nextError }
}
