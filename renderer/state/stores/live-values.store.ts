/** Values of the shown profile that several screens show and main changes: one reading for all. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import type { OrderKind } from '../../../preload/contract/domain/orders/order.ts'
import { bridge, onEvent } from '../bridge.ts'
import { useLiveQuery } from '../use-live-query.ts'
import { useWorkstation } from './workstation.store.ts'

/** Main has none of these values before the store is open. */
function storeIsOpen(): () => boolean {
  const workstation = useWorkstation()
  return () => workstation.storeIsOpen
}

/** The number of items that need a person. Undefined: not known, so no number is shown. */
export const useInboxCounts = defineStore('inbox-counts', () => {
  const { value: counts, readAgain } = useLiveQuery({
    fetchValue: () => bridge().inbox.getCounts(),
    when: storeIsOpen(),
  })
  onEvent('inbox', 'changed', readAgain)
  return { counts, readAgain }
})

/** Without a kind all orders are counted. */
const orderCounts = (kind?: OrderKind) => () => {
  const { value: counts, readAgain } = useLiveQuery({
    fetchValue: () => bridge().orders.getCounts(kind === undefined ? {} : { kind }),
    when: storeIsOpen(),
  })
  onEvent('orders', 'countsChanged', readAgain)
  onEvent('orders', 'changed', readAgain)
  return { counts, readAgain }
}
/** The number of payments and batches per waiting state. Undefined: not known. */
export const useOrderCounts = defineStore('order-counts', orderCounts())
const countsOfKind = {
  payment: defineStore('payment-counts', orderCounts('payment')),
  batch: defineStore('batch-counts', orderCounts('batch')),
} as const satisfies Record<OrderKind, unknown>
/** The counts of one kind, beside the views of its list. */
export const useOrderCountsOf = (kind: OrderKind) => countsOfKind[kind]()

export const useAlertSummary = defineStore('alert-summary', () => {
  const {
    value: summary,
    failure,
    readAgain,
  } = useLiveQuery({ fetchValue: () => bridge().alerts.getSummary(), when: storeIsOpen() })
  onEvent('alerts', 'changed', readAgain)
  // A delivery can be held in quarantine without any alert.
  let deliveries = 0
  onEvent('listener', 'stateChanged', ({ counts }) => {
    if (counts.deliveries !== deliveries) void readAgain()
    deliveries = counts.deliveries
  })
  return { summary, failure, readAgain }
})

/** The certificates that expire soon; none while they are not known. */
export const useCertificateWarnings = defineStore('certificate-warnings', () => {
  const { value, failure, readAgain } = useLiveQuery({
    fetchValue: () => bridge().certificates.getWarnings(),
    when: storeIsOpen(),
  })
  onEvent('certificates', 'warningsChanged', readAgain)
  return { warnings: computed(() => (failure.value ? [] : (value.value ?? []))) }
})

export const useBackups = defineStore('backups', () => {
  const workstation = useWorkstation()
  const {
    value: state,
    problem,
    readAgain,
    put,
  } = useLiveQuery({
    fetchValue: () => bridge().backups.getState(),
    when: () => workstation.storeAnswers,
  })
  onEvent('backups', 'changed', readAgain)
  return { state, problem, put }
})
