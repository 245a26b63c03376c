/**
 * Passes a search text from the global search to the list of one screen. The text may be an account
 * number, so it is never part of an address or a history and is dropped once the list has taken it.
 */
import { shallowRef, watch, type Ref } from 'vue'

const pending = shallowRef<{ readonly path: string; readonly text: string }>()

/** Passes a text to the list on the screen of this path. */
export const handSearch = (path: string, text: string): void => {
  pending.value = { path, text }
}

/** Takes the text passed to the screen of this path, now or while the screen is shown. */
export function useSearchHandoff(path: string, search: Ref<string>): void {
  watch(
    pending,
    (one) => {
      if (one?.path !== path) return
      pending.value = undefined
      search.value = one.text
    },
    { immediate: true },
  )
}
