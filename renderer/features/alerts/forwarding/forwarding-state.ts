/** The live state of forwarding, and its actions, one at a time. */
import { computed, ref, shallowRef } from 'vue'
import type { Failure } from '../../../../preload/contract/api/failures.ts'
import type {
  ForwardingState,
  ForwardingTry,
  ParkedAlert,
} from '../../../../preload/contract/api/forwarding/forwarding.ts'
import type { Result } from '../../../../preload/contract/kernel/result.ts'
import { bridge, onEvent } from '../../../state/bridge.ts'
import { explain } from '../../../text/explain.ts'
import { usePagedList } from '../../../state/paged-list.ts'
import { oneAtATime, useLiveQuery } from '../../../state/use-live-query.ts'
import { useWorkstation } from '../../../state/stores/workstation.store.ts'
import { whenStoreOpens } from '../../../state/store-opened.ts'
import type { Sort } from '../../../ui/table/columns.ts'

/** Reads the state and updates it when main reports a change. */
export function useForwarding() {
  const workstation = useWorkstation()
  const {
    value: state,
    problem,
    readAgain,
  } = useLiveQuery<ForwardingState>({
    fetchValue: () => bridge().forwarding.getState(),
    when: () => workstation.storeAnswers,
  })
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

  const lists = oneAtATime(() => Promise.all([tries.reload(), parked.reload()]))
  /** A backlog causes an event for every post: several in a read cause one more read together. */
  function track(): void {
    void readAgain()
    void lists.run()
  }
  onEvent('forwarding', 'changed', track)
  whenStoreOpens(lists.run)

  /** Runs an action unless another is in progress; undefined if it was not run, or failed. */
  async function act<T>(
    name: string,
    call: () => Promise<Result<T, Failure>>,
    text: (value: T) => string,
  ): Promise<T | undefined> {
    if (busy.value !== '') return undefined
    busy.value = name
    failure.value = undefined
    done.value = ''
    const answer = await call()
    busy.value = ''
    failure.value = answer.ok ? undefined : answer.error
    if (!answer.ok) return undefined
    done.value = text(answer.value)
    track()
    return answer.value
  }
  const refusal = computed(() => (failure.value ? explain(failure.value) : null))
  return { state, problem, refusal, busy, done, tries, parked, act, track }
}

export type ForwardingHandle = ReturnType<typeof useForwarding>
