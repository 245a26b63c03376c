/** The live state of forwarding, and its actions, one at a time. */
import { computed, onBeforeUnmount, onMounted, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  ForwardingState,
  ForwardingTry,
  ParkedAlert,
} from '../../../../preload/contract/api/forwarding/forwarding.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** Reads the state and updates it when main reports a change. */
export function useForwarding() {
  const state = shallowRef<ForwardingState>()
  const unread = shallowRef<Failure>()
  const failure = shallowRef<Failure>()
  const busy = ref('')
  const done = ref('')
  const tries = {
    ...usePagedList<ForwardingTry>((page) => bridge().forwarding.listTries(page)),
    sort: shallowRef<Sort | null>(null),
  }
  const parked = {
    ...usePagedList<ParkedAlert>((page) => bridge().forwarding.listParked(page)),
    sort: shallowRef<Sort | null>(null),
  }

  async function read(): Promise<void> {
    const answer = await bridge().forwarding.getState()
    if (answer.ok) state.value = answer.value
    unread.value = answer.ok ? undefined : answer.error
  }
  let isBehind = false
  let reading: Promise<void> | undefined
  /**
   * A backlog causes an event for every post: events during a read cause one more read together.
   */
  function follow(): void {
    isBehind = true
    reading ??= (async () => {
      while (isBehind) {
        isBehind = false
        await Promise.all([read(), tries.reload(), parked.reload()])
      }
    })().finally(() => (reading = undefined))
  }
  whenStoreOpens(follow)
  let stop = (): void => undefined
  onMounted(() => (stop = bridge().on('forwarding', 'changed', follow)))
  onBeforeUnmount(() => stop())

  /** Runs an action unless another is in progress; undefined if it was not run, or failed. */
  async function act<T>(
    name: string,
    call: () => Promise<Result<T, Failure>>,
    words: (value: T) => string,
  ): Promise<T | undefined> {
    if (busy.value !== '') return undefined
    busy.value = name
    failure.value = undefined
    done.value = ''
    const answer = await call()
    busy.value = ''
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return undefined
    done.value = words(answer.value)
    follow()
    return answer.value
  }
  const problem = computed(() => (unread.value ? explain(unread.value) : null))
  const refusal = computed(() => (failure.value ? explain(failure.value) : null))
  return { state, problem, refusal, busy, done, tries, parked, act, follow }
}

export type ForwardingHandle = ReturnType<typeof useForwarding>
