/** Acts on entries and batches that are no act of an order: one at a time, and what came of each. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { explain } from '../../text/explain.ts'

/** What was said of an act goes with `forget`, when another one is shown. */
export function useEntryActs() {
  /** The act under way; null: none. */
  const busy = ref<string | null>(null)
  const failure = shallowRef<Failure>()
  const done = ref('')
  let turn = 0

  function forget(): void {
    turn += 1
    failure.value = undefined
    done.value = ''
  }

  /** Does it unless something is under way; undefined: it was not done. */
  async function perform<T>(
    act: string,
    call: () => Promise<Result<T, Failure>>,
    said: (value: T) => string = () => '',
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value !== null) return undefined
    busy.value = act
    forget()
    const mine = turn
    try {
      const answer = await call()
      // Another one is shown by now: nothing of this is said beside it.
      if (mine === turn && !answer.ok) failure.value = answer.error
      if (mine === turn && answer.ok) done.value = said(answer.value)
      return answer.ok ? { value: answer.value } : undefined
    } finally {
      busy.value = null
    }
  }

  return {
    busy,
    done,
    forget,
    perform,
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
export type EntryActs = ReturnType<typeof useEntryActs>
