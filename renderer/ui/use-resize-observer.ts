import { onBeforeUnmount, watch, type Ref } from 'vue'

/** Measures an element now and whenever its size or its text changes; without layout only once. */
export function useResizeObserver(
  element: Readonly<Ref<HTMLElement | null>>,
  measure: (element: HTMLElement) => void,
): void {
  let stop = (): void => undefined
  watch(
    element,
    (target) => {
      stop()
      if (!target) return
      measure(target)
      if (!('ResizeObserver' in globalThis)) return
      const resizes = new ResizeObserver(() => measure(target))
      const changes = new MutationObserver(() => measure(target))
      resizes.observe(target)
      changes.observe(target, { characterData: true, childList: true, subtree: true })
      stop = () => {
        resizes.disconnect()
        changes.disconnect()
      }
    },
    { flush: 'post' },
  )
  onBeforeUnmount(() => stop())
}
