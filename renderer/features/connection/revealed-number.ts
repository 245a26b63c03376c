/** An account number that was asked for: shown for half a minute, and gone as soon as nobody looks. */
import { computed, onBeforeUnmount, onDeactivated, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/failures.ts'
import { bridge } from '../../lib/bridge.ts'

/** How long a number is shown. */
export const revealedForMs = 30_000
const everyMs = 250

/** The number of one account at a time. Each asking is an audited act of main. */
export function useRevealedNumber() {
  const number = ref<string>()
  const leftMs = ref(0)
  const failure = shallowRef<Failure>()
  let until = 0
  let wanted: string | undefined
  let timer: ReturnType<typeof setInterval> | undefined

  function hide(): void {
    clearInterval(timer)
    wanted = undefined
    number.value = undefined
    leftMs.value = 0
  }

  function tick(): void {
    leftMs.value = Math.max(0, until - Date.now())
    if (leftMs.value === 0) hide()
  }

  async function show(id: string): Promise<void> {
    hide()
    wanted = id
    const answer = await bridge().profiles.revealAccount({ id })
    failure.value = answer.ok ? undefined : answer.error
    // Asked for and no longer wanted: it is not shown.
    if (!answer.ok || wanted !== id || !isLookedAt()) return
    number.value = answer.value.number
    until = Date.now() + revealedForMs
    timer = setInterval(tick, everyMs)
    tick()
  }

  const isLookedAt = (): boolean => document.visibilityState !== 'hidden'
  const hideUnseen = (): void => {
    if (!isLookedAt()) hide()
  }
  onMounted(() => {
    window.addEventListener('blur', hide)
    document.addEventListener('visibilitychange', hideUnseen)
  })
  const end = (): void => {
    window.removeEventListener('blur', hide)
    document.removeEventListener('visibilitychange', hideUnseen)
    hide()
  }
  onDeactivated(hide)
  onBeforeUnmount(end)

  return {
    number,
    secondsLeft: computed(() => Math.ceil(leftMs.value / 1000)),
    failure,
    show,
    hide,
  }
}
