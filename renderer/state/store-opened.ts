/** What a screen reads, it reads once the store of the profile is open. */
import { watch } from 'vue'
import { useWorkstation } from './stores/workstation.store.ts'

/** Reads at once, or when the store opens. One that was refused is asked too: its answer says why there is no list. */
export function whenStoreOpens(read: () => unknown): void {
  const workstation = useWorkstation()
  watch(
    () => workstation.state?.store.state,
    (store) => {
      if (store === 'open' || store === 'refused') void read()
    },
    { immediate: true },
  )
}
