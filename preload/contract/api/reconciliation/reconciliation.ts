/**
 * A day of one own account: what was originated here, what the bank says of it, and what is missing on either side. A
 * payment belongs to the local day on which it left; an entry of a batch to the day of its collection at the bank
 * where that is known, else to its effective date; what the bank alone tells of to the bank's own date where it gives
 * one, else to the local day of its receipt. Accounts are masked by main.
 */
import { otherAccount } from '../../domain/batches/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { ownAccount } from '../profiles/profile-details.ts'
import { exportFormat } from '../tables.ts'
import { z } from '../../kernel/zod.ts'

const count = z.int()
const instant = z.iso.datetime()
/** In the currency's smallest unit; null: it cannot be told. */
const minor = z.int().nullable()

/** Which day of which account. */
export const dayOfAccount = z.strictObject({
  /** YYYY-MM-DD. */
  day: z.iso.date(),
  /** An own account of the profile. */
  accountId: z.string(),
})
export type DayOfAccount = z.infer<typeof dayOfAccount>

/** How the two sides of a line compare. */
export const matches = ['agreed', 'differs', 'missing-at-bank', 'not-from-here'] as const
export type Match = (typeof matches)[number]

/** From the account's own view: money leaves it or comes to it; `unknown`: the bank did not say. */
export const flows = ['out', 'in', 'unknown'] as const
export type Flow = (typeof flows)[number]

/** What a line is about. */
export const lineKinds = [
  'payment',
  'entry',
  'payment-return',
  'entry-return',
  'other-payment',
  'other-ach',
  'other-return',
] as const
export type LineKind = (typeof lineKinds)[number]

/** Why a line is not simply agreed. */
export const reasons = [
  /** The bank shows another amount, currency or direction. */
  'amount',
  'currency',
  'direction',
  /** The bank did not take it in, or it failed or was cancelled there. */
  'refused',
  /** It came back: a line of its own, on the day of the return. */
  'came-back',
  /** The bank's words contradict each other or are in no document. */
  'unclear',
  /** Nothing final was heard, and its day has not passed. */
  'not-due',
  /** Nothing final was heard although its day has passed. */
  'overdue',
  /** Whether the bank has it is not known (P10). */
  'in-doubt',
  /** The bank's desk said so, and two people stand for it; nothing else was heard. */
  'desk-made',
  'desk-not-made',
  'incoming-credit',
  'unexplained-debit',
  /** The bank did not say which way it goes. */
  'unknown-direction',
] as const
export type Reason = (typeof reasons)[number]

/** What is worth knowing beside. */
export const remarks = [
  /** No alert told of it: it was asked for. */
  'by-inquiry',
  /** The bank told the same several times. */
  'repeated',
  'came-back-later',
  'reversed',
  /** The bank confirmed it and stated no amount: counted as it was sent. */
  'amount-as-sent',
  /** The bank's amount cannot be read and is in no sum. */
  'amount-unreadable',
  /** It may be about a payment of this workstation: nobody has decided. */
  'perhaps-ours',
  /** Its batch names another account than the bank debited. */
  'other-account',
] as const
export type Remark = (typeof remarks)[number]

/** What is known here of a line. */
export const hereSide = z.object({
  amount: minor,
  currency: z.string(),
  /** The order's state or the entry's standing, as this program calls it. */
  state: z.string(),
  /** The day by which it stands here, YYYY-MM-DD. */
  day: z.string(),
  dayBy: z.enum(['sent', 'collected', 'effective', 'returned']),
  valueDate: z.string(),
  sentAt: instant.nullable(),
  party: z.string(),
  orderId: z.string(),
  entryId: z.string().nullable(),
  reference: z.string(),
  /** False: it is shown and stands in no sum. */
  counts: z.boolean(),
})

/** Where the bank said it. */
export const heardBy = ['alert', 'inquiry', 'recovered', 'answer'] as const

/** What the bank says. */
export const bankSide = z.object({
  amount: minor,
  /** As the bank wrote it; null: it stated none. */
  amountText: z.string().nullable(),
  currency: z.string(),
  /** Its newest word; null: none. */
  word: z.string().nullable(),
  day: z.string(),
  /** The bank's own date, or the local day on which it was received here. */
  dayBy: z.enum(['bank', 'received']),
  trace: z.string().nullable(),
  parNumber: z.string().nullable(),
  transactionId: z.string().nullable(),
  returnCode: z.string().nullable(),
  party: z.string().nullable(),
  heardBy: z.array(z.enum(heardBy)),
  /** Its newest alert; null: none told of it. */
  alertId: z.string().nullable(),
  callId: z.string().nullable(),
  counts: z.boolean(),
})

