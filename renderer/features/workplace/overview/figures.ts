/**
 * The last figures of main: read again after a change and every minute, and never cleared in
 * between.
 */
import { computed, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { OverviewFigures } from '../../../../preload/contract/api/overview/overview.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'

/** Changes within this time cause one count. */
const settleMs = 1_000
const everyMs = 60_000

/** Mirrors the figures while the screen is mounted. */
export function useFigures() {
  const workstation = useWorkstation()
  const figures = shallowRef<OverviewFigures>()
  const failure = shallowRef<Failure>()
  const problem = computed(() => (failure.value ? explain(failure.value) : null))
  let isReading = false
  let isStale = false

  /** Reads the figures; changes during the read cause one more read. */
  async function read(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale) {
        isStale = false
        const answer = await bridge().overview.get()
        if (answer.ok) figures.value = answer.value
        failure.value = answer.ok ? undefined : answer.error
      }
    } finally {
      isReading = false
    }
  }

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

  let stops: (() => void)[] = []
  let minutely: ReturnType<typeof setInterval> | undefined
  onMounted(() => {
    const main = bridge()
    stops = [
      main.on('orders', 'countsChanged', readSoon),
      main.on('batches', 'changed', readSoon),
      main.on('alerts', 'changed', readSoon),
      main.on('inbox', 'changed', readSoon),
      main.on('coverage', 'changed', readSoon),
    ]
    minutely = setInterval(readShown, everyMs)
    document.addEventListener('visibilitychange', readShown)
  })
  onBeforeUnmount(() => {
    for (const stop of stops) stop()
    clearTimeout(soon)
    clearInterval(minutely)
    document.removeEventListener('visibilitychange', readShown)
  })
  whenStoreOpens(read)
  watch(() => workstation.state?.operator.id, readShown)
  return { figures, problem, read }
}
