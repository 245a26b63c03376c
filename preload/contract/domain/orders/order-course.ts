/** Course of an order: its sendings, the status inquiries and alerts about it, and its timeline. */
import { z } from '../../kernel/zod.ts'
import { orderState } from './order-states.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

/** One sending, as journaled before its first byte. */
export const attempt = z.object({
  seq: z.int(),
  releasedBy: person,
  /** Who confirmed a resend; null for the first sending. */
  confirmedBy: person.nullable(),
  journalledAt: instant,
  endedAt: instant.nullable(),
  outcome: z.enum(['under-way', 'not-sent', 'accepted', 'rejected', 'unknown', 'interrupted']),
  /** Reason text from the classification of the call. */
  reason: z.string().nullable(),
  status: z.int().nullable(),
  callId: z.string().nullable(),
  /** The bank's id of this sending; null if it gave none. */
  transactionId: z.string().nullable(),
  bodySha256: z.string(),
  /** Name of the workstation that sent it; null without a team. */
  workstation: z.string().nullable(),
  /**
   * Reasons of the two people for a resend; `second` is null where none was required. Null for a
   * first sending.
   */
  reasons: z.object({ first: z.string(), second: z.string().nullable() }).nullable(),
})
export type Attempt = z.infer<typeof attempt>

/**
 * Ways of a status inquiry: a payment by its id, or by account and reference; a batch by the status
 * of its addenda, and by the list and the detail of its entries.
 */
export const inquiryRoutes = ['transaction-id', 'reference', 'addenda', 'list'] as const
export type InquiryRoute = (typeof inquiryRoutes)[number]

/**
 * Reliability of a route whose answer was "not found". `proven`: the route has shown another order
 * at the bank since the sending. `untried`: there was no other order that it could show.
 */
export const routeReliabilities = ['proven', 'untried'] as const
export type RouteReliability = (typeof routeReliabilities)[number]

/** Why a status inquiry decides nothing, where this program knows it and not the bank. */
export const inquiryReasons = [
  /** No answer: the route does not show an order that the bank has. */
  'route-shows-nothing',
  /** The list was not queried: not agreed, an account with too many digits, sent too long ago. */
  'not-agreed',
  'account-too-long',
  'too-old',
  /** The list found nothing before the bank collects the batch on its effective date. */
  'not-collected',
  /** The list found only entries of accounts that cannot be distinguished from its own. */
  'accounts-alike',
] as const
export type InquiryReason = (typeof inquiryReasons)[number]

/** One status inquiry about an order. */
export const orderStatusInquiry = z.object({
  seq: z.int(),
  at: instant,
  /** `system`, or an operator's name. */
  by: z.string(),
  route: z.enum(inquiryRoutes),
  verdict: z.enum(['found', 'not-found', 'undecided', 'no-answer']),
  /** The bank's status; null if none. */
  statusText: z.string().nullable(),
  reason: z.enum(inquiryReasons).nullable(),
  callId: z.string().nullable(),
  /**
   * True if the inquiry counts as evidence for a resend: after the last sending, and late enough
   * (bank note 67).
   */
  counts: z.boolean(),
  /** Set for "not found" about an unknown outcome; null if not determined. */
  reliability: z.enum(routeReliabilities).nullable(),
  /** Exact answer, masked unless revealed, if two people decide by it; else null. */
  raw: z.string().nullable(),
})
export type OrderStatusInquiry = z.infer<typeof orderStatusInquiry>

/** Whether an alert that resembles an order is about it. */
export const alertDecisions = ['counts', 'open', 'dismissed'] as const

/** An alert about this order. */
export const orderAlert = z.object({
  alertSeq: z.int(),
  alertId: z.string(),
  at: instant,
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  matchedBy: z.enum(['reference', 'transaction-id', 'suggestion']),
  /** A suggested alert counts after a person has confirmed it (bank note 100). */
  decision: z.enum(alertDecisions),
})
export type OrderAlert = z.infer<typeof orderAlert>

