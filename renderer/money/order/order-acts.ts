/** Acts on a payment order: one at a time, what came of each, and why one cannot be done. */
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order, OrderAct } from '../../../preload/contract/domain/orders/order.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import { explain } from '../../text/explain.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** An act that main offers for an order; `why` is null where it may be done now. */
export type OfferedAct = Order['may'][number]

/** What main offers of one act; undefined: it makes no sense in this state. */
export const offerOf = (order: Order | undefined, act: OrderAct): OfferedAct | undefined =>
  order?.may.find((one) => one.act === act)

/** It is offered, and nothing stands in its way. */
export const mayNow = (order: Order | undefined, act: OrderAct): boolean =>
  offerOf(order, act)?.why === null

/** `order`: the one that is shown; what was said of an act goes when another is shown. */
export function useOrderActs(order: () => Order | undefined) {
  const workstation = useWorkstation()
  /** The act under way; null: none. */
  const busy = ref<string | null>(null)
  const failure = shallowRef<Failure>()
  /** What was done last, in a sentence. */
  const done = ref('')

  function forget(): void {
    failure.value = undefined
    done.value = ''
  }
  watch([() => order()?.id, () => workstation.state?.operator.id], forget)

  /** Does it unless something is under way; undefined: it was not done. */
  async function perform<T>(
    act: string,
    call: () => Promise<Result<T, Failure>>,
    said: (value: T) => string = () => '',
  ): Promise<{ readonly value: T } | undefined> {
    if (busy.value !== null) return undefined
    const asked = order()?.id
    busy.value = act
    forget()
    try {
      const answer = await call()
      // Another one is shown by now: nothing of this is said beside it.
      const isShown = order()?.id === asked
      if (isShown && !answer.ok) failure.value = answer.error
      if (isShown && answer.ok) done.value = said(answer.value)
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
