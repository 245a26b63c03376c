/**
 * Payment orders of one profile: from draft to settlement, never sent twice (promises P1, P3, P10; design, Money
 * lifecycle). This file composes the desk; each part of it has a file of its own.
 */
import {
  approvalRules,
  approversThatCount,
  makersOf,
  makersOfAll,
  whyNotApprover,
} from './approval/approvals.ts'
import { readUnknownEvidence } from './approval/approval-hash.ts'
import { createOrderEvidence } from './approval/evidence.ts'
import {
  inquiryQualifies,
  inquiryQualifiesFrom,
  inquiriesAllowResend,
} from './status/qualifying-inquiries.ts'
import { policiesFor } from './order-facts.ts'
import { createOrderTracking } from './status/order-tracking.ts'
import type {
  OrderContext,
  OrderDrafts,
  OrderTracking,
  OrderReading,
  OrderVerbs,
  NotifyOrder,
} from './types.ts'
import { createOrderReading } from './reading/order-reading.ts'
import type { OrderRules } from './order-rules.ts'
import { createOrderSending } from './sending/order-sending.ts'
import { rebindOrders } from './approval/rebinding.ts'

/** The desk of one open store. */
export interface OrdersService {
  readonly verbs: Omit<OrderVerbs, 'selectImport' | 'printReceipt'>
  /** Reads a file of payments; drafts are made of it by `commitImport`. */
  readonly readImport: OrderDrafts['readImport']
  /** Alerts up to this seq were read: those about orders are matched (traps 100 and 101). */
  alertsRead(latestSeq: number): void
  /** The bank has said something of an order in doubt: it is looked up now. */
  readonly inquireSoon: (id: string) => void
  /** Alerts about it may have been missed: it is looked up once, after all that is more urgent. */
  readonly inquireForSweep: OrderTracking['inquireForSweep']
  /** Asks for the approvals again of what waits for people and was approved for another bank than the profile names. */
  rebindToBank(): Promise<void>
  /** The profile is worked with again: what is due is looked up by itself from now on. May be repeated. */
  start(): Promise<void>
  /** Takes back what waits for the bank; resolves when what was on its way has been stored. */
  rest(): Promise<void>
}

/** What decides when something is done is what tells beforehand whether it can be. */
const rules: OrderRules = {
  policiesFor,
  approvalRules,
  makersOf,
  makersOfAll,
  whyNotApprover,
  approversThatCount,
  readUnknownEvidence,
  lookUpCounts: inquiryQualifies,
  lookUpCountsFrom: inquiryQualifiesFrom,
  lookUpsAllowSecond: inquiriesAllowResend,
}

/** What it needs of others. */
export interface OrdersServiceDeps {
  /** Makes the part that writes drafts. */
  readonly createDrafts: (
    context: OrderContext,
    parts: { readonly show: OrderReading['show']; readonly tell: NotifyOrder },
  ) => OrderDrafts
  /** The bank has an order: what it is made of may be followed. May be told again. */
  readonly accepted?: (orderId: string) => void
}

/** Makes the desk. What a killed program left under way is in doubt from now on; nothing is sent. */
export async function createOrdersService(
  context: OrderContext,
  { createDrafts, accepted }: OrdersServiceDeps,
): Promise<OrdersService> {
  const tell: NotifyOrder = (id, state) => {
    if (state === 'accepted') accepted?.(id)
    context.announce('orders', 'changed', { id, state })
    context.announce('orders', 'countsChanged', {})
  }
  const evidence = createOrderEvidence(context)
  const { show, verbs: reading } = createOrderReading(context, { rules, evidence })
  const following: OrderTracking = createOrderTracking(context, { show, tell })
  const drafts = createDrafts(context, { show, tell })
  const { follow, isAsked } = following
  const sending = createOrderSending(context, { show, tell, evidence, follow, isAsked })
  await sending.recover()
  await following.start()
  return {
    verbs: { ...reading, ...drafts.verbs, ...sending.verbs, ...following.verbs },
    readImport: drafts.readImport,
    alertsRead: following.alertsRead,
    inquireSoon: following.inquireSoon,
    inquireForSweep: following.inquireForSweep,
    rebindToBank: () => rebindOrders(context, tell),
    start: () => following.start(),
    async rest() {
      await Promise.all([sending.rest(), following.rest(), drafts.rest()])
    },
  }
}
