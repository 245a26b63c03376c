/**
 * The open payment or batch beside a list: read when it is selected, and again whenever main
 * reports a change.
 */
import { computed } from 'vue'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { bridge, onEvent } from '../../state/bridge.ts'
import { useLiveQuery } from '../../state/use-live-query.ts'
import { useWorkstation } from '../../state/stores/workstation.store.ts'

/** `id`: the selected order; undefined: none. */
export function useOpenOrder(id: () => string | undefined) {
  const workstation = useWorkstation()
  const query = useLiveQuery<Order>({
    key: id,
    fetchValue: (selected) => bridge().orders.get({ id: selected }),
    when: () => workstation.storeIsOpen,
  })
  const { failure, problem, readAgain: read } = query
  const order = computed(() => (failure.value ? undefined : query.value.value))
  const readChanged = (about: { readonly id: string }): void => {
    if (about.id === id()) void read()
  }
  onEvent('orders', 'changed', readChanged)
  onEvent('batches', 'changed', readChanged)
  // What may be done now depends on these too.
  onEvent('policy', 'changed', read)
  onEvent('payees', 'changed', read)

  /**
   * Shows the answer of an action and reads once more, because a newer change may have been
   * reported meanwhile.
   */
  function put(next: Order): void {
    if (next.id !== id()) return
    query.put(next)
    void read()
  }
  const isOpen = computed(() => order.value !== undefined || failure.value !== undefined)
  /** `problem`: why there is nothing to show. */
  return { order, read, put, isOpen, problem }
}
