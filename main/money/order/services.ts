/**
 * The services for orders. Each is created by one file and receives the others as dependencies.
 */
import type { Failure } from '../../../preload/contract/api/failures.ts'
import type { Order } from '../../../preload/contract/domain/orders/order.ts'
import type { OwnersKnown } from '../../../preload/contract/domain/orders/owner-knowledge.ts'
import type { PossibleDuplicates } from '../../../preload/contract/domain/orders/order-course.ts'
import type { PaymentImport } from '../../../preload/contract/domain/orders/payment-import.ts'
import type { OrderState } from '../../../preload/contract/domain/orders/order-states.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import type { Result } from '../../../preload/contract/kernel/result.ts'
import type { Reader } from '../../store/store.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { InquiryBlocked, OrderRow } from './types.ts'

/** The order API handlers. */
export type OrderHandlers = Handlers['orders']

/** Why no status inquiry was made. */
export type NoInquiryReason =
  | Failure<'not-found'>
  | Failure<'order-state'>
  | Failure<'rate-paused'>
  | InquiryBlocked

/** The result of a status inquiry. */
export interface InquiryResult {
  readonly state: OrderState
  /** The bank answered, even if it declined. */
  readonly answered: boolean
  /** The answer gave the order's status. */
  readonly isStatusKnown: boolean
  /** No answer came in time. */
  readonly isTooSlow: boolean
}

/** Notifies the window that an order changed and that counts may have changed. */
export type NotifyOrder = (id: string, state: OrderState) => void

/** Reads orders, masked: lists, one order with its timeline, the changes since the last view. */
export interface OrderReading {
  readonly handlers: Pick<
    OrderHandlers,
    'list' | 'getCounts' | 'get' | 'getLimit' | 'reveal' | 'getReview' | 'review'
  >
  /** Returns the order as this operator sees it. */
  readonly show: (id: string, operator: Operator) => Promise<Result<Order, Failure<'not-found'>>>
}

/** Approval evidence of an order, beside its body. */
export interface OrderEvidence {
  /**
   * Returns the evidence that the policy in force requires and that is missing or no longer valid;
   * for a batch also whether the payee records changed since its approvals. Uses `read` where it is
   * part of a larger reading.
   */
  missing(row: OrderRow, read?: Reader): Promise<Failure<'evidence-needed'>['missing']>
  /** Returns the possible duplicates, for which submission and approval need a reason. */
  duplicates(row: OrderRow, read: Reader): Promise<PossibleDuplicates>
  /** Returns what the newest ownership checks say of the accounts. */
  owners(row: OrderRow): Promise<OwnersKnown>
}

/** Drafts: written, checked, copied, imported. */
export interface OrderDrafts {
  readonly handlers: Pick<
    OrderHandlers,
    | 'saveDraft'
    | 'openDraft'
    | 'copy'
    | 'copyLast'
    | 'discard'
    | 'preCheck'
    | 'attachOwnership'
    | 'commitImport'
  >
  /** Reads a file of payments; held in memory only until `commitImport`. */
  readonly readImport: (
    file: { readonly name: string; readonly bytes: Uint8Array },
    actor: string,
  ) => Promise<Result<PaymentImport, Failure<'file-not-understood'> | Failure<'too-many-rows'>>>
  rest(): Promise<void>
}

/** From release to the bank's answer: queue, journal, sending. */
export interface OrderSending {
  readonly handlers: Pick<OrderHandlers, 'release' | 'takeBack'>
  /** Call when an order is queued; it leaves when it can. */
  readonly startSending: (id: string) => void
  /** The number of releases here that are being sent or wait to be. */
  readonly underWay: () => number
  /**
   * At start: orders being sent here when the program was killed get an unknown outcome, queued ones
   * wait for a person. The same from then on, while this workstation is the keeper, for workstations
   * that are gone.
   */
  recover(): Promise<void>
  /** Watches from now on for what is queued here and not being sent. Repeatable. */
  watch(): Promise<void>
  /** Stops new sendings; resolves when those under way have been stored. */
  rest(): Promise<void>
}

/** Tracks orders at the bank: manual and automatic status inquiries, and alerts. */
export interface OrderTracking {
  readonly handlers: Pick<OrderHandlers, 'inquire' | 'decideAlert'>
  /**
   * Tracks an order that was accepted or whose outcome is unknown: status inquiries soon, then more
   * slowly with age.
   */
  readonly track: (id: string) => void
  /**
   * Makes a status inquiry about an order with unknown outcome now, because the bank reported
   * something about it.
   */
  readonly inquireSoon: (id: string) => void
  /**
   * Makes one status inquiry about an order, after everything more urgent, because alerts about it
   * may have been missed.
   */
  readonly inquireForSweep: (id: string) => Promise<Result<InquiryResult, NoInquiryReason>>
  /** Returns whether a status inquiry of it is under way. */
  readonly isInquiryRunning: (id: string) => boolean
  /** Starts the automatic status inquiries; only queries. */
  start(): Promise<void>
  /** Resolves when the alerts up to this seq were matched, or could not be, which is reported. */
  readonly alertsRead: (latestSeq: number) => Promise<void>
  rest(): Promise<void>
}
