/**
 * The last figures of main: read again after a change and every minute, and never cleared in
 * between.
 */
import { onBeforeUnmount, onMounted } from 'vue'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { useLiveQuery } from '../../../state/use-live-query.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Changes within this time cause one count. */
const settleMs = 1_000
const everyMs = 60_000

/** Mirrors the figures while the screen is mounted. */
export function useFigures() {
  const workstation = useWorkstation()
  const {
    value: figures,
    problem,
    readAgain: read,
  } = useLiveQuery({
    fetchValue: () => bridge().overview.get(),
    when: () => workstation.storeAnswers,
  })

  let soon: ReturnType<typeof setTimeout> | undefined
  /** Further changes do not extend the wait after the first one. */
  function readSoon(): void {
    soon ??= setTimeout(() => {
      soon = undefined
      if (!document.hidden) void read()
    }, settleMs)
  }
  function readShown(): void {
    if (!document.hidden && figures.value !== undefined) void read()
  }
  onEvent('orders', 'countsChanged', readSoon)
  onEvent('batches', 'changed', readSoon)
  onEvent('alerts', 'changed', readSoon)
  onEvent('inbox', 'changed', readSoon)
  onEvent('coverage', 'changed', readSoon)

  let minutely: ReturnType<typeof setInterval> | undefined
  onMounted(() => {
    minutely = setInterval(readShown, everyMs)
    document.addEventListener('visibilitychange', readShown)
  })
  onBeforeUnmount(() => {
    clearTimeout(soon)
    clearInterval(minutely)
    document.removeEventListener('visibilitychange', readShown)
  })
  return { figures, problem, read }
}
