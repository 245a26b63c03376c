/**
 * ACH inquiry as a screen asks it: own accounts by their id, rows of every endpoint in one form, and the whole
 * of one row with every code. Every account and party is masked by main. Rules:
 * `2-validation-and-ach-inquiry.md`, traps 41-58.
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

/** The accounts whose transactions can be asked for, and what the profile says of settlement (trap 49). */
export const inquiryAccounts = z.object({
  accounts: z.array(ownAccount),
  settlement: z.enum(['consolidated', 'non-consolidated']).nullable(),
})
export type InquiryAccounts = z.infer<typeof inquiryAccounts>

/** An own account by its id, or a number as it was typed. */
export const accountChoice = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('own'), id: z.string() }),
  z.strictObject({ kind: z.literal('typed'), number: z.string().min(1).max(40) }),
])
export type AccountChoice = z.infer<typeof accountChoice>

const words = z.string().max(200)
const minor = z.int().min(0)
const several = z.array(words).max(200)

/** What the earlier endpoints share. Main parses it again by the schema of each, with the numbers put in. */
const search = {
  accounts: z.array(accountChoice).min(1).max(100),
  fromDate: words,
  toDate: words,
  creditOrDebit: z.enum(['C', 'D']).optional(),
  fromAmount: minor.optional(),
  toAmount: minor.optional(),
  parNumbers: several.optional(),
  receivingCustomerId: words.optional(),
}
const yesOrNo = z.enum(['Y', 'N'])

/** One question. Limits between its fields are checked by the schema of its endpoint, on both sides. */
export const achQuestion = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('list'),
    account: accountChoice,
    dateSearchType: z.enum(dateSearchTypes).optional(),
    fromDate: words.optional(),
    toDate: words.optional(),
    minimumAmount: minor.optional(),
    maximumAmount: minor.optional(),
    traceNumber: words.optional(),
  }),
  /** One transaction by the number of the ACH processor. */
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

/** What a question breaks beside its endpoint's schema; null: nothing. */
export function settlementProblem(
  question: AchQuestion,
  settlement: InquiryAccounts['settlement'],
): RequestProblem | null {
  const isSettled = question.mode === 'list' && question.dateSearchType === 'SETTLED'
  if (!isSettled || settlement !== 'consolidated') return null
  return {
    path: 'dateSearchType',
    // Trap 49.
    message:
      'Consolidated settlement knows no SETTLED: search by COLLECTED, the last good state there',
    source: listSource,
  }
}

/** How far a list is: page after page, to an end that has a name. */
export const achProgress = z.discriminatedUnion('kind', [
  /** There may be more. */
  z.object({ kind: z.literal('open') }),
  z.object({ kind: z.literal('reading') }),
  z.object({ kind: z.literal('complete') }),
  /** It ends before its end; the walk's own word for why, and a sentence. */
  z.object({ kind: z.literal('broken-off'), why: z.string(), sentence: z.string() }),
])

/** What the bank said beside its rows. */
const saidBesideRows: z.ZodType<BankAnswer<null>, BankAnswer<null>> = bankAnswer(z.null())
/** A detail, or why there is none. */
const detailAnswer: z.ZodType<BankAnswer<Reading<typeof achDetail>>> = bankAnswer(
  readingSchema(achDetail),
)

/** One inquiry: what was asked, when, and what came of it so far. Offline it is read from what is kept. */
export const achInquiry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  operator: z.string(),
  /** As it was asked; typed account numbers are masked. */
  question: achQuestion,
  /** In a few words, for lists: accounts masked, dates, numbers. */
  title: z.string(),
  /** Rows that are here, and how many match in all by the bank's word; null: it has not said. */
  rows: z.int(),
  total: z.int().nullable(),
  progress: achProgress,
  /** When the last page came. */
  readAt: z.iso.datetime().nullable(),
  /** What the bank said last, without its rows. */
  answer: saidBesideRows.nullable(),
  callId: z.string().nullable(),
})
export type AchInquiry = z.infer<typeof achInquiry>

/** A page of the inquiries: searched by their titles, in which accounts are masked. */
export const achInquiriesRequest = z.object({
  ...pageRequest,
  search: z.string().max(100).optional(),
  sort: listSort(['at', 'mode', 'title', 'rows', 'progress', 'operator']),
})
export type AchInquiriesRequest = z.infer<typeof achInquiriesRequest>

/** What rows can be sorted by. */
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

/** One transaction as a line, in one form for every endpoint; null where its endpoint does not tell. */
export const achRow = z.object({
  row: z.int(),
  /** Word for word. */
  status: z.string().nullable(),
  parNumber: z.string().nullable(),
  traceNumber: z.string().nullable(),
  /** As the bank wrote it. */
  amount: z.string().nullable(),
  creditOrDebit: z.string().nullable(),
  /** The date that tells most of its state: settled, returned, processed or posted. */
  date: z.string().nullable(),
  dateIs: z.enum(['settled', 'returned', 'processed', 'posted', 'collected']).nullable(),
  secCode: z.string().nullable(),
  /** The ACH code of two digits; null for posted transactions, whose field of that name may be another (trap 51). */
  transactionCode: z.string().nullable(),
  /** The receiver's, masked; the account that the bank carries it under where that alone is told. */
  account: z.string().nullable(),
  receiver: z.string().nullable(),
  originator: z.string().nullable(),
  returnReasonCode: z.string().nullable(),
  addenda: z.int().nullable(),
  notificationsOfChange: z.int().nullable(),
  internationalAddenda: z.int().nullable(),
})
export type AchRow = z.infer<typeof achRow>

/** A page of an inquiry's rows. */
export const achRowsRequest = z.object({
  ...pageRequest,
  id: z.string(),
  search: z.string().max(100),
  /** As it came; null: every status. */
  status: z.string().max(100).nullable(),
  sort: listSort(achRowColumns),
})

/** One row whole, by the shape of its endpoint. */
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
  /** The row's own JSON. */
  raw: z.string(),
  callId: z.string().nullable(),
  /** The detail that was asked for by its PAR number, and when; null: not asked yet. */
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

/** What a form of validation is filled with; the account in full, so that taking it is an audited act. */
export const receiverDraft = z.object({
  routingNumber: z.string(),
  accountNumber: z.string(),
  /** As the bank names the receiver; whether a person or a business is for the operator to say. */
  name: z.string(),
})
