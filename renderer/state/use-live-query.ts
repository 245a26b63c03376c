/** A value that is read from main and stays current: its last answer, its failure, its reading. */
import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import { explain } from '../text/explain.ts'
import { useWorkstation } from './stores/workstation.store.ts'

/**
 * Returns a task that never runs twice at a time: calls during a run cause exactly one more run. A
 * call resolves when all of them are done, and rejects if the task does.
 */
export function oneAtATime(task: () => Promise<unknown>) {
  const isRunning = shallowRef(false)
  let isPending = false
  let running = Promise.resolve()
  async function runPending(): Promise<void> {
    isRunning.value = true
    try {
      while (isPending) {
        isPending = false
        await task()
      }
    } finally {
      // In the same step as the last check of `isPending`: no call between them is lost.
      isRunning.value = false
    }
  }
  function run(): Promise<void> {
    isPending = true
    if (!isRunning.value) running = runPending()
    return running
  }
  return { run, isRunning }
}

export interface LiveQuerySource<Value> {
  readonly fetchValue: (key: string) => Promise<Result<Value, Failure>>
  /** Names the value to read; undefined: none. Default: there is only one. */
  readonly key?: () => string | undefined
  /** Nothing is read while this is false. */
  readonly when?: () => boolean
}

/**
 * Reads the value at once, when `key` changes, when `when` becomes true, and after every sign-in.
 * The last value stays until the next answer; a failed read leaves it in place, unless the value
 * belongs to another key. Ends with the scope, or when another profile or operator is shown.
 */
export function useLiveQuery<Value>({
  fetchValue,
  key = () => '',
  when = () => true,
}: LiveQuerySource<Value>) {
  const workstation = useWorkstation()
  const value = shallowRef<Value>()
  const failure = shallowRef<Failure>()
  const operator = (): string | undefined =>
    workstation.state && `${workstation.state.profileId} ${workstation.state.operator.id}`
  const requestKey = (): string => JSON.stringify([key(), operator()])
  /** Main answers nobody while the workstation is locked; the sign-in reads again. */
  const mayRead = (): boolean =>
    when() && (workstation.state === undefined || workstation.isSignedIn)
  /** The key that the value belongs to. */
  let answered: string | undefined
  /** Reads for the present key. Replaced with it, so that late answers are dropped. */
  const reader = shallowRef<ReturnType<typeof oneAtATime>>()

  function begin(): void {
    const mine = oneAtATime(async () => {
      const wanted = key()
      if (reader.value !== mine || wanted === undefined || !mayRead()) return
      const request = requestKey()
      const answer = await fetchValue(wanted)
      if (reader.value !== mine || request !== requestKey()) return
      if (answer.ok) show(answer.value)
      else if (answered !== request) value.value = undefined
      failure.value = answer.ok ? undefined : answer.error
    })
    reader.value = mine
  }
  function show(next: Value): void {
    answered = requestKey()
    value.value = next
    failure.value = undefined
  }
  const readAgain = async (): Promise<void> => reader.value?.run()
  /** Shows a value that is newer than every read before, such as that of an event. */
  function put(next: Value): void {
    if (!reader.value) return
    begin()
    show(next)
  }

  let isOver = false
  watch(
    [key, mayRead, operator],
    ([wanted, , shown], [, , before]) => {
      isOver ||= shown === undefined && before !== undefined
      if (isOver) {
        reader.value = undefined
        return
      }
      begin()
      if (wanted === undefined) {
        value.value = undefined
        failure.value = undefined
      }
      void readAgain()
    },
    { immediate: true },
  )
  watch(
    () => workstation.storeWorks,
    (works) => {
      if (works && failure.value) void readAgain()
    },
  )
  onScopeDispose(() => (reader.value = undefined))
  return {
    value,
    failure,
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
    isReading: computed(() => reader.value?.isRunning.value === true),
    readAgain,
    put,
  }
}
