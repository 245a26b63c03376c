/** One run as main reports it, and the operator's actions on it. */
import { ref, shallowRef } from 'vue'
import type { BulkRun } from '../../../../../preload/contract/api/bulk/run.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../../state/bridge.ts'
import { useLiveQuery } from '../../../../state/use-live-query.ts'
import { useWorkstation } from '../../../../state/stores/workstation.store.ts'

export type RunAct = 'pause' | 'resume' | 'stop' | 'without' | 'file' | 'again' | 'failed'

/** Mirrors the run of an id. */
export function useShownRun(id: string) {
  const workstation = useWorkstation()
  const {
    value: run,
    failure: readFailure,
    readAgain,
    put,
  } = useLiveQuery<BulkRun>({
    fetchValue: () => bridge().bulk.get({ id }),
    when: () => workstation.storeAnswers,
  })
  onEvent('bulk', 'changed', (next) => {
    if (next.id === id) put(next)
  })
  /** Why the last action was refused. */
  const refusal = shallowRef<Failure>()
  const busy = ref<RunAct>()

  /** Runs one action at a time; true if it succeeded. */
  async function act(
    which: RunAct,
    call: () => Promise<Result<BulkRun | null, Failure>>,
  ): Promise<boolean> {
    if (busy.value) return false
    busy.value = which
    refusal.value = undefined
    const before = run.value
    const answer = await call()
    busy.value = undefined
    if (!answer.ok) {
      refusal.value = answer.error
      return false
    }
    if (answer.value === null) return false
    // An event that came meanwhile may be newer than this answer.
    if (before === run.value) put(answer.value)
    else await readAgain()
    return true
  }

  return {
    run,
    readFailure,
    refusal,
    busy,
    pause: () => act('pause', () => bridge().bulk.pause({ id })),
    resume: () => act('resume', () => bridge().bulk.resume({ id, withoutPersonalNumbers: false })),
    resumeWithoutPersonalNumbers: () =>
      act('without', () => bridge().bulk.resume({ id, withoutPersonalNumbers: true })),
    stop: () => act('stop', () => bridge().bulk.stop({ id })),
    reopenFile: () => act('file', () => bridge().bulk.reopenFile({ id })),
    /** Null: every row with an unknown outcome. */
    retryUnknown: (rows: number[] | null) =>
      act('again', () => bridge().bulk.retryUnknown({ id, rows })),
    queryFailed: () => act('failed', () => bridge().bulk.queryFailed({ id })),
  }
}