/** For how many days others are compared with a payment, and with the entries of a batch. */
export const duplicateDays = { payment: 10, batch: 90 } as const

/**
 * Another payment, or a credit of a batch, of the same amount to the same account; or the payment or
 * batch of whose sending the bank has reported, and whose later changes became this order.
 */
export const duplicatePayment = z.object({
  /** Of the payment, batch or entry. */
  id: z.string(),
  kind: z.enum(['payment', 'entry', 'batch']),
  isChangedFrom: z.boolean(),
  /** The payment, or the batch of the entry, and its reference and state. */
  orderId: z.string(),
  reference: z.string(),
  state: orderState,
  /** When it was released, or else submitted. */
  at: instant,
  /** Value date or effective date, YYYY-MM-DD. */
  day: z.string(),
  amount: z.int(),
  currency: z.string(),
  /** Masked. */
  account: z.string(),
})
export type DuplicatePayment = z.infer<typeof duplicatePayment>
/** The most that are named, the newest. */
export const mostDuplicatePayments = { payment: 5, batch: 100 } as const
/** The most other batches that are named, the newest. */
export const mostDuplicateBatches = 1_000
/**
 * The possible duplicates of a payment, or those of a batch: the payments and other batches like its
 * entries, and how many entries have any.
 */
export const possibleDuplicates = z.object({
  payments: z.array(duplicatePayment),
  entries: z.int(),
  /** The other batches with such entries: the SHA-256 of each one's message. */
  batches: z.array(z.string()),
})
export type PossibleDuplicates = z.infer<typeof possibleDuplicates>

/** The possible duplicates that a person saw who gave a reason for them. */
export const shownDuplicates = z.strictObject({
  /** Ids. */
  payments: z.array(z.string()).max(mostDuplicatePayments.batch),
  entries: z.int().nonnegative(),
  batches: z.array(z.string()).max(mostDuplicateBatches),
})
export type ShownDuplicates = z.infer<typeof shownDuplicates>

/** Why they are no duplicates. */
export interface DuplicateReason {
  readonly reason: string
  readonly shownDuplicates: ShownDuplicates
}

/** Returns them as an act and its audit entry name them. */
export const shownOf = ({ payments, entries, batches }: PossibleDuplicates): ShownDuplicates => ({
  payments: payments.map(({ id }) => id),
  entries,
  batches: [...batches],
})

/** Returns whether all of them were shown. One that was shown and is gone does not matter. */
export const wereShown = (found: PossibleDuplicates, shown: ShownDuplicates): boolean =>
  found.payments.every(({ id }) => shown.payments.includes(id)) &&
  found.entries <= shown.entries &&
  found.batches.every((one) => shown.batches.includes(one))

/** Returns whether its submission and each approval need a reason. */
export const isPossibleDuplicate = ({ payments, entries }: PossibleDuplicates): boolean =>
  payments.length + entries > 0

/** The comment of an operator on the order. */
export const orderComment = z.object({
  seq: z.int(),
  at: instant,
  by: person,
  /** `duplicate`: why its maker submitted it although it may be a duplicate. */
  purpose: z.enum(['comment', 'duplicate']),
  /** Accounts are masked unless revealed. Null: the stored text is not the one that was audited. */
  text: z.string().nullable(),
})
export type OrderComment = z.infer<typeof orderComment>

/** The most bytes of one file, and of all files of an order. */
export const orderFileLimits = { each: 5 * 1024 * 1024, ofOrder: 20 * 1024 * 1024 } as const

/** A file attached to the order; its content stays in main. */
export const orderFile = z.object({
  id: z.string(),
  at: instant,
  by: person,
  /** Without folders; numbers are masked unless revealed. */
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
})
export type OrderFile = z.infer<typeof orderFile>

/** One line of the timeline. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(['act', 'approval', 'sending', 'call', 'status', 'inquiry', 'alert']),
  /** The person who acted; null for the bank, or nobody. */
  by: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
  callId: z.string().nullable(),
  alertId: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
