/**
 * An order, payment or batch, as the window lists and shows it. Main masks accounts in every text;
 * the typed values are shown unmasked only by an audited act.
 */
import { ownerKinds } from '../../bank/account-validation.ts'
import { bankAnswer } from '../../bank/answers/bank-answer.ts'
import { readingSchema } from '../../bank/answers/shape.ts'
import { paymentAnswer } from '../../bank/payments/payment-answer.ts'
import { requestedServices } from '../../bank/payments/payment-rules.ts'
import { requestWarning } from '../../kernel/request-warning.ts'
import { nameFields, resultClasses } from '../validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { actBlocker } from './act-blockers.ts'
import { batchContent, batchLine } from '../batches/batch.ts'
import { paymentFormSchema } from './payment-form.ts'
import { orderSchedule } from './payment-schedule.ts'
import { supportReply } from './support-reply.ts'
import {
  attempt,
  orderAlert,
  orderComment,
  orderFile,
  orderStatusInquiry,
  possibleDuplicates,
  shownDuplicates,
  timelineEntry,
} from './order-course.ts'
import { orderState } from './order-states.ts'
import { bankStatus, statusEvent } from './bank-status.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

/** Warnings about a payee, to check before money is sent. */
export const payeeFlags = [
  /** The same amount went to the same account a few days ago, or is about to. */
  'possible-duplicate',
  /** Typed by hand: not in the book. */
  'not-in-book',
  /** In the book, but not yet approved by a second person. */
  'not-approved',
  /** A change of this payee waits for a second person. */
  'change-proposed',
  /** The typed details differ from the approved ones. */
  'differs-from-book',
  'first-payment',
  /** The approved account details changed since the last payment. */
  'changed-since-last-payment',
] as const
export type PayeeFlag = (typeof payeeFlags)[number]

/** Objections of an owner check to an order, the most serious first; the last: there was no check. */
export const ownerSigns = [
  /** Closed or missing account. */
  'no-account',
  'owner-differs',
  /** Checked for another name than the beneficiary. */
  'another-name',
  'owner-in-part',
  'not-checked',
] as const
export type OwnerSign = (typeof ownerSigns)[number]

/** Service of an order: one of two payment services, or the SEC code of a batch. */
export const orderServices = [...requestedServices, ...secCodes] as const
export type OrderService = (typeof orderServices)[number]
/** Payments, and ACH batches. */
export const orderKinds = ['payment', 'batch'] as const
export type OrderKind = (typeof orderKinds)[number]
/** Returns the kind of order for a service. */
export const orderKindOf = (service: OrderService): OrderKind =>
  secCodes.some((one) => one === service) ? 'batch' : 'payment'

const line = {
  id: z.string(),
  service: z.enum(orderServices),
  state: orderState,
  reference: z.string(),
  /** Smallest units; null if a draft has no readable amount. */
  amount: z.int().nullable(),
  currency: z.string(),
  valueDate: z.string(),
  beneficiary: z.string(),
  beneficiaryAccount: z.string(),
  beneficiaryBank: z.string(),
  /** Name of the own account and its last four characters. */
  debitAccount: z.string(),
  maker: person,
  createdAt: instant,
  updatedAt: instant,
  bankStatus,
  flags: z.array(z.enum(payeeFlags)),
  /**
   * The most serious of the owner checks; null if none speaks against it, or if the order can no
   * longer leave.
   */
  owner: z.enum(ownerSigns).nullable(),
  approvals: z.object({ have: z.int(), needed: z.int() }),
  /**
   * Closed by the reply of bank support that it was not made; its state remains
   * outcome-unknown.
   */
  isClosed: z.boolean(),
  /** Reason why nothing was sent, if the order returned to be released again; else null. */
  notSent: z.string().nullable(),
  /** The schedule that created its draft; null if a person did. */
  schedule: orderSchedule.nullable(),
}
/** An order as a line. `batch` is the content of an ACH batch; null for a payment. */
export const orderLine = z.object({ ...line, batch: batchLine.nullable() })
export type OrderLine = z.infer<typeof orderLine>

/** The attached ownership check of the beneficiary. */
export const ownershipEvidence = z.object({
  validationId: z.string(),
  at: instant,
  by: z.string(),
  resultClass: z.enum(resultClasses),
  /** Name fields that differ, if the check was answered. */
  differingNames: z.array(z.enum(nameFields)),
  /** Name in the check's request; masked. */
  queriedName: z.string(),
  /** Kind of owner in the check's request. */
  queriedKind: z.enum(ownerKinds),
  /** True if the check was about another name than the beneficiary's, so it proves nothing here. */
  isAnotherName: z.boolean(),
  score: z.int().nullable(),
  ageHours: z.number(),
  /**
   * True if the check is older than the policy permits, or dated in the future. A check about
   * another account or bank is never shown.
   */
  tooOld: z.boolean(),
})
/** The bank's own check of the body, exact text. */
export const validateEvidence = z.object({
  at: instant,
  by: z.string(),
  callId: z.string().nullable(),
  /** True if the check was about the current body. */
  aboutThisBody: z.boolean(),
  answer: bankAnswer(readingSchema(paymentAnswer)),
  raw: z.string().nullable(),
})
/** Evidence for an approver beside the body. */
export const evidence = z.object({
  ownership: ownershipEvidence.nullable(),
  validate: validateEvidence.nullable(),
  payee: z
    .object({ id: z.string(), version: z.int(), payments: z.int(), lastPaidAt: instant.nullable() })
    .nullable(),
  flags: z.array(z.enum(payeeFlags)),
})
export type Evidence = z.infer<typeof evidence>

