/** Replacing one's own passphrase: what is typed, why it cannot be sent yet, and the sending. */
import { computed, ref } from 'vue'
import { useWorkstation } from '../../state/stores/workstation.store.ts'
import { whyNotTaken } from './lock-text.ts'
import { useRequest } from './use-asking.ts'

const empty = () => ({ current: '', next: '', again: '' })

/** Begins empty, and is empty again once it was taken. */
export function useNewPassphrase() {
  const workstation = useWorkstation()
  const { busy, refusal, ask } = useRequest()
  const typed = ref(empty())
  const whyNot = computed(() =>
    typed.value.current === ''
      ? 'Type the passphrase until now'
      : whyNotTaken(typed.value.next, typed.value.again),
  )
  const clear = (): void => {
    typed.value = empty()
  }
  /** True when it was replaced. */
  async function replace(): Promise<boolean> {
    if (whyNot.value !== '' || busy.value) return false
    const { current, next } = typed.value
    const isReplaced = await ask(() => workstation.changePassphrase(current, next))
    if (isReplaced) clear()
    return isReplaced
  }
  return { typed, busy, refusal, whyNot, clear, replace }
}
