/** Reads data of a screen once the store of the profile is open. */
import { watch } from 'vue'
import { useWorkstation } from './stores/workstation.store.ts'

/**
 * Calls `read` at once, or when the store opens, and again when it works after a failure. A store
 * that could not be opened is queried too: its answer has the reason why there is no list.
 */
export function whenStoreOpens(read: () => unknown): void {
  const workstation = useWorkstation()
  watch(
    [() => workstation.storeAnswers, () => workstation.storeWorks],
    ([answers, works], [, worked]) => {
      // What was read before the database of a team was lost stays.
      const isLost = worked === true && !works
      if (answers && !isLost) void read()
    },
    { immediate: true },
  )
}
