/**
 * Actions on entries and batches that are no action on an order: one at a time, with the result of
 * each.
 */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { explain } from '../../text/explain.ts'

/** `forget` clears the messages when another record is shown. */
export function useEntryActs() {
  /** The action in progress; null: none. */
  const busy = ref<string | null>(null)
  const failure = shallowRef<Failure>()
  const done = ref('')
  let turn = 0

  function forget(): void {
    turn += 1
    failure.value = undefined
    done.value = ''
  }

  /** Runs an action unless one is in progress; undefined if it was not run. */
  async function perform<T>(
    act: string,
    call: () => Promise<Result<T, Failure>>,
    doneText: (value: T) => string = () => '',
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value !== null) return undefined
    busy.value = act
    forget()
    const mine = turn
    try {
      const answer = await call()
      // Another record is shown by now: this failure does not belong to it.
      if (mine === turn && !answer.ok) failure.value = answer.error
      if (mine === turn && answer.ok) done.value = doneText(answer.value)
      return answer.ok ? { value: answer.value } : undefined
    } finally {
      busy.value = null
    }
  }

  return {
    busy,
    done,
    failure,
    forget,
    perform,
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
export type EntryActs = ReturnType<typeof useEntryActs>
