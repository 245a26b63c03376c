import {
  computed,
  onBeforeUnmount,
  onDeactivated,
  onMounted,
  shallowReadonly,
  shallowRef,
  ref,
  type ComputedRef,
  type ShallowRef,
} from 'vue'

/** How long a revealed value is shown. */
export const briefLookMs = 30_000

/** A masked value that is shown for a short time. */
export interface BriefLook<T> {
  /** Undefined while masked. */
  readonly shown: Readonly<ShallowRef<T | undefined>>
  readonly secondsLeft: ComputedRef<number>
  /** Requests the value and shows it; undefined from `read` shows nothing. */
  readonly show: (read: () => Promise<T | undefined>) => Promise<void>
  readonly hide: () => void
}

/**
 * Shows a requested value until its time is over, the window is left, or the screen is left,
 * whichever is first.
 */
export function useTimedReveal<T>(forMs = briefLookMs): BriefLook<T> {
  const shown = shallowRef<T>()
  const leftMs = ref(0)
  let until = 0
  let turn = 0
  let timer: ReturnType<typeof setInterval> | undefined

  function hide(): void {
    turn += 1
    clearInterval(timer)
    shown.value = undefined
    leftMs.value = 0
  }
  function tick(): void {
    leftMs.value = Math.max(0, until - Date.now())
    if (leftMs.value === 0) hide()
  }
  async function show(read: () => Promise<T | undefined>): Promise<void> {
    hide()
    const mine = turn
    const answer = await read()
    // An answer that is no longer wanted is not shown, and nothing is shown in a hidden window.
    if (mine !== turn || answer === undefined || document.visibilityState === 'hidden') return
    shown.value = answer
    until = Date.now() + forMs
    timer = setInterval(tick, 250)
    tick()
  }

  const hideUnseen = (): void => {
    if (document.visibilityState === 'hidden') hide()
  }
  onMounted(() => {
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hideUnseen)
  })
  onDeactivated(hide)
  onBeforeUnmount(() => {
    window.removeEventListener('blur', hide)
    document.removeEventListener('visibilitychange', hideUnseen)
    hide()
  })

  return {
    shown: shallowReadonly(shown),
    secondsLeft: computed(() => Math.ceil(leftMs.value / 1000)),
    show,
    hide,
  }
}
