/**
 * Passes a search text from the global search to the list of one screen. The text may be an account
 * number, so it is never part of an address or a history and is dropped once the list has taken it.
 */
import { shallowRef, watch, type Ref } from 'vue'

const handed = shallowRef<{ readonly path: string; readonly text: string }>()

/** Passes a text to the list on the screen of this path. */
export const handSearch = (path: string, text: string): void => {
  handed.value = { path, text }
}

/** Takes the text passed to the screen of this path, now or while the screen is shown. */
export function useHandedSearch(path: string, search: Ref<string>): void {
  watch(
    handed,
    (one) => {
      if (one?.path !== path) return
      handed.value = undefined
      search.value = one.text
    },
    { immediate: true },
  )
}
