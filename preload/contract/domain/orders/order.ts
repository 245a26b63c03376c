/**
 * A payment order as the window lists and shows it. Accounts are masked in every text of it, by main; what was
 * typed is shown whole to nobody but by an audited act.
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
import { batchContent, batchLine } from '../batches/batch.ts'
import { orderForm } from './order-form.ts'
import { bankStatement } from './bank-statement.ts'
import { attempt, orderAlert, orderLookUp, timelineEntry } from './order-course.ts'
import { orderState } from './order-states.ts'
import { bankStatus, statusEvent } from './bank-status.ts'

const person = z.object({ id: z.string(), name: z.string() })
const instant = z.iso.datetime()

/** What must be looked at before money goes to somebody. */
export const payeeFlags = [
  /** The same amount went to the same account a few days ago, or is about to. */
  'like-another',
  /** Typed by hand: not in the book. */
  'not-in-book',
  /** In the book, and no second person has approved it yet. */
  'not-approved',
  /** A change of this payee waits for a second person. */
  'change-proposed',
  /** What is typed differs from what was approved. */
  'differs-from-book',
  'first-payment',
  /** The approved account details changed since the last payment. */
  'changed-since-last-payment',
] as const
export type PayeeFlag = (typeof payeeFlags)[number]

/** What an order is sent as: a payment of one of two services, or a batch by its SEC code. */
export const orderServices = [...requestedServices, ...secCodes] as const
export type OrderService = (typeof orderServices)[number]
/** Payments, and ACH batches. */
export const orderKinds = ['payment', 'batch'] as const
export type OrderKind = (typeof orderKinds)[number]
/** What kind of order is sent as this. */
export const orderKindOf = (service: OrderService): OrderKind =>
  secCodes.some((one) => one === service) ? 'batch' : 'payment'

const line = {
  id: z.string(),
  service: z.enum(orderServices),
  state: orderState,
  reference: z.string(),
  /** Smallest units; null where a draft has none that can be read. */
  amount: z.int().nullable(),
  currency: z.string(),
  valueDate: z.string(),
  beneficiary: z.string(),
  /** Masked. */
  beneficiaryAccount: z.string(),
  beneficiaryBank: z.string(),
  /** The own account's name and its last four characters. */
  debitAccount: z.string(),
  maker: person,
  createdAt: instant,
  updatedAt: instant,
  standing: bankStatus,
  flags: z.array(z.enum(payeeFlags)),
  approvals: z.object({ have: z.int(), needed: z.int() }),
  /** Closed by the word of the bank's desk that it was not made; its state stays in doubt. */
  isClosed: z.boolean(),
  /** It went back to be released again: why nothing was sent. Null: nothing of the kind. */
  notSent: z.string().nullable(),
}
/** An order as a line. `batch` is what an ACH batch holds; null for a payment. */
export const orderLine = z.object({ ...line, batch: batchLine.nullable() })
export type OrderLine = z.infer<typeof orderLine>

/** The ownership check of the beneficiary that was attached. */
export const ownershipEvidence = z.object({
  validationId: z.string(),
  at: instant,
  by: z.string(),
  resultClass: z.enum(resultClasses),
  /** The name fields that differ, where it was answered. */
  differingNames: z.array(z.enum(nameFields)),
  /** Whom it asked about; masked. */
  askedName: z.string(),
  /** Whose account it was asked about as. */
  askedKind: z.enum(ownerKinds),
  /** It asked about somebody else than the beneficiary: it speaks for nobody here. */
  isAnotherName: z.boolean(),
  score: z.int().nullable(),
  ageHours: z.number(),
  /** It is about this beneficiary's account and bank; never shown otherwise. */
  tooOld: z.boolean(),
})
/** The bank's own check of the body, as it came. */
export const validateEvidence = z.object({
  at: instant,
  by: z.string(),
  callId: z.string().nullable(),
  /** It was asked about the body as it stands now. */
  aboutThisBody: z.boolean(),
  answer: bankAnswer(readingSchema(paymentAnswer)),
  raw: z.string().nullable(),
})
/** What an approver sees beside the body. */
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
  /** What it binds: SHA-256 over body, evidence and profile. */
  binding: z.string(),
  /** Why it was given although the owner of an account is in doubt; null: no reason was asked for. */
  reason: z.string().nullable(),
  /** Null: it stands. */
  voidedAt: instant.nullable(),
  voidedBecause: z.string().nullable(),
})
export type Approval = z.infer<typeof approval>

