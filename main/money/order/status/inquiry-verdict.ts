/**
 * The verdict of a status inquiry, by any route. Not found is evidence but no proof, and no answer
 * means nothing.
 */
import type { Transaction } from 'kysely'
import type { CallOptions } from '../../../bank/call-options.ts'
import type { InquiryReason } from '../../../../preload/contract/domain/orders/order-course.ts'
import type { OrderInquiriesTable } from '../../../store/tables/order-history.ts'
import type { Tables } from '../../../store/store.ts'

export type InquiredBy = OrderInquiriesTable['route']

export type InquiryOptions = CallOptions & { readonly signal: AbortSignal }

/** The verdict of one status inquiry. */
export interface InquiryVerdict {
  readonly verdict: OrderInquiriesTable['verdict']
  /** The result of the order, where that is certain. */
  readonly found: 'accepted' | 'rejected' | null
  /** The bank's status for this order, several if they contradict; null if none. */
  readonly statusText: string | null
  /** Why it decides nothing, where this program knows it. */
  readonly reason: InquiryReason | null
  /** Whether `statusText` is a status of this order. */
  readonly isOrderStatus: boolean
  readonly transactionId: string | null
}

/** Returns a verdict without a status. */
export const nothing = (verdict: InquiryVerdict['verdict']): InquiryVerdict => ({
  verdict,
  found: null,
  statusText: null,
  reason: null,
  isOrderStatus: false,
  transactionId: null,
})

/** The result of a status inquiry by one route. */
export interface OrderRouteResult {
  readonly inquiredBy: InquiredBy
  readonly at: Date
  readonly verdict: InquiryVerdict
  readonly callId: string | null
  /** Nothing left the workstation. */
  readonly neverLeft: boolean
  /** The bank answered, so it can be reached. */
  readonly isAnswered: boolean
  /** No answer came in time. */
  readonly isTooSlow?: boolean
  /** Stores further findings in the transaction of the status inquiry. `at` is ISO UTC. */
  readonly saveAlong?: (tx: Transaction<Tables>, at: string) => Promise<void>
}
