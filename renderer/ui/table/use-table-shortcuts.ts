/** The tools of a table by keyboard: where several stand on the screen, those of the one that was last in use. */
import { inject, onMounted, useId, type InjectionKey } from 'vue'

/** The keys of the tools, as their tooltips say them. */
export const toolKeys = { columns: 'Mod+Shift+K', export: 'Mod+Shift+Y' } as const

/** One act of a table and the keys that start it. */
export interface TableShortcut {
  readonly id: string
  readonly keys: string
  readonly title: string
  readonly group: string
  readonly run: () => void
  readonly when: () => boolean
}

/** Registers them for as long as the component that asks is on the screen; provided by the window. */
export const tableShortcutsKey: InjectionKey<(list: readonly TableShortcut[]) => void> =
  Symbol('table shortcuts')

interface ToolHost {
  readonly label: () => string
  /** What holds the table and its tools. */
  readonly root: () => HTMLElement | null | undefined
  readonly acts: Readonly<Partial<Record<keyof typeof toolKeys, () => void>>>
}

const titles = { columns: 'Columns', export: 'Export' } as const

/** The table that had the focus last, wherever the focus is now. */
let lastUsed: HTMLElement | undefined

function isInUse(root: HTMLElement | null | undefined): boolean {
  const all = [...document.querySelectorAll<HTMLElement>('[data-tools]')]
  return root === (all.find((one) => one === lastUsed) ?? all[0])
}

/** Gives the tools of a table their keys, while they are there. */
export function useTableShortcuts({ label, root, acts }: ToolHost): void {
  const id = useId()
  onMounted(() => {
    const here = root()
    here?.addEventListener('focusin', () => (lastUsed = here))
    if (here?.contains(document.activeElement) === true) lastUsed = here
  })
  const list = (['columns', 'export'] as const).flatMap((act): TableShortcut[] => {
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
        when: () => isInUse(root()),
        run,
      },
    ]
  })
  inject(tableShortcutsKey, undefined)?.(list)
}