/** A second sending that one person has asked for, and another may confirm. */
export const secondSending = z.object({
  by: person,
  at: instant,
  reason: z.string(),
  /** The hash of the evidence that was seen. */
  evidence: z.string(),
})

/** What this operator may do with the order now; `why` is null where it may be done. */
export const orderActs = [
  'edit',
  'validate',
  'submit',
  'discard',
  'recall',
  'approve',
  'send-back',
  'release',
  'take-back',
  'look-up',
  'propose-resend',
  'confirm-resend',
  'record-word',
  'confirm-word',
  'close',
  'acknowledge-restore',
  'copy',
  'print',
] as const
export type OrderAct = (typeof orderActs)[number]
export const orderPermission = z.object({
  act: z.enum(orderActs),
  /** Null: it may. Else why not, in a sentence; acts that make no sense in this state are left out. */
  why: z.string().nullable(),
})

/** One order with everything that is known of it. */
export const order = z.object({
  ...line,
  isMasked: z.boolean(),
  environment: z.string(),
  /** A payment as it was typed; null for a batch. */
  form: orderForm.nullable(),
  /** What a batch holds; null for a payment. */
  batch: batchContent.nullable(),
  /** The exact text that is approved and sent, accounts masked unless revealed; null for what cannot be written yet. */
  body: z.string().nullable(),
  bodySha256: z.string().nullable(),
  /** What an approval would bind now; null before there is a body. */
  binding: z.string().nullable(),
  problems: z.array(
    z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }),
  ),
  warnings: z.array(requestWarning),
  submittedAt: instant.nullable(),
  evidence,
  approvalsGiven: z.array(approval),
  sentBack: z.object({ by: person, at: instant, comment: z.string() }).nullable(),
  /**
   * A draft by then, it may have been sent between the backup and the restore of its store. `heeded` null: nobody has said
   * yet that it was not, and it is neither submitted nor copied. Null: it was never restored so.
   */
  restored: z
    .object({
      backupAt: instant,
      restoredAt: instant,
      heeded: z.object({ by: person, at: instant, reason: z.string() }).nullable(),
    })
    .nullable(),
  attempts: z.array(attempt),
  lookUps: z.array(orderLookUp),
  /** What two people see before a second sending; null outside of doubt. */
  doubt: z
    .object({
      evidence: z.string(),
      /** From when on a look-up counts. */
      lookUpCountsFrom: instant,
      /** The routes by which it was not found have shown something else since, or the bank's desk said that it was not made; else both people say why they go on. */
      isRouteProven: z.boolean(),
      proposal: secondSending.nullable(),
    })
    .nullable(),
  deskWords: z.array(bankStatement),
  /** Its desk said that it was not made, and the bank has told of it all the same. */
  isWordContradicted: z.boolean(),
  transactionId: z.string().nullable(),
  /** What the bank answered last, by any call. */
  answer: bankAnswer(readingSchema(paymentAnswer)).nullable(),
  raw: z.string().nullable(),
  callId: z.string().nullable(),
  statements: z.array(statusEvent),
  alerts: z.array(orderAlert),
  timeline: z.array(timelineEntry),
  nextLookUpAt: instant.nullable(),
  may: z.array(orderPermission),
})
export type Order = z.infer<typeof order>

/** What an approver is shown that changed since the last look. */
export const orderReview = z.object({
  order,
  /** When this operator looked last; null: never. */
  seenAt: instant.nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type OrderReview = z.infer<typeof orderReview>
