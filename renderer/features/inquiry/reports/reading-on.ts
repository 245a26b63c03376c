/** The reading of further pages: the progress, and how to stop it. */
import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { ReportAnswer } from '../../../../preload/contract/api/reports/report-answer.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'

/** The progress as main reports it. */
export interface ReadingProgress {
  readonly id: string
  readonly rows: number
  readonly total: number | null
  readonly pages: number
}

/** One reading at a time in this window; main continues while other screens are shown. */
export interface ReadingOn {
  readonly progress: Readonly<Ref<ReadingProgress | undefined>>
  readonly isReading: ComputedRef<boolean>
  readonly failure: Readonly<Ref<Failure | undefined>>
  start(): Promise<void>
  stop(): void
}

/** Tracks the reading of the open answer; `received` gets the answer with its new rows. */
export function useReadingOn(
  opened: () => ReportAnswer | undefined,
  received: (answer: ReportAnswer) => void,
): ReadingOn {
  const progress = shallowRef<ReadingProgress>()
  const under = shallowRef<string>()
  const failure = shallowRef<Failure>()
  const isReading = computed(() => under.value !== undefined && under.value === opened()?.id)

  async function start(): Promise<void> {
    const { id = null, more = false } = opened() ?? {}
    if (id === null || !more || under.value !== undefined) return
    under.value = id
    progress.value = undefined
    failure.value = undefined
    const result = await bridge().reports.readOn({ id })
    under.value = undefined
    if (!result.ok) failure.value = result.error
    else if (opened()?.id === id) received(result.value)
  }
  function stop(): void {
    if (under.value !== undefined) void bridge().reports.stopReading({ id: under.value })
  }

  onEvent('reports', 'progress', (progressed) => {
    if (progressed.id === under.value) progress.value = progressed
  })
  return { progress, isReading, failure, start, stop }
}
