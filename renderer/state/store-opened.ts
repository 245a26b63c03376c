/** Reads data of a screen once the store of the profile is open. */
import { watch } from 'vue'
import { useWorkstation } from './stores/workstation.store.ts'

/**
 * Calls `read` at once, or when the store opens. A store that could not be opened is queried too:
 * its answer has the reason why there is no list.
 */
export function whenStoreOpens(read: () => unknown): void {
  const workstation = useWorkstation()
  watch(
    () => workstation.storeAnswers,
    (answers) => answers && void read(),
    { immediate: true },
  )
}
