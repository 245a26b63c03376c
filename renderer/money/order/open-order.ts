/**
 * The open payment or batch beside a list: read when it is selected, and again whenever main
 * reports a change.
 */
import { computed, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../../state/bridge.ts'
import { explain } from '../../text/explain.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** `id`: the selected order; undefined: none. */
export function useOpenOrder(id: () => string | undefined) {
  const workstation = useWorkstation()
  const order = shallowRef<Order>()
  const failure = shallowRef<Failure>()
  let turn = 0

  async function read(): Promise<void> {
    turn += 1
    const mine = turn
    const asked = id()
    if (asked === undefined) {
      order.value = undefined
      failure.value = undefined
      return
    }
    const answer = await bridge().orders.get({ id: asked })
    // A newer request was made meanwhile.
    if (mine !== turn) return
    order.value = answer.ok ? answer.value : undefined
    failure.value = answer.ok ? undefined : answer.error
  }

  // The permitted actions differ between operators.
  watch(
    [id, () => workstation.storeIsOpen, () => workstation.state?.operator.id],
    ([, isOpen]) => isOpen && void read(),
    { immediate: true },
  )
  const stops: (() => void)[] = []
  onMounted(() => {
    const told = (about: { readonly id: string }): void => {
      if (about.id === id()) void read()
    }
    stops.push(bridge().on('orders', 'changed', told), bridge().on('batches', 'changed', told))
  })
  onBeforeUnmount(() => stops.forEach((stop) => stop()))

  /**
   * Shows the answer of an action and reads once more, because a newer change may have been
   * reported meanwhile.
   */
  function put(next: Order): void {
    if (next.id !== id()) return
    order.value = next
    void read()
  }

  return {
    order,
    read,
    put,
    isOpen: computed(() => order.value !== undefined || failure.value !== undefined),
    /** Why there is nothing to show. */
    problem: computed(() => (failure.value ? explain(failure.value) : null)),
  }
}
