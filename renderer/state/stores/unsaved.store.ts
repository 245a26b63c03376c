/**
 * Unsaved input in the window: the operator is asked before it is lost. Dialogs register by
 * themselves, forms of `useForm` with their place; others call `useUnsavedMark`.
 */
import { defineStore } from 'pinia'
import {
  computed,
  onScopeDispose,
  shallowReactive,
  toValue,
  watch,
  type MaybeRefOrGetter,
} from 'vue'

interface Place {
  readonly name: string
  /** The input stays while other screens are shown. */
  readonly isKept: boolean
}

export const useUnsaved = defineStore('unsaved', () => {
  const marked = shallowReactive(new Map<symbol, Place>())
  const namesOf = (places: readonly Place[]): readonly string[] => [
    ...new Set(places.map(({ name }) => name)),
  ]
  /** The names of the places with unsaved input, as the screens call them. */
  const places = computed(() => namesOf([...marked.values()]))
  /** Those whose input is lost with their screen. */
  const placesOnScreen = computed(() =>
    namesOf([...marked.values()].filter(({ isKept }) => !isKept)),
  )

  function mark(id: symbol, place: Place | null): void {
    if (place) marked.set(id, place)
    else marked.delete(id)
  }
  return { places, placesOnScreen, mark }
})

/** Marks a place as unsaved while the component or store around the call exists. */
export function useUnsavedMark(
  place: MaybeRefOrGetter<string>,
  isUnsaved: () => boolean,
  { isKept = false }: Partial<Pick<Place, 'isKept'>> = {},
): void {
  const unsaved = useUnsaved()
  const id = Symbol('place')
  watch(
    () => (isUnsaved() ? toValue(place) : null),
    (name) => unsaved.mark(id, name === null ? null : { name, isKept }),
    { immediate: true },
  )
  onScopeDispose(() => unsaved.mark(id, null))
}
