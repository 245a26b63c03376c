/**
 * ACH inquiry as the window requests it: own accounts by id, rows of every endpoint in one form,
 * and the full record of one row. Main masks every account and party. Rules: bank document 2, ACH
 * inquiry; bank notes 41-58.
 */
import { bankAnswer, type BankAnswer } from '../../bank/answers/bank-answer.ts'
import { readingSchema, type Reading } from '../../bank/answers/shape.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { ownAccount } from '../profiles/profile-details.ts'
import { z } from '../../kernel/zod.ts'
import { achDetail, achListItem } from '../../bank/ach-inquiry/detail.ts'
import { searchableSecCodes } from '../../bank/ach-inquiry/earlier-requests.ts'
import { dateSearchTypes } from '../../bank/ach-inquiry/list-request.ts'
import { listSource, type RequestProblem } from '../../bank/ach-inquiry/request-rules.ts'
import { achTransactionStatus } from '../../bank/ach-inquiry/status.ts'
import {
  collectedTransaction,
  postedTransaction,
  returnTransaction,
} from '../../bank/ach-inquiry/transactions.ts'

/**
 * Accounts whose transactions can be requested, and the profile's settlement setting (bank note
 * 49).
 */
export const inquiryAccounts = z.object({
  accounts: z.array(ownAccount),
  settlement: z.enum(['consolidated', 'non-consolidated']).nullable(),
  /** The zone in which days are counted. */
  zone: z.string(),
})
export type InquiryAccounts = z.infer<typeof inquiryAccounts>

/** An own account by id, or a typed number. */
export const accountChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('own'), id: z.string() }),
  z.strictObject({ kind: z.literal('typed'), number: z.string().min(1).max(40) }),
])
export type AccountChoice = z.infer<typeof accountChoice>

const text = z.string().max(200)
const minor = z.int().min(0)
const several = z.array(text).max(200)

/**
 * Fields shared by the earlier endpoints. Main fills in account numbers and parses again with each
 * endpoint's schema.
 */
const search = {
  accounts: z.array(accountChoice).min(1).max(100),
  fromDate: text,
  toDate: text,
  creditOrDebit: z.enum(['C', 'D']).optional(),
  fromAmount: minor.optional(),
  toAmount: minor.optional(),
  parNumbers: several.optional(),
  receivingCustomerId: text.optional(),
}
const yesOrNo = z.enum(['Y', 'N'])

/**
 * One inquiry request. Each endpoint's schema checks the rules between fields, in main and in the
 * window.
 */
export const achQuestion = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('list'),
    account: accountChoice,
    dateSearchType: z.enum(dateSearchTypes).optional(),
    fromDate: text.optional(),
    toDate: text.optional(),
    minimumAmount: minor.optional(),
    maximumAmount: minor.optional(),
    traceNumber: text.optional(),
  }),
  /** One transaction by its PAR number, assigned by the ACH processor. */
  z.strictObject({ mode: z.literal('par'), parNumber: z.string().trim().min(1).max(200) }),
  z.strictObject({ mode: z.literal('returned'), ...search, detailsFlag: yesOrNo }),
  z.strictObject({
    mode: z.literal('collected'),
    ...search,
    addendaFlag: yesOrNo,
    detailsFlag: yesOrNo,
    secCode: z.enum(searchableSecCodes).optional(),
    traceNumbers: several.optional(),
  }),
  z.strictObject({ mode: z.literal('posted'), ...search }),
  z.strictObject({
    mode: z.literal('status'),
    by: z.enum(['par', 'trace']),
    accounts: z.array(accountChoice).min(1).max(100),
    parNumbers: several.optional(),
    traceNumbers: several.optional(),
  }),
])
export type AchQuestion = z.infer<typeof achQuestion>
export type AchMode = AchQuestion['mode']

/**
 * Returns the rule broken by the settlement setting, which the endpoint's schema cannot check; null
 * if none.
 */
export function settlementProblem(
  question: AchQuestion,
  settlement: InquiryAccounts['settlement'],
): RequestProblem | null {
  const isSettled = question.mode === 'list' && question.dateSearchType === 'SETTLED'
  if (!isSettled || settlement !== 'consolidated') return null
  return {
    path: 'dateSearchType',
    // Bank note 49.
    message: 'Consolidated settlement has no SETTLED: search by COLLECTED, its last good state',
    source: listSource,
  }
}

/** Progress of reading a list, page after page, up to a named end. */
export const achProgress = z.discriminatedUnion('kind', [
  /** More pages may follow. */
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('reading') }),
  z.object({ kind: z.literal('complete') }),
  /** Reading stopped early; `why` is the reason code of the pagination, `sentence` explains it. */
  z.object({ kind: z.literal('broken-off'), why: z.string(), sentence: z.string() }),
])

