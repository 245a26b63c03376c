/** What was entered somewhere and is not saved: asked about before the window leaves it behind. */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, watch } from 'vue'

export const useUnsaved = defineStore('unsaved', () => {
  const marked = shallowReactive(new Set<string>())
  /** Where it was entered, in the words of the screen. */
  const places = computed(() => [...marked])

  function mark(place: string, isUnsaved: boolean): void {
    if (isUnsaved) marked.add(place)
    else marked.delete(place)
  }
  return { places, mark }
})

/** Marks a place for as long as the component stands. */
export function useUnsavedMark(place: string, isUnsaved: () => boolean): void {
  const unsaved = useUnsaved()
  watch(isUnsaved, (is) => unsaved.mark(place, is), { immediate: true })
  onScopeDispose(() => unsaved.mark(place, false))
}
