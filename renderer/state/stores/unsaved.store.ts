/** Unsaved input in the window: the operator is asked before it is lost. */
import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowReactive, watch } from 'vue'

export const useUnsaved = defineStore('unsaved', () => {
  const marked = shallowReactive(new Set<string>())
  /** The names of the places with unsaved input, as the screens call them. */
  const places = computed(() => [...marked])

  function mark(place: string, isUnsaved: boolean): void {
    if (isUnsaved) marked.add(place)
    else marked.delete(place)
  }
  return { places, mark }
})

/** Marks a place as unsaved while the component is mounted. */
export function useUnsavedMark(place: string, isUnsaved: () => boolean): void {
  const unsaved = useUnsaved()
  watch(isUnsaved, (is) => unsaved.mark(place, is), { immediate: true })
  onScopeDispose(() => unsaved.mark(place, false))
}
