/** Actions on an order: one at a time, the result of each, and why one is not possible. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order, OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { explain } from '../../text/explain.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** An action that main offers for an order; `why` is null if it is possible now. */
export type OfferedAct = Order['may'][number]

/** Returns main's offer of an action; undefined if the action makes no sense in this state. */
export const offerOf = (order: Order | undefined, act: OrderAct): OfferedAct | undefined =>
  order?.may.find((one) => one.act === act)

/** Whether the action is offered and not blocked. */
export const mayNow = (order: Order | undefined, act: OrderAct): boolean =>
  offerOf(order, act)?.why === null

/** Whether nothing can give this operator the action: their role lacks it, or it is the maker's. */
export const isNever = ({ why }: OfferedAct): boolean =>
  why?.code === 'not-permitted' || why?.code === 'not-maker'

/** Waiting to be sent and sending are one: the program goes from one to the other by itself. */
const statusOf = ({ state, isClosed, bankStatus }: Order): string =>
  [state === 'queued' ? 'sending' : state, isClosed, bankStatus.kind].join(' ')
const isOrder = (value: unknown): value is Order =>
  typeof value === 'object' && value !== null && 'bankStatus' in value && 'isClosed' in value

/**
 * `order`: the shown one; messages are cleared when another is shown, and the last result also when
 * the status of the order is another than after the action.
 */
export function useOrderActs(order: () => Order | undefined) {
  const workstation = useWorkstation()
  /** The action in progress; null: none. */
  const busy = ref<string | null>(null)
  const failure = shallowRef<Failure>()
  /** The status that is shown. */
  const status = computed(() => {
    const shown = order()
    return shown && statusOf(shown)
  })
  /** The last result, as a sentence, with the status of the order after it. */
  const result = shallowRef<{ readonly text: string; readonly at: string | undefined }>()
  const done = computed(() => (result.value?.at === status.value ? (result.value?.text ?? '') : ''))

  function forget(): void {
    failure.value = undefined
    result.value = undefined
  }
  watch([() => order()?.id, () => workstation.state?.operator.id], forget)
  watch(status, (_now, before) => {
    if (before === result.value?.at) result.value = undefined
  })

  /** Runs an action unless one is in progress; undefined if it was not run. */
  async function perform<T>(
    act: string,
    call: () => Promise<Result<T, Failure>>,
    doneText: (value: T) => string = () => '',
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value !== null) return undefined
    const requestedId = order()?.id
    busy.value = act
    forget()
    try {
      const answer = await call()
      // Another order may be shown by now: this result does not belong to it.
      const isShown = order()?.id === requestedId
      if (isShown && !answer.ok) failure.value = answer.error
      if (isShown && answer.ok) {
        const at = isOrder(answer.value) ? statusOf(answer.value) : status.value
        result.value = { text: doneText(answer.value), at }
      }
      return answer.ok ? { value: answer.value } : undefined
    } finally {
      busy.value = null
    }
  }

  return {
    busy,
    done,
    failure,
    perform,
    forget,
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
export type OrderActs = ReturnType<typeof useOrderActs>
