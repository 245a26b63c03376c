/** Whether the window has room for a whole list beside an open detail. */
import { onBeforeUnmount, onMounted, readonly, ref, type Ref } from 'vue'

/** The width at which Tailwind's `2xl` begins, so that layout and columns change together. */
const wide = '(min-width: 96rem)'

/** Returns whether the window is wide enough; reactive. */
export function useWideWindow(): Readonly<Ref<boolean>> {
  const isWide = ref(false)
  let query: MediaQueryList | undefined
  const follow = (): void => {
    isWide.value = query?.matches ?? false
  }
  onMounted(() => {
    query = window.matchMedia(wide)
    query.addEventListener('change', follow)
    follow()
  })
  onBeforeUnmount(() => query?.removeEventListener('change', follow))
  return readonly(isWide)
}
