/** What became of an order, piece by piece: its sendings, the look-ups and alerts about it, and its timeline. */
import { z } from '../../kernel/zod.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

/** One sending, as it was journalled before its first byte. */
export const attempt = z.object({
  seq: z.int(),
  releasedBy: person,
  /** Who confirmed a second sending; null for the first. */
  confirmedBy: person.nullable(),
  journalledAt: instant,
  endedAt: instant.nullable(),
  outcome: z.enum(['under-way', 'not-sent', 'accepted', 'rejected', 'unknown', 'interrupted']),
  /** Why, in the words of the classification. */
  reason: z.string().nullable(),
  status: z.int().nullable(),
  callId: z.string().nullable(),
  /** The bank's id of this sending; null: it gave none. */
  transactionId: z.string().nullable(),
  bodySha256: z.string(),
  /** Why two people sent it a second time, by the one and, where that was asked for, the other; null: a first sending. */
  reasons: z.object({ first: z.string(), second: z.string().nullable() }).nullable(),
})
export type Attempt = z.infer<typeof attempt>

/**
 * The ways to look an order up: a payment by its id or by account and reference; a batch by the status of its addenda,
 * and by the list and the detail of its entries (design, Money lifecycle).
 */
export const lookUpWays = ['transaction-id', 'reference', 'addenda', 'list'] as const
export type LookUpWay = (typeof lookUpWays)[number]

/** What is known of a route by which nothing was found: it has shown what the bank has, or there was nothing to show. */
export const lookUpRoutes = ['proven', 'untried'] as const
export type InquiryRoute = (typeof lookUpRoutes)[number]

/** One look-up made about an order. */
export const orderLookUp = z.object({
  seq: z.int(),
  at: instant,
  /** `system`, or an operator's name. */
  by: z.string(),
  lookedBy: z.enum(lookUpWays),
  verdict: z.enum(['found', 'not-found', 'undecided', 'no-answer']),
  /** The bank's word; null: none. */
  word: z.string().nullable(),
  callId: z.string().nullable(),
  /** It counts as evidence for a second sending: after the last sending, and late enough (trap 67). */
  counts: z.boolean(),
  /** Of one that says not found in doubt; null: nobody asked. */
  route: z.enum(lookUpRoutes).nullable(),
  /** The answer as it came, masked unless in full, where it is what two people decide by; else null. */
  raw: z.string().nullable(),
})
export type OrderLookUp = z.infer<typeof orderLookUp>

/** An alert about this order. */
export const orderAlert = z.object({
  alertSeq: z.int(),
  alertId: z.string(),
  at: instant,
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  matchedBy: z.enum(['reference', 'transaction-id', 'suggestion']),
  /** A suggestion counts when a person has confirmed it (trap 100). */
  decision: z.enum(['counts', 'open', 'dismissed']),
})
export type OrderAlert = z.infer<typeof orderAlert>

/** One line of the timeline. */
export const timelineEntry = z.object({
  at: instant,
  kind: z.enum(['act', 'approval', 'sending', 'call', 'status', 'look-up', 'alert']),
  /** Who did it; null: the bank, or nobody. */
  by: z.string().nullable(),
  title: z.string(),
  detail: z.string(),
  callId: z.string().nullable(),
  alertId: z.string().nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>
