/**
 * One day of one own account: items originated here, the bank's events, and differences between the
 * two. A payment belongs to the local day on which it left. A batch entry belongs to the day of its
 * collection at the bank if known, else to its effective date. An item known only from the bank
 * belongs to the bank's own date if given, else to the local day of its receipt. Main masks
 * accounts.
 */
import { otherAccount } from '../../domain/batches/batch.ts'
import { listSort } from '../../kernel/list-sort.ts'
import { pageRequest } from '../../kernel/paging.ts'
import { fieldsConfirmed } from '../coverage/wires.ts'
import { ownAccount } from '../profiles/profile-details.ts'
import { exportFormat } from '../tables.ts'
import { z } from '../../kernel/zod.ts'

const count = z.int()
const instant = z.iso.datetime()
/** In the currency's smallest unit; null if unknown. */
const minor = z.int().nullable()

export const dayOfAccount = z.strictObject({
  day: z.iso.date(),
  accountId: z.string(),
})
export type DayOfAccount = z.infer<typeof dayOfAccount>

/**
 * Comparison of the two sides of a line. Pending: its day has not passed, and it is in no sum.
 * Returned: the money came back, and counts on both sides.
 */
export const matches = [
  'agreed',
  'pending',
  'returned',
  'differs',
  'missing-at-bank',
  'not-from-here',
] as const
export type Match = (typeof matches)[number]

/**
 * Seen from the account: money leaves or arrives; `unknown` if the bank did not state the
 * direction.
 */
export const flows = ['out', 'in', 'unknown'] as const
export type Flow = (typeof flows)[number]

/** Subject of a line. */
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

/** Reasons why a line does not simply agree. */
export const reasons = [
  /** The bank shows another amount, currency or direction. */
  'amount',
  'currency',
  'direction',
  /** The bank rejected it, or it failed or was cancelled at the bank. */
  'refused',
  /** Returned; the return is a line of its own, on its own day. */
  'came-back',
  /** An alert reports a return that the bank's inquiry does not show; excluded from all sums. */
  'return-reported',
  /** The bank's statuses contradict each other, or no document lists them. */
  'unclear',
  /** No final status, and its day has not passed. */
  'not-due',
  /** No final status, although its day has passed. */
  'overdue',
  /** Whether the bank has it is unknown (Promise P10). */
  'unknown-outcome',
  /** Stated by bank support and confirmed by two people; no other report exists. */
  'support-made',
  'support-not-made',
  'incoming-credit',
  'unexplained-debit',
  /** The bank did not state the direction. */
  'unknown-direction',
] as const
export type Reason = (typeof reasons)[number]

/** Additional remarks. */
export const remarks = [
  /** No alert reported it; it was found by inquiry. */
  'by-inquiry',
  /** No alert reported it; it is a row of a wire inquiry whose fields a person has confirmed. */
  'by-wire-inquiry',
  /** The bank reported it several times. */
  'repeated',
  'came-back-later',
  'reversed',
  /** The bank confirmed it without an amount; counted with the amount sent. */
  'amount-as-sent',
  /** The bank's amount cannot be read and is excluded from all sums. */
  'amount-unreadable',
  /** Possibly a payment of this workstation; nobody has decided yet. */
  'perhaps-ours',
  /** The batch names another account than the bank debited. */
  'other-account',
] as const
export type Remark = (typeof remarks)[number]

/** Our side of a line. */
export const hereSide = z.object({
  amount: minor,
  currency: z.string(),
  /** Local state of the order or entry. */
  state: z.string(),
  /** The day assigned to it here, YYYY-MM-DD. */
  day: z.string(),
  dayBy: z.enum(['sent', 'collected', 'effective', 'returned']),
  valueDate: z.string(),
  sentAt: instant.nullable(),
  party: z.string(),
  orderId: z.string(),
  entryId: z.string().nullable(),
  reference: z.string(),
  /** False: shown, but excluded from all sums. */
  counts: z.boolean(),
})

/** Sources of the bank's information. */
export const reportedBy = ['alert', 'inquiry', 'recovered', 'wire-inquiry', 'answer'] as const

