/**
 * A batch as the window shows it. A batch has the lifecycle of every order: states, approvals,
 * journal and unknown outcome are in `orders/order.ts`; this file has its content. Main masks
 * accounts.
 */
import { entryVerdicts } from '../../bank/ach-origination/answered-entries.ts'
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { certainRejections, requestWarning } from '../../kernel/request-warning.ts'
import { nameFields, resultClasses } from '../validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { batchForm, originationTerms } from './batch-form.ts'
import { returnReply, whyNoInquiry } from './return-reply.ts'

const instant = z.iso.datetime()
const count = z.int()

/** Totals of readable entries, credits and debits separate, in cents. */
export const batchTotals = z.object({ entries: count, credits: count, debits: count })
export type ShownTotals = z.infer<typeof batchTotals>

/** Entries of one direction and account type; `amount` sums the readable ones, in cents. */
export const entryFigure = z.object({
  direction: z.enum(['C', 'D', '']),
  /** Empty: neither checking nor savings. */
  accountType: z.enum(['C', 'S', '']),
  entries: count,
  amount: count,
})
export type EntryFigure = z.infer<typeof entryFigure>

/** A batch in a list. */
export const batchLine = z.object({
  secCode: z.enum(secCodes),
  ...batchTotals.shape,
  /** Part number within a split file; null if the file was not split. */
  part: z.object({ file: z.string(), part: count, of: count }).nullable(),
  isReversal: z.boolean(),
  /** Numbers of entries by verdict; null before there is an answer. */
  tally: z
    .object({
      /** Settled, neither refused before nor returned since. */
      settled: count,
      accepted: count,
      rejected: count,
      inError: count,
      unclear: count,
      notMentioned: count,
      returned: count,
      changed: count,
    })
    .nullable(),
})
export type BatchLine = z.infer<typeof batchLine>

/** A message of the bank about a batch or an entry. */
export const bankRemark = z.object({ code: z.string().nullable(), moreInfo: z.string().nullable() })
export type BankRemark = z.infer<typeof bankRemark>

/**
 * The bank debits another account for a batch than the one used for inquiries about its entries.
 * Accounts are masked.
 */
export const otherAccount = z.object({
  orderId: z.string(),
  /** Number of entries for which the inquiry showed this. */
  entries: count,
  /** Account used for inquiries: the batch's own account, unless a person chose another. */
  queried: z.string(),
  /**
   * Account debited by the bank; `debitedId` and `debitedName` are null if not an account of this
   * profile.
   */
  debited: z.string(),
  debitedId: z.string().nullable(),
  debitedName: z.string().nullable(),
})
export type OtherAccount = z.infer<typeof otherAccount>

/** An amount that stands out; a warning that blocks nothing. */
export const amountOutlier = z.object({
  entryId: z.string(),
  /** From 1, in the order of the batch. */
  number: count,
  /** Cents. */
  amount: z.int(),
  /** The median of the batch, or the last payment to the same account within 90 days. */
  against: z.enum(['batch', 'last-payment']),
  /** That median or last payment, in cents. */
  usual: z.int(),
})
export type AmountOutlier = z.infer<typeof amountOutlier>

/** Most outliers that are named beside a batch. */
export const mostShownOutliers = 5

/** A difference between a batch and the last one of its kind. */
export const runDifference = z.object({
  kind: z.enum(['changed', 'added', 'gone']),
  /** The entry of this batch; null if it is gone. */
  entryId: z.string().nullable(),
  receiverName: z.string(),
  /** Masked. */
  account: z.string(),
  /** Cents; null if unreadable or missing. */
  now: z.int().nullable(),
  before: z.int().nullable(),
})
export type RunDifference = z.infer<typeof runDifference>
/** Most differences that are listed. */
export const mostShownDifferences = 200
/** A batch beside the last one with the same own account and description, or the same template. */
export const runComparison = z.object({
  /** Null: there is no earlier one. */
  last: z
    .object({
      ...batchTotals.shape,
      orderId: z.string(),
      uuid: z.string(),
      effectiveDate: z.string(),
    })
    .nullable(),
  now: batchTotals,
  counts: z.object({ changed: count, added: count, gone: count, same: count }),
  /** The largest first. */
  differences: z.array(runDifference).max(mostShownDifferences),
})
export type RunComparison = z.infer<typeof runComparison>

