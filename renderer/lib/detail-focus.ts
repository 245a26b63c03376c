/** The focus goes to what stands beside a list, also where that is still being read when it is asked for. */
import { nextTick, watch, type Ref } from 'vue'

/** `isOpen`: whether the details stand there. Answers how to ask for the focus, and how to give that up. */
export function useDetailFocus(
  detail: Readonly<Ref<HTMLElement | null>>,
  isOpen: () => boolean,
): { readonly focusDetail: () => Promise<void>; readonly leaveDetail: () => void } {
  /** How often it was asked for since it was there. */
  let wishes = 0

  async function focusDetail(): Promise<void> {
    wishes += 1
    await nextTick()
    if (wishes === 0 || !detail.value) return
    wishes = 0
    detail.value.focus()
  }
  watch(isOpen, (is) => {
    if (is && wishes > 0) void focusDetail()
  })
  return { focusDetail, leaveDetail: () => (wishes = 0) }
}
