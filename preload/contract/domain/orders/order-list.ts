/** Requests for lists of orders, and the counts beside them. */
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { orderKinds, orderServices } from './order.ts'
import { orderViews } from './order-states.ts'

export const ordersRequest = z.object({
  ...pageRequest,
  view: z.enum(orderViews),
  kind: z.enum(orderKinds).optional(),
  service: z.enum(orderServices).optional(),
  search: z.string().max(100).optional(),
  sort: listSort([
    'updated',
    'created',
    'beneficiary',
    'amount',
    'value-date',
    'state',
    'reference',
    'maker',
  ]),
})
export type OrdersRequest = z.infer<typeof ordersRequest>

/** Scope of the counts; without a kind, payments and batches together. */
export const orderCountsRequest = z.strictObject({ kind: z.enum(orderKinds).optional() })

/** Counts for the rail and beside the views of a list. */
export const orderCounts = z.object({
  all: z.int(),
  drafts: z.int(),
  awaiting: z.int(),
  /** Those that this operator may approve. */
  awaitingMe: z.int(),
  /** Approved ones that this operator may release. */
  readyMe: z.int(),
  ready: z.int(),
  underWay: z.int(),
  unknownOutcome: z.int(),
  ended: z.int(),
})
export type OrderCounts = z.infer<typeof orderCounts>
