/**
 * The practice bank as main and the bank know it: scenarios, counters, breaches of the documents by
 * the workstation, and the residents with accounts. All of its data is invented; none is secret.
 */
import { ownerFields } from '../../bank/account-validation.ts'
import { senderState } from './practice-alerts.ts'
import { armedScenario } from './practice-scenarios.ts'
import { z } from '../../kernel/zod.ts'

export * from './practice-alerts.ts'
export * from './practice-scenarios.ts'
export * from './practice-team.ts'

/** Calls counted on arrival, including token and health calls (bank note 105). */
export const practiceCounters = z.object({
  startedAt: z.iso.datetime(),
  /** Since the start or the last reset. */
  arrived: z.int(),
  byOperation: z.record(z.string(), z.int()),
  /** Calls by HTTP status of the answer; `none` if the connection was dropped. */
  byStatus: z.record(z.string(), z.int()),
  /** Most calls that arrived within any one second. */
  busiestSecond: z.int(),
  /** Tokens sent completely. */
  tokensIssued: z.int(),
  /** End of the pause that the bank expects; null if none. */
  pausedUntil: z.iso.datetime().nullable(),
  breaches: z.int(),
  /** Latest arrivals, oldest first, on the bank's own monotonic clock. */
  latest: z.array(z.object({ atMs: z.number(), operation: z.string() })),
})
export type PracticeCounters = z.infer<typeof practiceCounters>

/** A breach of the documents by the caller. Holds field names, never their values. */
export const breach = z.object({
  at: z.iso.datetime(),
  rule: z.string(),
  title: z.string(),
  /** Source of the rule, with the section and bank note. */
  source: z.string(),
  operation: z.string(),
  detail: z.string(),
})
export type Breach = z.infer<typeof breach>

/** The practice bank's record of an account owner. */
export const ownerRecord = z.partialRecord(z.enum(ownerFields), z.string())
export type OwnerRecord = z.infer<typeof ownerRecord>

/** One test account: its request data, and the case it demonstrates. */
export const resident = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['person', 'business']),
  bankName: z.string(),
  routingNumber: z.string(),
  accountNumber: z.string(),
  /** One sentence for the operator. */
  shows: z.string(),
  owner: ownerRecord,
})
export type Resident = z.infer<typeof resident>

/** Residents whose accounts the practice bank holds. */
export const town = z.object({ name: z.string(), residents: z.array(resident) })
export type Town = z.infer<typeof town>

/** The practice bank for its panel: stopped, or running with its figures. */
export const practiceBankState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-running') }),
  z.object({
    state: z.literal('running'),
    address: z.string(),
    counters: practiceCounters,
    /** Latest breaches, newest last; the counters have the totals. */
    breaches: z.array(breach),
    armed: z.array(armedScenario),
    /** Payments held in review until the scenarios are cleared. */
    heldPayments: z.int(),
    sender: senderState,
    town,
  }),
])
export type PracticeBankState = z.infer<typeof practiceBankState>
