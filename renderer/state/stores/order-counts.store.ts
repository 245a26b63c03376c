/** How many orders wait for what: for the rail, and beside the views of the list. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { OrderCounts } from '../../../preload/contract/domain/orders/order-list.ts'
import type { OrderKind } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

/** Read once, and again whenever an order changed or another operator is here. Without a kind all are counted. */
const countsOf = (kind?: OrderKind) => () => {
  const workstation = useWorkstation()
  /** Undefined: not known, so that nothing is counted. */
  const counts = shallowRef<OrderCounts>()
  let isReading = false
  let isStale = false

  /** Reads them; what changes meanwhile is read once more, however often it changed. */
  async function read(): Promise<void> {
    isStale = true
    if (isReading) return
    isReading = true
    try {
      while (isStale) {
        isStale = false
        const answer = await bridge().orders.getCounts(kind === undefined ? {} : { kind })
        if (answer.ok) counts.value = answer.value
      }
    } finally {
      isReading = false
    }
  }

  let isFollowing = false
  /** Reads them now, and from now on whenever main says so. What waits for one operator waits for no other. */
  async function follow(): Promise<void> {
    if (!isFollowing) {
      isFollowing = true
      bridge().on('orders', 'countsChanged', () => void read())
      bridge().on('orders', 'changed', () => void read())
      watch(
        () => workstation.state?.operator.id,
        () => void read(),
      )
    }
    await read()
  }

  return { counts, read, follow }
}

/** Of payments and batches together, as the rail and the approvals count them. */
export const useOrderCounts = defineStore('order-counts', countsOf())
const stores = {
  payment: defineStore('payment-counts', countsOf('payment')),
  batch: defineStore('batch-counts', countsOf('batch')),
} as const satisfies Record<OrderKind, unknown>

/** Of one kind, beside the views of its list. */
export const useOrderCountsOf = (kind: OrderKind) => stores[kind]()
