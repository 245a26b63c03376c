/**
 * Moves the focus to the details beside a list, also if they are still loading when the focus is
 * requested.
 */
import { nextTick, watch, type Ref } from 'vue'

/** The details beside a list, as its screen controls them. */
export interface DetailBeside {
  /** Focuses the details once they are loaded. */
  readonly focusDetail: () => Promise<void>
  /** Closes the details and focuses the selected row. */
  readonly close: () => Promise<void>
  /** The same as Escape: closes an open part first, then the details. */
  readonly escape: () => void
}

/**
 * `isOpen`: whether the details are shown. Returns functions that request the focus and cancel the
 * request.
 */
export function useDetailFocus(
  detail: Readonly<Ref<HTMLElement | null>>,
  isOpen: () => boolean,
): { readonly focusDetail: () => Promise<void>; readonly leaveDetail: () => void } {
  /** Focus requests that are not fulfilled yet. */
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

/** Focuses the current row of the list; an empty list itself. */
export const focusCurrentRow = (): void =>
  (
    document.querySelector<HTMLElement>('[data-row][tabindex="0"]') ??
    document.querySelector<HTMLElement>('main [role="grid"]')
  )?.focus()

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Keeps the keyboard focus after an action removes the focused element: the open details get it,
 * otherwise the heading of the screen.
 */
export function useFocusAfterChange(
  detail: Readonly<Ref<HTMLElement | null>>,
  /** The state that an action changes; read before the screen is drawn again. */
  changed: () => unknown,
): void {
  async function moveFocus(): Promise<void> {
    await nextTick()
    // A dialog returns the focus only after it has closed.
    for (let tries = 0; tries < 20 && document.querySelector('[data-modal]'); tries += 1)
      await pause(50)
    await pause(0)
    if (!isNowhere()) return
    const target = detail.value ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }
  watch(changed, () => {
    const within = document.activeElement?.closest('[data-modal]') ?? null
    if (within !== null || detail.value?.contains(document.activeElement)) void moveFocus()
  })
}
