/**
 * A batch as the window shows it. Its life is that of every order: states, approvals, journal and doubt stand in
 * `orders/order.ts`, and this is what it holds. Accounts are masked by main.
 */
import { entryVerdicts } from '../../bank/ach-origination/answered-entries.ts'
import { secCodes } from '../../bank/ach-origination/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { certainRejections, requestWarning } from '../../kernel/request-warning.ts'
import { nameFields, resultClasses } from '../validation-reading.ts'
import { z } from '../../kernel/zod.ts'
import { batchForm, originationTerms } from './batch-form.ts'

const instant = z.iso.datetime()
const count = z.int()

/** Credits and debits apart, in cents, of the entries that can be read. */
export const batchTotals = z.object({ entries: count, credits: count, debits: count })
export type ShownTotals = z.infer<typeof batchTotals>

/** A batch in a list. */
export const batchLine = z.object({
  secCode: z.enum(secCodes),
  ...batchTotals.shape,
  /** Which part of a file it is; null: not of a file that was split. */
  part: z.object({ file: z.string(), part: count, of: count }).nullable(),
  isReversal: z.boolean(),
  /** Of the entries; null before there is an answer. */
  tally: z
    .object({
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

/** What the bank says beside a batch or an entry. */
export const bankRemark = z.object({ code: z.string().nullable(), moreInfo: z.string().nullable() })
export type BankRemark = z.infer<typeof bankRemark>

/** That the bank debits another account for a batch than the one that is asked about its entries. Accounts are masked. */
export const otherAccount = z.object({
  orderId: z.string(),
  /** Of how many entries it showed that. */
  entries: count,
  /** The account that is asked: the one that the batch names, unless a person chose another. */
  asked: z.string(),
  /** The account that the bank debits; `debitedId` and `debitedName` null: none of this profile. */
  debited: z.string(),
  debitedId: z.string().nullable(),
  debitedName: z.string().nullable(),
})
export type OtherAccount = z.infer<typeof otherAccount>

/** What a batch holds, beside what every order has. */
export const batchContent = z.object({
  ...batchLine.shape,
  form: batchForm,
  /** The company identification of the own account that it names; empty: none was entered. */
  companyId: z.string(),
  /** The settings that its body was written with; in a draft those in force. */
  terms: originationTerms,
  /** How many entries have a broken rule; their problems are listed with the entries. */
  entriesWithProblems: count,
  /** Entries that leave although the bank is certain to reject them, by the reason. */
  sentAnyway: z.array(z.object({ code: z.enum(certainRejections), entries: count })),
  prenotes: count,
  addenda: count,
  /** Entries whose receiver was never paid from here, and whose account changed since the last payment. */
  firstPayments: count,
  changedPayees: count,
  /** Entries that are alike within the batch, and like one of the last 90 days. */
  alikeWithin: count,
  alikeBefore: count,
  /** What the newest ownership checks of its entries say. */
  ownership: z.object({
    matches: count,
    matchesInPart: count,
    differs: count,
    closed: count,
    notFound: count,
    cannotTell: count,
    notAsked: count,
    oldestAt: instant.nullable(),
  }),
  /** What the bank answered to it; null: no answer was read. */
  answer: z
    .object({
      status: z.string().nullable(),
      /** As the bank wrote them; the date may differ from the one that was asked for (trap 83). */
      effectiveDate: z.string().nullable(),
      requestAcceptedUTCTime: z.string().nullable(),
      informationMessages: z.array(bankRemark),
      errorMessages: z.array(bankRemark),
      /** Answers to entries that were never sent. */
      strays: count,
    })
    .nullable(),
  /** When its entries were last asked about and every list came whole; null: never. */
  followedAt: instant.nullable(),
  nextFollowAt: instant.nullable(),
  /** Null: nothing shows that the bank debits another. */
  otherAccount: otherAccount.nullable(),
  /** The account, masked, that a person has it asked about instead of the one that it names; null: the one it names. */
  askedAccount: z.object({ account: z.string(), name: z.string().nullable() }).nullable(),
  reversalOf: z
    .object({
      orderId: z.string(),
      uuid: z.string(),
      /** The last day on which the network takes the reversal in, YYYY-MM-DD; null: not known. It warns alone. */
      lastDay: z.string().nullable(),
      isLate: z.boolean(),
    })
    .nullable(),
  /** What it reverses or presents again, and why: covered by what is approved. Null: it follows no other. */
  prepared: z
    .object({
      as: z.enum(['reversal', 'reentry']),
      orderId: z.string(),
      uuid: z.string(),
      /** Null: prepared by an earlier version, which kept it in the audit alone. */
      reason: z.string().nullable(),
    })
    .nullable(),
  reversedBy: z.array(z.object({ orderId: z.string(), uuid: z.string() })),
})
export type BatchContent = z.infer<typeof batchContent>

/** How an entry stands at the bank, by the newest word of inquiry and alerts. */
export const entryStandings = [
  'not-said',
  'collected',
  'settled',
  'returned',
  /** A word that no document lists, or several that contradict each other. */
  'unclear',
] as const
export type EntryState = (typeof entryStandings)[number]

/** What a list of entries can be narrowed to. */
export const entryFilters = [
  'all',
  'accepted',
  'not-accepted',
  'returned',
  'changed',
  'not-said',
  'owner-differs',
  'with-problems',
  'payee-flagged',
] as const

/** What must be looked at of the payee of the book whose account an entry goes to; flags of orders, the gravest first. */
export const entryPayeeFlags = [
  'differs-from-book',
  'not-approved',
  'not-in-book',
  'change-proposed',
] as const
export type EntryPayeeFlag = (typeof entryPayeeFlags)[number]

/** Whose account an entry goes to by the payee book. `name` null: several payees have it, none of them its name alone. */
export const entryHolder = z.object({
  name: z.string().nullable(),
  /** Chosen from the book; else typed, pasted or imported. */
  isChosen: z.boolean(),
})
export type EntryHolder = z.infer<typeof entryHolder>

/** How many problems are told of one entry. */
export const mostEntryProblems = 5

/** One entry of a batch in a list. */
export const entryLine = z.object({
  id: z.string(),
  /** From 1, in the order of the batch. */
  number: count,
  receiverName: z.string(),
  routingNumber: z.string(),
  /** Masked. */
  account: z.string(),
  accountType: z.string(),
  creditDebitCode: z.string(),
  transactionType: z.string(),
  /** Cents; null where it cannot be read. */
  amount: z.int().nullable(),
  identificationNumber: z.string(),
  addenda: count,
  /** What the answer to the batch says of it; null: no answer. */
  verdict: z.enum(entryVerdicts).nullable(),
  errorMessages: z.array(bankRemark),
  informationMessages: z.array(bankRemark),
  /** The bank's, kept for ever (trap 86). */
  traceNumber: z.string().nullable(),
  parNumber: z.string().nullable(),
  standing: z.enum(entryStandings),
  /** As the bank wrote it. */
  standingWord: z.string().nullable(),
  standingAt: instant.nullable(),
  returnCode: z.string().nullable(),
  changeCode: z.string().nullable(),
  /** How many rules it breaks, and what is to be looked at of its payee; nothing once it has left. */
  problemCount: count,
  /** Why the bank is certain to reject it, where its maker sends it anyway. */
  sentAnyway: z.array(z.enum(certainRejections)),
  payeeFlags: z.array(z.enum(entryPayeeFlags)),
  /** Null: nobody's of the book, or it cannot leave any more. */
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

/** A page of the entries of a batch. */
export const entriesRequest = z.object({
  ...pageRequest,
  id: z.string(),
  filter: z.enum(entryFilters),
  search: z.string().max(100).optional(),
  sort: listSort(['number', 'receiver', 'amount', 'verdict', 'standing', 'trace', 'return']),
})
export type EntriesRequest = z.infer<typeof entriesRequest>

/** Where a word about an entry came from. */
export const entrySources = ['origination', 'addenda-status', 'inquiry', 'detail', 'alert'] as const

/** One thing that the bank said of an entry, as it came. */
export const entryEvent = z.object({
  seq: count,
  at: instant,
  source: z.enum(entrySources),
  word: z.string(),
  detail: z.string(),
  callId: z.string().nullable(),
  alertId: z.string().nullable(),
})
export type EntryEvent = z.infer<typeof entryEvent>

/** What a person may say was heeded; `unclear` also where the bank shows another amount. */
export const heededKind = z.enum(['change', 'return', 'not-accepted', 'unclear'])
export type HeededKind = z.infer<typeof heededKind>
/** Who says that something was heeded, when, and what was done of it. */
export const heededMark = z.object({ by: z.string(), at: instant, note: z.string() })
export type HeededMark = z.infer<typeof heededMark>

/** The return of an entry, with what the network makes of it (domain rules). */
export const entryReturn = z.object({
  code: z.string().nullable(),
  /** The bank's words for it. */
  text: z.string().nullable(),
  /** As the bank wrote it. */
  date: z.string().nullable(),
  /** After R01 and R09 an entry may be presented again, twice at most. */
  mayRetry: z.boolean(),
  /** How often an entry of this payment was prepared again already. */
  reentries: count,
  warnings: z.array(requestWarning),
  /** Dealt with otherwise than by presenting it again; null: nobody says so. */
  heeded: heededMark.nullable(),
})
/** A notification of change, and by when it is to be heeded. */
export const entryChange = z.object({
  code: z.string().nullable(),
  text: z.string().nullable(),
  /** Masked unless revealed; null until the detail was fetched. */
  correctedData: z.string().nullable(),
  /** What is to be corrected: fields of an entry. Empty where the code says nothing that is known. */
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
  /** Within six banking days of its arrival, or before the next entry (network). YYYY-MM-DD. */
  deadline: z.string().nullable(),
  /** The proposal that was made of it; null: none yet. */
  proposal: z.object({ payeeId: z.string(), version: count, state: z.string() }).nullable(),
  /** What the book of payees does not hold was corrected where it stands; null: nobody says so. */
  heeded: heededMark.nullable(),
  /** The payee of the book that it is about; null: none is known. */
  payee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** When the bank was last asked to the end what became of the entry; null: never. */
  askedAt: instant.nullable(),
  /** The bank debits another account for its batch than the one that is asked; null: nothing shows that. */
  otherAccount: otherAccount.nullable(),
})

/** One entry with everything that is known of it. */
export const batchEntry = z.object({
  ...entryLine.shape,
  isMasked: z.boolean(),
  individualIdentificationNumber: z.string(),
  discretionaryData: z.string(),
  addendaTexts: z.array(z.string()),
  payeeId: z.string().nullable(),
  /** The first rules that it breaks; paths are fields of an entry. */
  problems: z
    .array(z.object({ path: z.string(), message: z.string(), source: z.string().nullable() }))
    .max(mostEntryProblems),
  return: entryReturn.nullable(),
  change: entryChange.nullable(),
  /** That it was not accepted, or is unclear, was dealt with; null: nobody says so of how it stands now. */
  verdictHeeded: heededMark.nullable(),
  standingHeeded: heededMark.nullable(),
  events: z.array(entryEvent),
  /** The amount as the inquiry wrote it; null: it has shown none. */
  shownAmount: z.string().nullable(),
  /** Until when a return is still possible by the network's rules, YYYY-MM-DD; null: not known. */
  returnPossibleUntil: z.string().nullable(),
})
export type BatchEntry = z.infer<typeof batchEntry>
