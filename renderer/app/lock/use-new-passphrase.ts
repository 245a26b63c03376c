/**
 * Replaces the operator's own passphrase: the typed text, the reason why it cannot be sent yet, and
 * the request.
 */
import { computed, ref } from 'vue'
import { useWorkstation } from '../../state/stores/workstation.store.ts'
import { whyNotTaken } from './lock-text.ts'
import { useRequest } from './use-request.ts'

const empty = () => ({ current: '', next: '', again: '' })

/** Starts empty, and is emptied again after a success. */
export function useNewPassphrase() {
  const workstation = useWorkstation()
  const { busy, refusal, send } = useRequest()
  const typed = ref(empty())
  const whyNot = computed(() =>
    typed.value.current === ''
      ? 'Type the current passphrase'
      : whyNotTaken(typed.value.next, typed.value.again),
  )
  const clear = (): void => {
    typed.value = empty()
  }
  /** True if the passphrase was replaced. */
  async function replace(): Promise<boolean> {
    if (whyNot.value !== '' || busy.value) return false
    const { current, next } = typed.value
    const isReplaced = await send(() => workstation.changePassphrase(current, next))
    if (isReplaced) clear()
    return isReplaced
  }
  return { typed, busy, refusal, whyNot, clear, replace }
}