/** Content of a batch, in addition to the data of every order. */
export const batchContent = z.object({
  ...batchLine.shape,
  /** Its stored entries by direction and account type. */
  figures: z.array(entryFigure),
  form: batchForm,
  /** Company identification of its own account; empty if not entered. */
  companyId: z.string(),
  /** Settings with which its body was written; for a draft the current ones. */
  terms: originationTerms,
  /** Number of entries that break a rule; the problems are listed with the entries. */
  entriesWithProblems: count,
  /** Entries to be sent although the bank is certain to reject them, by reason. */
  sentAnyway: z.array(z.object({ code: z.enum(certainRejections), entries: count })),
  prenotes: count,
  addenda: count,
  /**
   * Entries whose receiver was never paid from here, and entries whose account changed since the
   * last payment.
   */
  firstPayments: count,
  changedPayees: count,
  /** Duplicates within the batch, and of entries from the last 90 days. */
  duplicatesWithin: count,
  earlierDuplicates: count,
  /** Amounts that stand out: their number, and the first of them. */
  outliers: z.object({ count, first: z.array(amountOutlier).max(mostShownOutliers) }),
  /** Results of the newest ownership checks of its entries. */
  ownership: z.object({
    matches: count,
    matchesInPart: count,
    differs: count,
    closed: count,
    notFound: count,
    unknown: count,
    notVerified: count,
    oldestAt: instant.nullable(),
  }),
  /** The bank's answer; null if none was read. */
  answer: z
    .object({
      status: z.string().nullable(),
      /** Exact text from the bank; the date may differ from the requested one (bank note 83). */
      effectiveDate: z.string().nullable(),
      requestAcceptedUTCTime: z.string().nullable(),
      informationMessages: z.array(bankRemark),
      errorMessages: z.array(bankRemark),
      /** Number of answers about entries that were never sent. */
      strays: count,
    })
    .nullable(),
  /**
   * Each entry once, by the furthest of its states; null before there is an answer. `unclear`: the
   * bank contradicts itself, or gave no documented status. An unknown is never counted as progress.
   */
  outcome: z
    .object({
      settled: batchTotals,
      inProgress: batchTotals,
      returned: batchTotals,
      rejected: batchTotals,
      unclear: batchTotals,
    })
    .nullable(),
  /** Entries that the bank rejected and that are not presented again: the ones to fix and resend. */
  rejectedWithoutFollowUp: count,
  /** When the last complete inquiry about its entries ended; null if never. */
  polledAt: instant.nullable(),
  nextPollAt: instant.nullable(),
  /** Null unless the inquiry shows that the bank debits another account. */
  otherAccount: otherAccount.nullable(),
  /** Masked account that a person chose for inquiries; null if the batch's own account is used. */
  queriedAccount: z.object({ account: z.string(), name: z.string().nullable() }).nullable(),
  reversalOf: z
    .object({
      orderId: z.string(),
      uuid: z.string(),
      /**
       * Last day on which the network accepts the reversal, YYYY-MM-DD; null if unknown. Only for a
       * warning.
       */
      lastDay: z.string().nullable(),
      isLate: z.boolean(),
    })
    .nullable(),
  /**
   * The batch that it reverses or presents again, and the reason: part of the approved content.
   * Null for any other batch.
   */
  prepared: z
    .object({
      as: z.enum(['reversal', 'reentry']),
      orderId: z.string(),
      uuid: z.string(),
      /** Null if prepared by an earlier version, which stored the reason only in the audit. */
      reason: z.string().nullable(),
    })
    .nullable(),
  reversedBy: z.array(z.object({ orderId: z.string(), uuid: z.string() })),
})
export type BatchContent = z.infer<typeof batchContent>

/** State of an entry at the bank, by the newest status from inquiries and alerts. */
export const entryStates = [
  'not-reported',
  'collected',
  'settled',
  'returned',
  /** An undocumented status, or statuses that contradict each other. */
  'unclear',
] as const
export type EntryState = (typeof entryStates)[number]