/** The bank's side of a line. */
export const bankSide = z.object({
  amount: minor,
  /** Exact text from the bank; null if it stated none. */
  amountText: z.string().nullable(),
  currency: z.string(),
  /** Its newest status; null if none. */
  statusText: z.string().nullable(),
  day: z.string(),
  /** The bank's own date, or the local day of receipt. */
  dayBy: z.enum(['bank', 'received']),
  trace: z.string().nullable(),
  parNumber: z.string().nullable(),
  transactionId: z.string().nullable(),
  returnCode: z.string().nullable(),
  party: z.string().nullable(),
  reportedBy: z.array(z.enum(reportedBy)),
  /** The newest alert about it; null if none. */
  alertId: z.string().nullable(),
  callId: z.string().nullable(),
  counts: z.boolean(),
  /** Who confirmed the fields of the wire inquiry that shows it; null if none does. */
  fieldsConfirmed: fieldsConfirmed.nullable(),
})

export const reconciliationLine = z.object({
  id: z.string(),
  kind: z.enum(lineKinds),
  /** `WIRE`, `RTP`, a SEC code, or the bank's own name. */
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

/** Number and sum of lines; the amount is null if too large to be exact. */
const sum = z.object({ count, amount: minor })

/** Totals of one currency and direction. */
export const flowTotals = z.object({
  currency: z.string(),
  flow: z.enum(flows),
  here: sum,
  bank: sum,
  /** The bank's sum minus ours. */
  difference: minor,
  /** Amounts of either side that cannot be read; excluded from the sums. */
  unreadable: count,
})
export type FlowTotals = z.infer<typeof flowTotals>

/** Totals of one outcome, by its first reason. */
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

export const reportTotals = z.object({
  lines: z.object({
    all: count,
    agreed: count,
    pending: count,
    returned: count,
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
  /** `unknown`: no record of whether the listener was running. */
  state: z.enum(['complete', 'swept', 'may-be-missing', 'unknown']),
  /** When it ran for the first time ever, if that was on this day: nothing is known of earlier. */
  sinceAt: instant.nullable(),
  /** Minutes of the day without a listener, rounded up. */
  minutes: count,
  gaps: z.array(
    z.object({
      fromAt: instant,
      /** Null while it lasts. */
      untilAt: instant.nullable(),
      isHealed: z.boolean(),
      sweptAt: instant.nullable(),
    }),
  ),
})
export type DayCoverage = z.infer<typeof dayCoverage>

/** Sign-off of a day by an operator. */
export const signOff = z.object({
  at: instant,
  by: z.string(),
  note: z.string(),
  totals: reportTotals,
  /** True if a line was added, removed or changed since. */
  isChanged: z.boolean(),
})
export type SignOff = z.infer<typeof signOff>

/** The bank's three lists that can be requested for the day. */
export const queriedLists = ['COLLECTED', 'SETTLED', 'RETURNED'] as const
/** One stored list; its inquiry can be opened offline. */
export const queriedList = z.object({
  search: z.enum(queriedLists),
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
export type QueriedList = z.infer<typeof queriedList>

/** A batch of the day that names another account than the bank debited: one message per batch. */
export const otherAccountBatch = z.object({
  ...otherAccount.shape,
  title: z.string(),
  /** True if its entries count for this account and day, false if for the other account. */
  isHere: z.boolean(),
})
export type OtherAccountBatch = z.infer<typeof otherAccountBatch>

/** Totals of the day. */
export const reconciliationReport = z.object({
  ...dayOfAccount.shape,
  account: z.string(),
  accountName: z.string(),
  /** The zone in which its day is counted. */
  zone: z.string(),
  builtAt: instant,
  /** Of the lines: a sign-off names the ones that were shown. */
  digest: z.string(),
  totals: reportTotals,
  coverage: dayCoverage,
  queried: z.array(queriedList),
  otherAccounts: z.array(otherAccountBatch),
  /** The newest; null if none. */
  signOff: signOff.nullable(),
})
export type ReconciliationReport = z.infer<typeof reconciliationReport>

export const linesRequest = z.strictObject({
  ...dayOfAccount.shape,
  ...pageRequest,
  filter: z.enum(['all', ...matches]),
  search: z.string().max(100).optional(),
  sort: listSort(['match', 'kind', 'party', 'reference', 'here', 'bank', 'day']),
})
export type LinesRequest = z.infer<typeof linesRequest>

/** Selectable accounts, and today's banking day. */
export const reconciliationAccounts = z.object({
  accounts: z.array(ownAccount),
  today: z.iso.date(),
})

export const exportRequest = z.strictObject({
  ...dayOfAccount.shape,
  format: exportFormat,
  /** Unmasked accounts: an audited act. */
  inFull: z.boolean(),
})
export const signOffRequest = z.strictObject({
  ...reconciliationReport.pick({ day: true, accountId: true, digest: true }).shape,
  note: z.string().trim().max(500),
})
export type SignOffRequest = z.infer<typeof signOffRequest>