/** The bank's answer without its rows. */
const answerBesideRows: z.ZodType<BankAnswer<null>, BankAnswer<null>> = bankAnswer(z.null())
/** The detail, or the reason why there is none. */
const detailAnswer: z.ZodType<BankAnswer<Reading<typeof achDetail>>> = bankAnswer(
  readingSchema(achDetail),
)

/**
 * One inquiry: its request, its time and its results so far. Stored inquiries can be read offline.
 */
export const achInquiry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  /** The request; typed account numbers are masked. */
  question: achQuestion,
  /** Short title for lists: masked accounts, dates, numbers. */
  title: z.string(),
  /** Rows stored here, and the total that the bank reported; null if it reported none. */
  rows: z.int(),
  total: z.int().nullable(),
  progress: achProgress,
  /** When the last page arrived. */
  readAt: z.iso.datetime().nullable(),
  /** The bank's last answer, without its rows. */
  answer: answerBesideRows.nullable(),
  callId: z.string().nullable(),
})
export type AchInquiry = z.infer<typeof achInquiry>

/** A page of inquiries, searched by title; accounts in titles are masked. */
export const achInquiriesRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'mode', 'title', 'rows', 'progress', 'operator']),
})
export type AchInquiriesRequest = z.infer<typeof achInquiriesRequest>

/** Sortable columns. */
export const achRowColumns = [
  'row',
  'status',
  'amount',
  'date',
  'trace',
  'par',
  'sec',
  'receiver',
  'originator',
  'reason',
] as const

/**
 * One transaction as a line, in one form for every endpoint; null where the endpoint has no such
 * field.
 */
export const achRow = z.object({
  row: z.int(),
  /** Exact text from the bank. */
  status: z.string().nullable(),
  parNumber: z.string().nullable(),
  traceNumber: z.string().nullable(),
  /** Exact text from the bank. */
  amount: z.string().nullable(),
  creditOrDebit: z.string().nullable(),
  /** The date that best shows its state: settled, returned, processed or posted. */
  date: z.string().nullable(),
  dateIs: z.enum(['settled', 'returned', 'processed', 'posted', 'collected']).nullable(),
  secCode: z.string().nullable(),
  /**
   * ACH transaction code of two digits; null for posted transactions, whose field of that name may
   * be another code (bank note 51).
   */
  transactionCode: z.string().nullable(),
  /**
   * The receiver's account, masked; else the account under which the bank carries the transaction.
   */
  account: z.string().nullable(),
  receiver: z.string().nullable(),
  originator: z.string().nullable(),
  returnReasonCode: z.string().nullable(),
  addenda: z.int().nullable(),
  notificationsOfChange: z.int().nullable(),
  internationalAddenda: z.int().nullable(),
})
export type AchRow = z.infer<typeof achRow>

export const achRowsRequest = z.object({
  ...pageRequest,
  id: z.string(),
  search: z.string().max(100),
  /** Exact status from the bank; null for every status. */
  status: z.string().max(100).nullable(),
  sort: listSort(achRowColumns),
})

/** One full row in the shape of its endpoint. */
export const achRowRecord = z.object({
  row: achRow,
  isMasked: z.boolean(),
  reading: z.discriminatedUnion('of', [
    z.object({ of: z.literal('list-item'), reading: readingSchema(achListItem) }),
    z.object({ of: z.literal('returned'), reading: readingSchema(returnTransaction) }),
    z.object({ of: z.literal('collected'), reading: readingSchema(collectedTransaction) }),
    z.object({ of: z.literal('posted'), reading: readingSchema(postedTransaction) }),
    z.object({ of: z.literal('status'), reading: readingSchema(achTransactionStatus) }),
    z.object({ of: z.literal('detail'), reading: readingSchema(achDetail) }),
  ]),
  /** The JSON of the row. */
  raw: z.string(),
  callId: z.string().nullable(),
  /** The detail requested by PAR number, with its time; null if not yet requested. */
  detail: z
    .object({
      at: z.iso.datetime(),
      answer: detailAnswer,
      raw: z.string().nullable(),
      callId: z.string().nullable(),
    })
    .nullable(),
})
export type AchRowRecord = z.infer<typeof achRowRecord>

/** Values to prefill a validation. The account is unmasked, so taking it is an audited act. */
export const receiverDraft = z.object({
  routingNumber: z.string(),
  accountNumber: z.string(),
  /** Receiver name from the bank; the operator decides whether it is a person or a business. */
  name: z.string(),
})
