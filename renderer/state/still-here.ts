import { onScopeDispose } from 'vue'

/**
 * Returns whether the screen that began a call of the bank is still shown: an answer that comes
 * after its operator has left opens nothing.
 */
export function useStillHere(): () => boolean {
  let isHere = true
  onScopeDispose(() => (isHere = false))
  return () => isHere
}
