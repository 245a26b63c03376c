import { onBeforeUnmount, onMounted, readonly, ref, type Ref } from 'vue'

/** Returns whether the window matches a media query; reactive. */
export function useMediaQuery(text: string): Readonly<Ref<boolean>> {
  const matches = ref(false)
  let query: MediaQueryList | undefined
  const update = (): void => {
    matches.value = query?.matches ?? false
  }
  onMounted(() => {
    // A document without layout, as in tests, may have none.
    query = (window as Partial<Window>).matchMedia?.(text)
    query?.addEventListener('change', update)
    update()
  })
  onBeforeUnmount(() => query?.removeEventListener('change', update))
  return readonly(matches)
}

/** Returns whether the window is narrow, as one of 1280 by 800 is at 200 %: `narrow` in theme.css. */
export const useNarrowWindow = (): Readonly<Ref<boolean>> => useMediaQuery('(width < 900px)')
