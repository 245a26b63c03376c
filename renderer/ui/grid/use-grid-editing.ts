import { shallowRef } from 'vue'
import type { GridModel } from './grid-model.ts'
import type { GridColumn } from './grid-types.ts'
import type { GridCursor } from './use-grid-cursor.ts'

/** A cell that is being written. */
export interface EditedCell {
  /** Undefined on the empty row at the end. */
  readonly key: string | undefined
  readonly row: number
  readonly at: number
  readonly column: GridColumn
  readonly text: string
  /** Typed over: arrows go on to the next cell. With F2 they move within the text. */
  readonly isTypedOver: boolean
  /** Counts: each beginning is an editor of its own, also in the same cell. */
  readonly turn: number
}

interface EditingHost {
  readonly model: () => GridModel
  readonly columns: () => readonly GridColumn[]
  readonly isReadonly: () => boolean
  readonly cursor: GridCursor
  readonly focus: () => void
}

/** Writing in one cell: begun by typing over it or by F2, kept by whatever leads away, dropped by Escape. */
export function useGridEditing({ model, columns, isReadonly, cursor, focus }: EditingHost) {
  const edited = shallowRef<EditedCell>()
  let turn = 0

  /** Begins with what stands there, or with what was typed over it. */
  function begin(typed?: string): void {
    const { row, column: at } = cursor.active.value
    const column = columns()[at]
    if (isReadonly() || !column || column.tells) return
    const here = model().rowAt(row)
    const text = typed ?? here?.cells[column.id] ?? ''
    turn += 1
    edited.value = { key: here?.key, row, at, column, text, isTypedOver: typed !== undefined, turn }
    cursor.collapse()
  }
  /** Keeps a text in the cell that was begun with, wherever its row stands now. */
  function keep(text: string): void {
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

  return { edited, begin, keep, cancel }
}
export type GridEditing = ReturnType<typeof useGridEditing>
