/** The focus goes to what stands beside a list, also where that is still being read when it is asked for. */
import { nextTick, watch, type Ref } from 'vue'

/** `isOpen`: whether the details stand there. Answers how to ask for the focus, and how to give that up. */
export function useDetailFocus(
  detail: Readonly<Ref<HTMLElement | null>>,
  isOpen: () => boolean,
): { readonly focusDetail: () => Promise<void>; readonly leaveDetail: () => void } {
  let isWanted = false

  async function focusDetail(): Promise<void> {
    isWanted = true
    await nextTick()
    if (!isWanted || !detail.value) return
    isWanted = false
    detail.value.focus()
  }
  watch(isOpen, (is) => {
    if (is && isWanted) void focusDetail()
  })
  return { focusDetail, leaveDetail: () => (isWanted = false) }
}
