/**
 * Why an action on an order is not possible: codes with their facts. The sentences are in
 * `renderer/text/act-blocker-text.ts`, and in `text/order-refusals.ts` where main refuses a command
 * with the same sentence.
 */
import { limitedServices } from '../operators/policy.ts'
import { role } from '../operators/roles.ts'
import { z } from '../../kernel/zod.ts'

/**
 * Evidence that the policy requires and that is missing. `payees-changed`: the payee book now flags
 * a payment or entries that it did not flag at approval. `payees-not-shown`: approved by a version that did not show typed
 * entries to approvers. `restored`: restored from a backup, and may have been sent since.
 */
export const missingEvidence = [
  'ownership',
  'ownership-too-old',
  'ownership-no-match',
  'validate',
  'validate-failed',
  'payee',
  'payees-changed',
  'payees-not-shown',
  'restored',
] as const
export type MissingEvidence = (typeof missingEvidence)[number]
export type ApprovalEvidence = Extract<
  MissingEvidence,
  'payees-changed' | 'payees-not-shown' | 'restored'
>
/**
 * Returns whether the evidence depends on neither the policy nor a check: only a new approval, a
 * change in the payee book, or an acknowledged restore can supply it.
 */
export const isOfApprovals = (one: MissingEvidence): one is ApprovalEvidence =>
  one === 'payees-changed' || one === 'payees-not-shown' || one === 'restored'

/** Why an approval would not count. */
export const notApproverReasons = [
  'not-named',
  'already-approved',
  'sign-in-set-by-maker',
  'set-sign-in-of-maker',
] as const

/** An exceeded limit of the policy. Amounts in the currency's smallest unit. */
export const overLimit = z.object({
  limit: z.enum(['per-payment', 'per-day', 'none-set']),
  /** The service that the limit applies to. */
  service: z.enum(limitedServices),
  currency: z.string(),
  allowed: z.int().nullable(),
  wanted: z.int(),
  /** The full banking day; null if every day is full, or the limit is not per day. */
  day: z
    .object({
      counts: z.enum(['submitted', 'sent']),
      /** YYYY-MM-DD in the zone of the banking day. */
      date: z.string(),
      zone: z.string(),
      /** First day below the limit; null if the order counts toward a past day. */
      roomFrom: z.string().nullable(),
    })
    .nullable(),
})
export type OverLimit = z.infer<typeof overLimit>

/** Why entries cannot be presented again or reversed. */
const followUpBlocker = z.object({
  code: z.literal('follow-up'),
  by: z.enum(['reentry', 'reversal']),
  /**
   * `unfit`: returned entries are not reversed, others not presented again. `reported`: the bank's
   * inquiry does not show a return that was reported, or an alert contradicts one that it showed.
   * `same`: already followed this way. `other`: already followed the other way.
   */
  why: z.enum(['unfit', 'reported', 'same', 'other']),
})
export type FollowUpBlocker = z.infer<typeof followUpBlocker>

/** Why an order may not be copied: the copy could pay what the order itself may still pay. */
const copyBlocker = z.object({
  code: z.literal('not-copied'),
  why: z.enum([
    'restored',
    /** The bank's staff has it and may still send it. */
    'at-bank-staff',
    /** The bank keeps it for a later day, and sends it then. */
    'waits-at-bank',
    /** The bank has reported it, or an alert may belong to it. */
    'reported',
    /** Closed as not made, and no status inquiry by a proven route confirms it yet. */
    'not-confirmed-by-inquiry',
    /** Its entries follow others. */
    'follows-entries',
  ]),
})
/** Closed as not made, and the bank may make it until this day, YYYY-MM-DD in New York, is over. */
const mayBeMade = z.object({ code: z.literal('may-be-made'), lastDay: z.string() })
export type CopyBlocker = z.infer<typeof copyBlocker> | z.infer<typeof mayBeMade>

/** The order is a copy of one that was closed as not made. */
const originalUnresolved = z.object({
  code: z.enum([
    /** The original may be at the bank by now. */
    'original-unresolved',
    /** The bank made the original after all. */
    'original-made',
  ]),
})

/** Blockers whose sentence commands return as `invalid-input`. */
export type RefusedBlocker = FollowUpBlocker | CopyBlocker | z.infer<typeof originalUnresolved>
/** Why an order must not leave beside another. */
export type SupersededBlocker = Exclude<RefusedBlocker, CopyBlocker>

/** Why an operator may not act on an order now. */
export const actBlocker = z.discriminatedUnion('code', [
  z.object({
    code: z.enum([
      'own-work',
      /** The approval of this operator does not count, for another reason than `not-approver`. */
      'approval-not-counted',
      'form-errors',
      'known-at-bank',
      'alert-undecided',
      /** The newest answer to a status inquiry is inconclusive. */
      'inquiry-undecided',
      'support-reply-unresolved',
      'copied-already',
      /** The end of the last sending is not recorded yet. */
      'sending-not-ended',
      'unit-not-confirmed',
      'terms-changed',
      /** The effective date is too far from today. */
      'date-too-far',
      'restore-unconfirmed',
    ]),
  }),
  z.object({ code: z.literal('not-permitted'), needs: z.array(role) }),
  z.object({ code: z.literal('not-maker'), maker: z.string() }),
  /** The person who did the first of two steps. */
  z.object({ code: z.literal('same-person'), person: z.string() }),
  z.object({ code: z.literal('not-approver'), why: z.enum(notApproverReasons) }),
  z.object({ code: z.literal('approvals-missing'), more: z.int() }),
  z.object({ code: z.literal('evidence-needed'), missing: z.array(z.enum(missingEvidence)) }),
  z.object({ code: z.literal('evidence-changed'), since: z.enum(['proposal', 'reply']) }),
  /** A status inquiry counts only from this instant on (bank note 67). */
  z.object({ code: z.literal('inquiry-first'), countsFrom: z.iso.datetime() }),
  z.object({ code: z.literal('over-limit'), ...overLimit.shape }),
  followUpBlocker,
  originalUnresolved,
  copyBlocker,
  mayBeMade,
])
export type ActBlocker = z.infer<typeof actBlocker>
