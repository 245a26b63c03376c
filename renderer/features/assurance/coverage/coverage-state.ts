/** The summary of coverage, read again whenever it changes. */
import { computed, onBeforeUnmount, onMounted, shallowRef } from 'vue'
import type {
  CoverageSummary,
  CoverageWatch,
} from '../../../../preload/contract/api/coverage/coverage.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { useDebounced } from '../../../state/debounce.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'

/** Reads the summary and updates it when main reports a change. */
export function useCoverageState() {
  const summary = shallowRef<CoverageSummary>()
  const watch = shallowRef<CoverageWatch>()
  const failure = shallowRef<Failure>()
  const problem = computed(() => (failure.value ? explain(failure.value) : null))

  async function read(): Promise<void> {
    const [short, watched] = await Promise.all([
      bridge().coverage.getSummary(),
      bridge().coverage.getWatch(),
    ])
    if (short.ok) summary.value = short.value
    if (watched.ok) watch.value = watched.value
    const failed = [short, watched].find(({ ok }) => !ok)
    failure.value = failed && !failed.ok ? failed.error : undefined
  }
  const readSoon = useDebounced(() => void read())
  let stop = (): void => undefined
  onMounted(() => (stop = bridge().on('coverage', 'changed', readSoon)))
  onBeforeUnmount(() => stop())
  whenStoreOpens(() => void read())
  return { summary, watch, problem, read }
}
