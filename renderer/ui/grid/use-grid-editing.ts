import { shallowRef } from 'vue'
import type { GridModel } from './grid-model.ts'
import type { GridColumn } from './grid-types.ts'
import type { GridCursor } from './use-grid-cursor.ts'

/** The cell in edit mode. */
export interface EditedCell {
  /** Undefined for the empty row at the end. */
  readonly key: string | undefined
  readonly row: number
  readonly at: number
  readonly column: GridColumn
  readonly text: string
  /**
   * The text was typed over: arrow keys move to the next cell. After F2 they move within the text.
   */
  readonly isTypedOver: boolean
  /** A counter: each start is a new editor, also in the same cell. */
  readonly turn: number
}

interface EditingOptions {
  readonly model: () => GridModel
  readonly columns: () => readonly GridColumn[]
  readonly isReadonly: () => boolean
  readonly cursor: GridCursor
  readonly focus: () => void
}

/**
 * Editing one cell: started by typing over it or by F2, saved by every move away, cancelled by
 * Escape.
 */
export function useGridEditing({ model, columns, isReadonly, cursor, focus }: EditingOptions) {
  const edited = shallowRef<EditedCell>()
  let turn = 0

  /** Starts with the present text, or with the typed one. */
  function begin(typed?: string): void {
    const { row, column: at } = cursor.active.value
    const column = columns()[at]
    if (isReadonly() || !column || column.computedFact) return
    const here = model().rowAt(row)
    const text = typed ?? here?.cells[column.id] ?? ''
    turn += 1
    edited.value = { key: here?.key, row, at, column, text, isTypedOver: typed !== undefined, turn }
    cursor.collapse()
  }
  /** Saves a text in the cell where editing started, wherever its row is now. */
  function commit(text: string): void {
    const cell = edited.value
    if (!cell) return
    edited.value = undefined
    const index = cell.key === undefined ? model().count() : model().indexOf(cell.key)
    if (index >= 0) model().write([{ index, cells: { [cell.column.id]: text } }], 'typed')
  }
  function cancel(): void {
    edited.value = undefined
    focus()
  }

  return { edited, begin, commit, cancel }
}
export type GridEditing = ReturnType<typeof useGridEditing>
