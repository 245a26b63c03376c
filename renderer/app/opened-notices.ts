/** A clicked notification opens its record as soon as somebody is signed in. */
import { watch } from 'vue'
import { bridge, onEvent } from '../state/bridge.ts'
import { useWorkstation } from '../state/stores/workstation.store.ts'

/** Opens the address of the last click: when main reports a click, and after a sign-in. */
export function useOpenedNotices(open: (address: string) => void): void {
  const workstation = useWorkstation()
  async function openNotice(): Promise<void> {
    if (!workstation.isSignedIn || !workstation.storeIsOpen) return
    const answer = await bridge().notices.takeOpened()
    if (answer.ok && answer.value.address !== null) open(answer.value.address)
  }
  watch([() => workstation.isSignedIn, () => workstation.storeIsOpen], () => void openNotice(), {
    immediate: true,
  })
  onEvent('notices', 'clicked', openNotice)
}
