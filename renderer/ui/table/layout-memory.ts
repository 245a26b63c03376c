import { inject, ref, shallowRef } from 'vue'
import { tableHostKey, type TableHost, type TableLayout } from './table-host.ts'

/** Where it is remembered how tables and grids are arranged. */
export type LayoutMemory = Omit<TableHost, 'exportRows'>

/** Where no window remembers it, an arrangement lasts as long as what is arranged. */
export function ownMemory(): LayoutMemory {
  const layout = shallowRef<TableLayout | null>(null)
  return {
    layoutOf: () => layout.value,
    saveLayout: (_table, next) => (layout.value = next),
    trouble: ref(''),
  }
}

/** The memory of the window, per operator, or else one of its own. */
export const useLayoutMemory = (): LayoutMemory =>
  inject<LayoutMemory>(tableHostKey, ownMemory, true)