/** Filters of an entry list. */
export const entryFilters = [
  'all',
  'accepted',
  'not-accepted',
  'returned',
  'changed',
  'not-reported',
  'owner-differs',
  'with-problems',
  'payee-flagged',
] as const

/**
 * Warnings about the payee who owns an entry's account; the flags of orders, most serious first.
 */
export const entryPayeeFlags = [
  'differs-from-book',
  'not-approved',
  'not-in-book',
  'change-proposed',
] as const
export type EntryPayeeFlag = (typeof entryPayeeFlags)[number]

/**
 * Owner of an entry's account by the payee book. `name` null: several payees share it, and not
 * exactly one has the entry's name.
 */
export const entryHolder = z.object({
  name: z.string().nullable(),
  /** True if chosen from the book; false if typed, pasted or imported. */
  isChosen: z.boolean(),
})
export type EntryHolder = z.infer<typeof entryHolder>

/** Most problems reported per entry. */
export const mostEntryProblems = 5

/** One entry of a batch in a list. */
export const entryLine = z.object({
  id: z.string(),
  /** From 1, in the order of the batch. */
  number: count,
  receiverName: z.string(),
  routingNumber: z.string(),
  account: z.string(),
  accountType: z.string(),
  creditDebitCode: z.string(),
  transactionType: z.string(),
  /** Cents; null if unreadable. */
  amount: z.int().nullable(),
  identificationNumber: z.string(),
  addenda: count,
  /** Verdict in the bank's answer to the batch; null without an answer. */
  verdict: z.enum(entryVerdicts).nullable(),
  errorMessages: z.array(bankRemark),
  informationMessages: z.array(bankRemark),
  /** Assigned by the bank and stored permanently (bank note 86). */
  traceNumber: z.string().nullable(),
  parNumber: z.string().nullable(),
  state: z.enum(entryStates),
  /** Exact text from the bank. */
  statusText: z.string().nullable(),
  stateAt: instant.nullable(),
  /** Since when a return is reported that the bank's inquiry does not show; null: none. */
  returnReportedAt: instant.nullable(),
  returnCode: z.string().nullable(),
  changeCode: z.string().nullable(),
  /** Number of broken rules and warnings about the payee; zero and none after sending. */
  problemCount: count,
  /** Reasons why the bank is certain to reject it, if its maker sends it anyway. */
  sentAnyway: z.array(z.enum(certainRejections)),
  payeeFlags: z.array(z.enum(entryPayeeFlags)),
  /** Null if the account belongs to no payee of the book, or the entry can no longer be sent. */
  holder: entryHolder.nullable(),
  ownership: z
    .object({
      validationId: z.string(),
      resultClass: z.enum(resultClasses),
      differingNames: z.array(z.enum(nameFields)),
      score: z.int().nullable(),
      at: instant,
      ageHours: z.number(),
    })
    .nullable(),
})
export type EntryLine = z.infer<typeof entryLine>

export const entriesRequest = z.object({
  ...pageRequest,
  id: z.string(),
  filter: z.enum(entryFilters),
  search: z.string().max(100).optional(),
  sort: listSort(['number', 'receiver', 'amount', 'verdict', 'state', 'trace', 'return']),
})
export type EntriesRequest = z.infer<typeof entriesRequest>

/** Sources of a status of an entry. */
export const entrySources = ['origination', 'addenda-status', 'inquiry', 'detail', 'alert'] as const

/** One status event of an entry, exact text from the bank. */
export const entryEvent = z.object({
  seq: count,
  at: instant,
  source: z.enum(entrySources),
  statusText: z.string(),
  detail: z.string(),
  callId: z.string().nullable(),
  alertId: z.string().nullable(),
})
export type EntryEvent = z.infer<typeof entryEvent>

/** Exceptions that a person may acknowledge; `unclear` includes a different amount at the bank. */
export const acknowledgedKind = z.enum(['change', 'return', 'not-accepted', 'unclear'])
export type AcknowledgedKind = z.infer<typeof acknowledgedKind>
/** Acknowledgment of an exception: by whom, when, and with which note about the action taken. */
export const acknowledgedMark = z.object({ by: z.string(), at: instant, note: z.string() })
export type AcknowledgedMark = z.infer<typeof acknowledgedMark>

