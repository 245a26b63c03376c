/** What is typed in an open dialog is lost when the dialog closes; the program is told of it. */
import { inject, ref, watch, type InjectionKey, type Ref } from 'vue'

/** Marks a place as unsaved while the component around the call exists. */
type MarkUnsaved = (place: () => string, isUnsaved: () => boolean) => void
export const markUnsavedKey: InjectionKey<MarkUnsaved> = Symbol('mark unsaved')

/** Registers a dialog, by its title, from the first input typed in it; returns the listener of `input`. */
export function useTypedInput(title: () => string, open: Ref<boolean>): (event: Event) => void {
  const isTyped = ref(false)
  watch(open, () => (isTyped.value = false))
  inject(markUnsavedKey, undefined)?.(title, () => open.value && isTyped.value)
  return ({ target }) => {
    const isText =
      target instanceof HTMLTextAreaElement ||
      (target instanceof HTMLInputElement && !unsavable.includes(target.type))
    if (isText) isTyped.value = true
  }
}

/** A search narrows a list, and a choice is made again in a moment. */
const unsavable = ['search', 'checkbox', 'radio', 'range']