/** One line. */
export const reconciliationLine = z.object({
  id: z.string(),
  kind: z.enum(lineKinds),
  /** `WIRE`, `RTP`, a SEC code, or what the bank calls it. */
  service: z.string(),
  flow: z.enum(flows),
  match: z.enum(matches),
  reasons: z.array(z.enum(reasons)),
  remarks: z.array(z.enum(remarks)),
  reference: z.string(),
  party: z.string(),
  here: hereSide.nullable(),
  bank: bankSide.nullable(),
})
export type ReconciliationLine = z.infer<typeof reconciliationLine>
export type HereSide = z.infer<typeof hereSide>
export type BankSide = z.infer<typeof bankSide>

/** So many lines and their sum; null: too large to be told exactly. */
const sum = z.object({ count, amount: minor })

/** Of one currency and direction. */
export const flowTotals = z.object({
  currency: z.string(),
  flow: z.enum(flows),
  here: sum,
  bank: sum,
  /** The bank's less ours. */
  difference: minor,
  /** Amounts of either side that cannot be read: they stand in no sum. */
  unreadable: count,
})
export type FlowTotals = z.infer<typeof flowTotals>

/** Of one outcome, by its first reason. */
export const outcomeTotals = z.object({
  match: z.enum(matches),
  reason: z.enum(reasons).nullable(),
  currency: z.string(),
  flow: z.enum(flows),
  lines: count,
  here: sum,
  bank: sum,
})
export type OutcomeTotals = z.infer<typeof outcomeTotals>

/** All sums of a report. */
export const reportTotals = z.object({
  lines: z.object({
    all: count,
    agreed: count,
    differs: count,
    'missing-at-bank': count,
    'not-from-here': count,
  }),
  flows: z.array(flowTotals),
  outcomes: z.array(outcomeTotals),
  unreadable: count,
})
export type ReportTotals = z.infer<typeof reportTotals>

/** Whether alerts of the day may be missing. */
export const dayCoverage = z.object({
  /** `unknown`: nothing is kept of whether the listener was there. */
  state: z.enum(['complete', 'swept', 'may-be-missing', 'unknown']),
  /** Minutes of the day without a listener, rounded up. */
  minutes: count,
  gaps: z.array(
    z.object({
      fromAt: instant,
      /** Null: it lasts. */
      untilAt: instant.nullable(),
      isHealed: z.boolean(),
      sweptAt: instant.nullable(),
    }),
  ),
})
export type DayCoverage = z.infer<typeof dayCoverage>

/** That somebody stands for the day. */
export const signOff = z.object({
  at: instant,
  by: z.string(),
  note: z.string(),
  totals: reportTotals,
  /** A line has come, gone or changed since. */
  isChanged: z.boolean(),
})
export type SignOff = z.infer<typeof signOff>

/** The three lists of the bank that can be asked for the day. */
export const askedLists = ['COLLECTED', 'SETTLED', 'RETURNED'] as const
/** One list as it is kept; its inquiry can be opened offline. */
export const askedList = z.object({
  search: z.enum(askedLists),
  inquiryId: z.string().nullable(),
  at: instant.nullable(),
  rows: count,
  state: z.enum([
    'never',
    'complete',
    'reading',
    'open',
    'broken-off',
    'refused',
    'not-applicable',
  ]),
})
export type AskedList = z.infer<typeof askedList>

/** A batch of the day that names another account than the bank debits: one message, whatever its entries. */
export const otherAccountBatch = z.object({
  ...otherAccount.shape,
  /** SEC code and description. */
  title: z.string(),
  /** The entries stand on this day of this account; else on that of the other. */
  isHere: z.boolean(),
})
export type OtherAccountBatch = z.infer<typeof otherAccountBatch>

/** The day in sums. */
export const reconciliationReport = z.object({
  ...dayOfAccount.shape,
  /** Masked. */
  account: z.string(),
  accountName: z.string(),
  madeAt: instant,
  totals: reportTotals,
  coverage: dayCoverage,
  asked: z.array(askedList),
  otherAccounts: z.array(otherAccountBatch),
  /** The newest; null: nobody has. */
  signOff: signOff.nullable(),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>

/** A page of the lines. */
export const linesRequest = z.strictObject({
  ...dayOfAccount.shape,
  ...pageRequest,
  filter: z.enum(['all', ...matches]),
  search: z.string().max(100).optional(),
  sort: listSort(['match', 'kind', 'party', 'reference', 'here', 'bank', 'day']),
})
export type LinesRequest = z.infer<typeof linesRequest>

/** The accounts that can be chosen, and the day it is here. */
export const reconciliationAccounts = z.object({
  accounts: z.array(ownAccount),
  today: z.iso.date(),
})

/** What a file is written of. */
export const exportRequest = z.strictObject({
  ...dayOfAccount.shape,
  format: exportFormat,
  /** Accounts in full: an audited act. */
  inFull: z.boolean(),
})
export const signOffRequest = z.strictObject({
  ...dayOfAccount.shape,
  note: z.string().trim().max(500),
})
