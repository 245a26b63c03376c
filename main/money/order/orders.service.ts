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
import { readDoubtEvidence } from './approval/binding.ts'
import { createOrderEvidence } from './approval/evidence.ts'
import { lookUpCounts, lookUpCountsFrom, lookUpsAllowSecond } from './status/look-ups-that-count.ts'
import { policiesFor } from './order-facts.ts'
import { createOrderFollowing } from './status/order-following.ts'
import type {
  OrderContext,
  OrderDrafts,
  OrderFollowing,
  OrderReading,
  OrderVerbs,
  TellOrder,
} from './types.ts'
import { createOrderReading } from './reading/order-reading.ts'
import type { OrderRules } from './order-rules.ts'
import { createOrderSending } from './sending/order-sending.ts'
import { rebindOrders } from './approval/rebinding.ts'

/** The desk of one open store. */
export interface OrderDesk {
  readonly verbs: Omit<OrderVerbs, 'selectImport' | 'printReceipt'>
  /** Reads a file of payments; drafts are made of it by `commitImport`. */
  readonly readImport: OrderDrafts['readImport']
  /** Alerts up to this seq were read: those about orders are matched (traps 100 and 101). */
  alertsRead(latestSeq: number): void
  /** The bank has said something of an order in doubt: it is looked up now. */
  readonly lookUpSoon: (id: string) => void
  /** Alerts about it may have been missed: it is looked up once, after all that is more urgent. */
  readonly lookUpForSweep: OrderFollowing['lookUpForSweep']
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
  readDoubtEvidence,
  lookUpCounts,
  lookUpCountsFrom,
  lookUpsAllowSecond,
}

/** What it needs of others. */
export interface OrderDeskParts {
  /** Makes the part that writes drafts. */
  readonly createDrafts: (
    context: OrderContext,
    parts: { readonly show: OrderReading['show']; readonly tell: TellOrder },
  ) => OrderDrafts
  /** The bank has an order: what it is made of may be followed. May be told again. */
  readonly accepted?: (orderId: string) => void
}

/** Makes the desk. What a killed program left under way is in doubt from now on; nothing is sent. */
export async function createOrderDesk(
  context: OrderContext,
  { createDrafts, accepted }: OrderDeskParts,
): Promise<OrderDesk> {
  const tell: TellOrder = (id, state) => {
    if (state === 'accepted') accepted?.(id)
    context.announce('orders', 'changed', { id, state })
    context.announce('orders', 'countsChanged', {})
  }
  const evidence = createOrderEvidence(context)
  const { show, verbs: reading } = createOrderReading(context, { rules, evidence })
  const following: OrderFollowing = createOrderFollowing(context, { show, tell })
  const drafts = createDrafts(context, { show, tell })
  const { follow, isAsked } = following
  const sending = createOrderSending(context, { show, tell, evidence, follow, isAsked })
  await sending.recover()
  await following.start()
  return {
    verbs: { ...reading, ...drafts.verbs, ...sending.verbs, ...following.verbs },
    readImport: drafts.readImport,
    alertsRead: following.alertsRead,
    lookUpSoon: following.lookUpSoon,
    lookUpForSweep: following.lookUpForSweep,
    rebindToBank: () => rebindOrders(context, tell),
    start: () => following.start(),
    async rest() {
      await Promise.all([sending.rest(), following.rest(), drafts.rest()])
    },
  }
}
