import { inject, ref, shallowRef } from 'vue'
import { tableHostKey, type TableHost, type TableLayout } from './table-host.ts'

/** The storage for the layouts of tables and grids. */
export type LayoutMemory = Omit<TableHost, 'exportRows'>

/** Without the storage of a window, a layout lasts as long as its table. */
export function ownMemory(): LayoutMemory {
  const layout = shallowRef<TableLayout | null>(null)
  return {
    layoutOf: () => layout.value,
    saveLayout: (_table, next) => (layout.value = next),
    trouble: ref(''),
  }
}

/** The storage of the window, per operator, or otherwise one of its own. */
export const useLayoutMemory = (): LayoutMemory =>
  inject<LayoutMemory>(tableHostKey, ownMemory, true)
