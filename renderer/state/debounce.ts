/** Waiting for the end of a word: what is asked for letter by letter is done once nothing more is typed. */
import { onScopeDispose } from 'vue'

/** How long nothing is typed or moved before something is asked for. */
const settleMs = 150

/** Does `act` once it was not asked for during that time, and never after its component has gone. */
export function useDebounced(act: () => void, afterMs = settleMs): () => void {
  let settling: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(settling))
  return () => {
    clearTimeout(settling)
    settling = setTimeout(act, afterMs)
  }
}
