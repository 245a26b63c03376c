/** The actions on the listener from one panel: one at a time, with the result of the last. */
import { computed, nextTick, ref, shallowRef, type Ref } from 'vue'
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { explain } from '../../../text/explain.ts'
import { useListener } from '../../../state/stores/listener.store.ts'

/**
 * Returns the actions of a panel; `place` gets the focus after a change of the content below it.
 */
export function useListenerActs<Act extends string>(place: Readonly<Ref<HTMLElement | null>>) {
  const listener = useListener()
  const busy = shallowRef<Act>()
  const failure = shallowRef<Failure>()
  /** The last result as text; cleared when the next action starts. */
  const done = ref('')

  /** Runs an action unless another is in progress; undefined if it was not run, or failed. */
  async function step<T>(
    act: Act,
    call: () => Promise<Result<T, Failure>>,
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value !== undefined) return undefined
    busy.value = act
    failure.value = undefined
    done.value = ''
    const answer = await call()
    busy.value = undefined
    if (answer.ok) return answer
    failure.value = answer.error
    return undefined
  }

  async function announceAndFocus(text: string): Promise<void> {
    done.value = text
    await nextTick()
    place.value?.focus()
  }

  /** Runs an action that changes the listener, and shows its result. */
  async function change(
    act: Act,
    call: () => Promise<Result<ListenerState, Failure>>,
    text: string,
  ): Promise<void> {
    const answer = await step(act, call)
    if (!answer) return
    listener.take(answer.value)
    if (text !== '') await announceAndFocus(text)
  }

  /** Writes a file; a cancelled dialog shows no message. */
  async function write(
    act: Act,
    call: () => Promise<Result<{ readonly file: string } | null, Failure>>,
    text: (file: string) => string,
  ): Promise<void> {
    const answer = await step(act, call)
    if (answer?.value) done.value = text(answer.value.file)
  }

  const refusal = computed(() => (failure.value ? explain(failure.value) : null))
  return { busy, refusal, done, step, change, write }
}