/** One approval, or its end. */
export const approval = z.object({
  by: person,
  at: instant,
  /** Approval hash: SHA-256 over body, evidence and profile. */
  approvalHash: z.string(),
  /**
   * Reason for approving although the owner of an account is uncertain, or the order a possible
   * duplicate; null if none was required.
   */
  reason: z.string().nullable(),
  /** Null while valid. */
  voidedAt: instant.nullable(),
  voidedBecause: z.string().nullable(),
})
export type Approval = z.infer<typeof approval>

/** A resend requested by one person, to be confirmed by another. */
export const resendProposal = z.object({
  by: person,
  at: instant,
  reason: z.string(),
  /** Hash of the evidence that was shown. */
  evidence: z.string(),
})

/** Actions on an order; `why` is null if this operator may do it now. */
export const orderActs = [
  'edit',
  'validate',
  'submit',
  'discard',
  'return-to-draft',
  'approve',
  'send-back',
  'release',
  'take-back',
  'inquire',
  'propose-resend',
  'confirm-resend',
  'record-reply',
  'confirm-reply',
  'close',
  'acknowledge-restore',
  'copy',
  'print',
] as const
export type OrderAct = (typeof orderActs)[number]
export const orderPermission = z.object({
  act: z.enum(orderActs),
  /** Null if permitted, else the reason; actions without meaning in this state are omitted. */
  why: actBlocker.nullable(),
})

/** One order with all its stored data. */
export const order = z.object({
  ...line,
  isMasked: z.boolean(),
  environment: z.string(),
  /** A payment as typed; null for a batch. */
  form: paymentFormSchema.nullable(),
  /** Content of a batch; null for a payment. */
  batch: batchContent.nullable(),
  /**
   * The exact text that is approved and sent, accounts masked unless revealed; null while it cannot
   * be written.
   */
  body: z.string().nullable(),
  bodySha256: z.string().nullable(),
  /** Hash that an approval would have now; null before there is a body. */
  approvalHash: z.string().nullable(),
  problems: z.array(
    z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }),
  ),
  warnings: z.array(requestWarning),
  /** Empty once it may not leave any more. */
  duplicates: possibleDuplicates,
  /**
   * The reason that was given at submission, and for which possible duplicates; null if none was,
   * or if the stored reason is not the one that was audited.
   */
  duplicateReason: z.object({ by: person, text: z.string(), givenFor: shownDuplicates }).nullable(),
  submittedAt: instant.nullable(),
  evidence,
  approvalsGiven: z.array(approval),
  sentBack: z.object({ by: person, at: instant, comment: z.string() }).nullable(),
  /**
   * Set for an order that was a draft in the backup: it may have been sent between the backup and
   * the restore of its store. While `acknowledged` is null, nobody has confirmed that it was not
   * sent, and it can neither be submitted nor copied. Null if not restored as a draft.
   */
  restored: z
    .object({
      backupAt: instant,
      restoredAt: instant,
      acknowledged: z.object({ by: person, at: instant, reason: z.string() }).nullable(),
    })
    .nullable(),
  attempts: z.array(attempt),
  /** Name of the workstation that released it and alone sends it; null without a team. */
  workstation: z.string().nullable(),
  inquiries: z.array(orderStatusInquiry),
  /** Data for the two people who decide on a resend; null unless the outcome is unknown. */
  unknownOutcome: z
    .object({
      evidence: z.string(),
      /** Earliest time at which an inquiry counts. */
      inquiryQualifiesFrom: instant,
      /**
       * True if the routes of the "not found" inquiries have shown other orders since, or
       * bank support declared the order not made; else both people must give a reason.
       */
      isRouteProven: z.boolean(),
      proposal: resendProposal.nullable(),
    })
    .nullable(),
  supportReplies: z.array(supportReply),
  /** Bank support declared the order not made, but the bank has reported it nevertheless. */
  isSupportReplyContradicted: z.boolean(),
  transactionId: z.string().nullable(),
  /** The bank's last answer, from any call. */
  answer: bankAnswer(readingSchema(paymentAnswer)).nullable(),
  raw: z.string().nullable(),
  callId: z.string().nullable(),
  statusEvents: z.array(statusEvent),
  alerts: z.array(orderAlert),
  /** By time; nothing of an approval depends on them. */
  comments: z.array(orderComment),
  files: z.array(orderFile),
  timeline: z.array(timelineEntry),
  nextInquiryAt: instant.nullable(),
  may: z.array(orderPermission),
  /**
   * Operators whose act it waits for: an approval that would count while it awaits approval, the
   * release once it is approved. Empty in every other state.
   */
  nextActors: z.array(person),
})
export type Order = z.infer<typeof order>

/** Changes for an approver since the last review. */
export const orderReview = z.object({
  order,
  /** When this operator last reviewed the order; null if never. */
  seenAt: instant.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type OrderReview = z.infer<typeof orderReview>
