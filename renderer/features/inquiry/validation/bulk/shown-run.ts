/** One run as main reports it, and the operator's actions on it. */
import { onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { BulkRun } from '../../../../../preload/contract/api/bulk/run.ts'
import type { Failure } from '../../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../../state/bridge.ts'

export type RunAct = 'pause' | 'resume' | 'stop' | 'without' | 'file' | 'again'

/** Mirrors the run of an id. */
export function useShownRun(id: string) {
  const run = shallowRef<BulkRun>()
  const unfound = shallowRef<Failure>()
  /** Why the last action was refused. */
  const refusal = shallowRef<Failure>()
  const busy = ref<RunAct>()
  /** Grows with every event of main: an answer requested before may be older. */
  let told = 0

  async function read(): Promise<void> {
    const before = told
    const answer = await bridge().bulk.get({ id })
    if (answer.ok && before === told) run.value = answer.value
    unfound.value = answer.ok ? undefined : answer.error
  }
  /** Runs one action at a time; true if it succeeded. */
  async function act(
    which: RunAct,
    ask: () => Promise<Result<BulkRun | null, Failure>>,
  ): Promise<boolean> {
    if (busy.value) return false
    busy.value = which
    refusal.value = undefined
    const before = told
    const answer = await ask()
    busy.value = undefined
    if (!answer.ok) {
      refusal.value = answer.error
      return false
    }
    if (answer.value === null) return false
    if (before === told) run.value = answer.value
    else await read()
    return true
  }

  let stop = (): void => undefined
  onMounted(() => {
    stop = bridge().on('bulk', 'changed', (next) => {
      if (next.id !== id) return
      told += 1
      run.value = next
    })
  })
  onBeforeUnmount(() => stop())

  return {
    run,
    unfound,
    refusal,
    busy,
    read,
    pause: () => act('pause', () => bridge().bulk.pause({ id })),
    resume: () => act('resume', () => bridge().bulk.resume({ id, withoutPersonalNumbers: false })),
    goOnWithout: () =>
      act('without', () => bridge().bulk.resume({ id, withoutPersonalNumbers: true })),
    stop: () => act('stop', () => bridge().bulk.stop({ id })),
    giveFile: () => act('file', () => bridge().bulk.reopenFile({ id })),
    /** Null: every row with an unknown outcome. */
    askAgain: (rows: number[] | null) => act('again', () => bridge().bulk.askAgain({ id, rows })),
  }
}
