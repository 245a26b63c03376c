/**
 * What was searched for everywhere, handed on to the list of one screen. It may be an account, so that it never stands
 * in an address or a history, and is gone once the list has taken it.
 */
import { shallowRef, watch, type Ref } from 'vue'

const handed = shallowRef<{ readonly path: string; readonly text: string }>()

/** Hands a text to the list on the screen of this path. */
export const handSearch = (path: string, text: string): void => {
  handed.value = { path, text }
}

/** Takes what is handed to the screen of this path, now or while it is shown. */
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