/** Return of an entry, with the network's rules about it (Nacha). */
export const entryReturn = z.object({
  code: z.string().nullable(),
  /** The bank's text for the code. */
  text: z.string().nullable(),
  /** Exact text from the bank. */
  date: z.string().nullable(),
  /** After R01 and R09 an entry may be presented again, at most twice. */
  mayRetry: z.boolean(),
  /** Number of times that an entry for this payment was already prepared again. */
  reentries: count,
  warnings: z.array(requestWarning),
  /** Acknowledged and handled without presenting the entry again; null if not. */
  acknowledged: acknowledgedMark.nullable(),
})
/** An open return: reported and not shown by the bank's inquiry, or contradicted after it was shown. */
export const returnReport = z.object({
  at: instant,
  /** An alert, or a record of the addenda status. */
  by: z.enum(['alert', 'addenda-status']),
  /** True: the bank's inquiry showed the return, and the report says otherwise. */
  isContradiction: z.boolean(),
  code: z.string().nullable(),
  text: z.string().nullable(),
  /** Exact text from the bank. */
  date: z.string().nullable(),
  /** When the last complete inquiry about the entry ended; null if never. */
  polledAt: instant.nullable(),
  /** Why the bank's inquiry cannot show it, so that people confirm a written reply; null if it can. */
  whyNoInquiry: z.enum(whyNoInquiry).nullable(),
  /** True if a written reply may say that the entry did not come back. */
  mayBeRefuted: z.boolean(),
})
/** A notification of change, with the deadline for the correction. */
export const entryChange = z.object({
  code: z.string().nullable(),
  text: z.string().nullable(),
  /** Masked unless revealed; null until the detail is fetched. */
  correctedData: z.string().nullable(),
  /** Entry fields to be corrected; empty if the meaning of the code is not known. */
  corrects: z.array(
    z.enum([
      'routingNumber',
      'accountNumber',
      'receiverName',
      'accountType',
      'identificationNumber',
    ]),
  ),
  arrivedAt: instant.nullable(),
  /** Six banking days after arrival, or before the next entry (Nacha). YYYY-MM-DD. */
  deadline: z.string().nullable(),
  /** Payee proposal created from the change; null if none yet. */
  proposal: z.object({ payeeId: z.string(), version: count, state: z.string() }).nullable(),
  /** Acknowledged: data outside the payee book was corrected at its source; null if not. */
  acknowledged: acknowledgedMark.nullable(),
  /** The payee concerned; null if unknown. */
  payee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When the last complete inquiry about the entry ended; null if never. */
  polledAt: instant.nullable(),
  /**
   * The bank debits another account for its batch than the one used for inquiries; null unless the
   * inquiry shows that.
   */
  otherAccount: otherAccount.nullable(),
})

/** One entry with all its stored data. */
export const batchEntry = z.object({
  ...entryLine.shape,
  /** Hash of everything that people decide about; a decision names the one that was shown. */
  evidence: z.string(),
  isMasked: z.boolean(),
  individualIdentificationNumber: z.string(),
  discretionaryData: z.string(),
  addendaTexts: z.array(z.string()),
  payeeId: z.string().nullable(),
  /** The first broken rules; paths are fields of an entry. */
  problems: z
    .array(z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }))
    .max(mostEntryProblems),
  return: entryReturn.nullable(),
  returnReport: returnReport.nullable(),
  /** The newest reply of bank support about its return; null if none. */
  returnReply: returnReply.nullable(),
  change: entryChange.nullable(),
  /** Acknowledgment of a rejection or an unclear verdict in the current state; null if none. */
  verdictAcknowledged: acknowledgedMark.nullable(),
  stateAcknowledged: acknowledgedMark.nullable(),
  events: z.array(entryEvent),
  /** Amount in the inquiry, exact text; null if none. */
  shownAmount: z.string().nullable(),
  /** Last day for a return by the network's rules, YYYY-MM-DD; null if unknown. */
  returnPossibleUntil: z.string().nullable(),
})
export type BatchEntry = z.infer<typeof batchEntry>
