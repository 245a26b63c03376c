/** The focus goes to what stands beside a list, also where that is still being read when it is asked for. */
import { nextTick, watch, type Ref } from 'vue'

/** What stands beside a list, as its screen speaks to it. */
export interface DetailBeside {
  /** Gives it the focus, once it is there. */
  readonly focusDetail: () => Promise<void>
  /** Closes it; the line that was chosen has the focus. */
  readonly close: () => Promise<void>
  /** As Escape does: a part that is open first. */
  readonly escape: () => void
}

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

/** To the line of the list on which somebody stood. */
export const focusCurrentRow = (): void =>
  document.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus()

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const isNowhere = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * The keyboard never stands nowhere after an act: where what had the focus went with it, the details that are open
 * have it, else the heading of the screen.
 */
export function useKeptFocus(
  detail: Readonly<Ref<HTMLElement | null>>,
  /** What an act changes; read before what is drawn follows it. */
  changed: () => unknown,
): void {
  async function keep(): Promise<void> {
    await nextTick()
    // A question gives the focus back once it is gone.
    for (let tries = 0; tries < 20 && document.querySelector('[data-modal]'); tries += 1)
      await pause(50)
    await pause(0)
    if (!isNowhere()) return
    const target = detail.value ?? document.querySelector<HTMLElement>('main h1')
    target?.focus({ preventScroll: true })
  }
  watch(changed, () => {
    const within = document.activeElement?.closest('[data-modal]') ?? null
    if (within !== null || detail.value?.contains(document.activeElement)) void keep()
  })
}
