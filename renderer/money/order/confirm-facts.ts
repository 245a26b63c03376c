/** The details of an order that every question about it shows: its buttons name the action only. */
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import { environmentOf, moneyOf } from '../../text/order-badges.ts'
import { batchFactsOf } from '../batch/batch-facts.ts'

const paymentFacts = (order: Order) => [
  { id: 'amount', label: 'Amount', value: moneyOf(order) },
  {
    id: 'to',
    label: 'Beneficiary',
    value: [order.beneficiary, order.beneficiaryAccount].filter((one) => one !== '').join(', '),
  },
  { id: 'bank', label: 'Beneficiary bank', value: order.beneficiaryBank },
  { id: 'from', label: 'From', value: order.debitAccount },
  { id: 'date', label: 'Value date', value: order.valueDate },
  { id: 'reference', label: 'Reference', value: order.reference, mono: true },
]

/** Returns amount, counterparty, accounts and environment as names and values. */
export const confirmFactsOf = (order: Order) => [
  ...(order.batch === null ? paymentFacts(order) : batchFactsOf(order, order.batch)),
  { id: 'environment', label: 'Environment', value: environmentOf(order.environment) },
]
