import { matchesChord, parseKeys, type Chord } from '../keys.ts'
import type { GridActs } from './use-grid-acts.ts'
import type { GridCursor } from './use-grid-cursor.ts'
import type { GridEditing } from './use-grid-editing.ts'

interface KeysOptions {
  readonly cursor: GridCursor
  readonly editing: GridEditing
  readonly acts: GridActs
  readonly open: () => void
  readonly find: () => void
  readonly findNext: (direction: 1 | -1) => void
  readonly nextProblem: (direction: 1 | -1) => void
  readonly widen: (by: number) => void
}

interface Bound {
  readonly chord: Chord | undefined
  readonly run: () => void
}

const widthStep = 16

/** The keys of the actions and their names, for the help under the grid. */
export const gridKeys = [
  ['F2', 'Edit the cell; typing replaces it'],
  ['Escape', 'Cancel the edit; then Tab leaves the grid'],
  ['Mod+D', 'Fill down'],
  ['Mod+Z', 'Undo'],
  ['Mod+Shift+Z', 'Redo'],
  ['Mod+F', 'Find'],
  ['F3', 'Next match'],
  ['F8', 'Next problem'],
  ['Shift+F8', 'Previous problem'],
  ['F4', 'Show row details; press again to enter them'],
  ['Mod+Shift+Plus', 'Insert rows'],
  ['Mod+-', 'Delete rows'],
  ['Shift+Space', 'Select the row'],
  ['Mod+Space', 'Select the column'],
  ['Alt+Shift+Right', 'Widen the column'],
  ['Alt+Shift+Left', 'Narrow the column'],
] as const

/** The keyboard of the grid outside edit mode. */
export function useGridKeys(options: KeysOptions) {
  const { cursor, editing, acts } = options
  const bind = (keys: string, run: () => void): Bound => ({ chord: parseKeys(keys)[0], run })
  const markRow = (): void => cursor.markRows(cursor.range.value.top, cursor.range.value.bottom)
  const bound: readonly Bound[] = [
    bind('F2', () => editing.begin()),
    bind('F4', options.open),
    bind('Alt+Enter', options.open),
    bind('Delete', acts.clear),
    bind('Backspace', () => editing.begin('')),
    bind('Mod+A', cursor.markAll),
    bind('Mod+D', acts.fillDown),
    bind('Mod+Z', acts.undo),
    bind('Mod+Shift+Z', acts.redo),
    bind('Mod+Y', acts.redo),
    bind('Mod+F', options.find),
    bind('F3', () => options.findNext(1)),
    bind('Shift+F3', () => options.findNext(-1)),
    bind('F8', () => options.nextProblem(1)),
    bind('Shift+F8', () => options.nextProblem(-1)),
    bind('Shift+Space', markRow),
    bind('Mod+Space', () => cursor.markColumn(cursor.active.value.column)),
    bind('Alt+Shift+Right', () => options.widen(widthStep)),
    bind('Alt+Shift+Left', () => options.widen(-widthStep)),
    bind('Mod+-', acts.removeRows),
  ]
  /** After Escape the next Tab leaves the grid. */
  let isLeaving = false

  const isMod = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey
  /** Ctrl+Shift+Plus: the sign is on different keys in different layouts. */
  const isPlus = (event: KeyboardEvent): boolean =>
    isMod(event) && !event.altKey && event.shiftKey && ['+', '=', '*'].includes(event.key)

  function tab(isBack: boolean): boolean {
    if (isLeaving) return false
    return cursor.step(isBack ? -1 : 1)
  }
  function moved(event: KeyboardEvent): boolean {
    if (event.altKey) return false
    if (event.key === 'Tab' && !isMod(event)) return tab(event.shiftKey)
    if (event.key === 'Enter' && !isMod(event)) {
      cursor.enter(event.shiftKey ? -1 : 1)
      return true
    }
    return cursor.move(event.key, isMod(event), event.shiftKey)
  }
  function acted(event: KeyboardEvent): boolean {
    if (isPlus(event)) {
      acts.insertRows()
      return true
    }
    const found = bound.find(({ chord }) => chord && matchesChord(event, chord))
    found?.run()
    return found !== undefined
  }
  function typed(event: KeyboardEvent): boolean {
    if (event.key.length !== 1 || isMod(event) || event.altKey) return false
    editing.begin(event.key)
    return true
  }

  function onKeydown(event: KeyboardEvent): void {
    if (event.isComposing || event.defaultPrevented) return
    if (event.key === 'Escape') {
      // The first Escape is for the marked cells, the next for the window, which may close what
      // contains the grid.
      isLeaving = true
      return
    }
    const isTaken = acted(event) || moved(event) || typed(event)
    if (event.key !== 'Shift') isLeaving = false
    if (!isTaken) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onKeydown }
}
