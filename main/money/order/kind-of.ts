/** Which kind an order is. */
import type { OrderKind } from './order-kind.ts'
import { isBatch, type OrderRow } from './types.ts'
import { batchKind } from '../batch/batch-kind.ts'
import { paymentKind } from '../payment/payment-kind.ts'

/** The kind of an order. */
export const kindOf = (row: Pick<OrderRow, 'service'>): OrderKind =>
  isBatch(row) ? batchKind : paymentKind
