/** Debounce for typed filters: the action runs once typing has paused. */
import { onScopeDispose } from 'vue'

/** The length of the pause. */
const settleMs = 150

/** Runs `act` when the last call is `afterMs` ago; never after its component is unmounted. */
export function useDebounced(act: () => void, afterMs = settleMs): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(settling))
  return () => {
    clearTimeout(settling)
    settling = setTimeout(act, afterMs)
  }
}
