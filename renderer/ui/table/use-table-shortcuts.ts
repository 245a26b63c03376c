/**
 * The tools of a table by keyboard; of several tables on the screen, those of the last used one.
 */
import { inject, onMounted, useId, type InjectionKey } from 'vue'

/** The keys of a table; those of its tools are shown in their tooltips. */
export const toolKeys = {
  columns: 'Mod+Shift+K',
  export: 'Mod+Shift+Y',
  all: 'Mod+A',
  next: 'J',
  previous: 'K',
} as const

export interface TableShortcut {
  readonly id: string
  readonly keys: string
  readonly title: string
  readonly group: string
  readonly run: () => void
  readonly when: () => boolean
}

/** Registers shortcuts while the calling component is mounted; provided by the window. */
export const tableShortcutsKey: InjectionKey<(list: readonly TableShortcut[]) => void> =
  Symbol('table shortcuts')

interface ToolOptions {
  readonly label: () => string
  /** The element that contains the table and its tools. */
  readonly root: () => HTMLElement | null | undefined
  readonly acts: Readonly<Partial<Record<keyof typeof toolKeys, () => void>>>
}

const titles = {
  columns: 'Columns',
  export: 'Export',
  all: 'Select all rows',
  next: 'Next row',
  previous: 'Previous row',
} as const

/** The table that had the focus last, wherever the focus is now. */
let lastUsed: HTMLElement | undefined

function isInUse(root: HTMLElement | null | undefined): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-tools]')]
  return root === (all.find((one) => one === lastUsed) ?? all[0])
}

/** In a field, Ctrl+A selects the text of the field. */
function isInField(): boolean {
  const at = document.activeElement
  if (!(at instanceof HTMLElement)) return false
  if (at instanceof HTMLInputElement && ['checkbox', 'radio'].includes(at.type)) return false
  return at.isContentEditable || at.matches('input, textarea, select, [role=textbox]')
}

/** Registers the keys of a table's tools while it is mounted. */
export function useTableShortcuts({ label, root, acts }: ToolOptions): void {
  const id = useId()
  onMounted(() => {
    const here = root()
    here?.addEventListener('focusin', () => (lastUsed = here))
    if (here?.contains(document.activeElement) === true) lastUsed = here
  })
  const list = (Object.keys(toolKeys) as (keyof typeof toolKeys)[]).flatMap(
    (act): TableShortcut[] => {
      const run = acts[act]
      if (!run) return []
      return [
        {
          id: `table.${act}.${id}`,
          keys: toolKeys[act],
          get title() {
            return `${titles[act]}: ${label()}`
          },
          group: 'Tables',
          when: () => isInUse(root()) && (act !== 'all' || !isInField()),
          run,
        },
      ]
    },
  )
  inject(tableShortcutsKey, undefined)?.(list)
}
