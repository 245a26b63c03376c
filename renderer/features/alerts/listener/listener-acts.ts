/** The acts on the listener from one panel: one at a time, with what came of the last. */
import { computed, nextTick, ref, shallowRef, type Ref } from 'vue'
import type { ListenerState } from '../../../../preload/contract/api/alerts/listener.ts'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { explain } from '../../../text/explain.ts'
import { useListener } from '../../../state/stores/listener.store.ts'

/** What a panel does to the listener; `place` has the focus once something has changed below it. */
export function useListenerActs<Act extends string>(place: Readonly<Ref<HTMLElement | null>>) {
  const listener = useListener()
  const busy = shallowRef<Act>()
  const failure = shallowRef<Failure>()
  /** What was done last, in words; empty after the next act has begun. */
  const done = ref('')

  /** Runs an act, unless another is under way; undefined: it was, or it failed. */
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

  async function tell(words: string): Promise<void> {
    done.value = words
    await nextTick()
    place.value?.focus()
  }

  /** Runs an act that changes the listener, and says so. */
  async function change(
    act: Act,
    call: () => Promise<Result<ListenerState, Failure>>,
    words: string,
  ): Promise<void> {
    const answer = await step(act, call)
    if (!answer) return
    listener.take(answer.value)
    if (words !== '') await tell(words)
  }

  /** Writes a file; a dialog that was closed says nothing. */
  async function write(
    act: Act,
    call: () => Promise<Result<{ readonly file: string } | null, Failure>>,
    words: (file: string) => string,
  ): Promise<void> {
    const answer = await step(act, call)
    if (answer?.value) done.value = words(answer.value.file)
  }

  const refusal = computed(() => (failure.value ? explain(failure.value) : null))
  return { busy, refusal, done, step, change, write }
}
