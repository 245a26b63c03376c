/** The number of orders per waiting state, for the rail and beside the views of the list. */
import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import type { OrderCounts } from '../../../preload/contract/domain/orders/order-list.ts'
import type { OrderKind } from '../../../preload/contract/domain/orders/order.ts'
import { bridge } from '../bridge.ts'
import { useWorkstation } from './workstation.store.ts'

/**
 * Read at the start, and again whenever an order or the operator changes. Without a kind all orders
 * are counted.
 */
const countsOf = (kind?: OrderKind) => () => {
  const workstation = useWorkstation()
  /** Undefined: not known, so no number is shown. */
  const counts = shallowRef<OrderCounts>()
  let isReading = false
  let isStale = false

  /** Reads the counts. Changes during the read cause one more read, however many there were. */
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
  /**
   * Reads the counts now and after each event of main. Orders that wait for one operator do not
   * wait for another.
   */
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

/** Counts of payments and batches together, for the rail and the approvals. */
export const useOrderCounts = defineStore('order-counts', countsOf())
const stores = {
  payment: defineStore('payment-counts', countsOf('payment')),
  batch: defineStore('batch-counts', countsOf('batch')),
} as const satisfies Record<OrderKind, unknown>

/** Counts of one kind, beside the views of its list. */
export const useOrderCountsOf = (kind: OrderKind) => stores[kind]()
