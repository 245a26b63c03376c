/**
 * The practice bank as both sides know it: its scenarios, what it counted, what it saw the workstation
 * do against the document, and the town whose accounts it keeps. All of it is invented, none is secret.
 */
import { ownerFields } from '../../bank/account-validation.ts'
import { senderState } from './practice-alerts.ts'
import { armedScenario } from './practice-scenarios.ts'
import { z } from '../../kernel/zod.ts'

export * from './practice-alerts.ts'
export * from './practice-scenarios.ts'

/** What the bank counted, on arrival: token and health calls included (trap 105). */
export const practiceCounters = z.object({
  startedAt: z.iso.datetime(),
  /** Since the start or the last reset. */
  arrived: z.int(),
  byOperation: z.record(z.string(), z.int()),
  /** Calls by the HTTP status they were answered with; `none` where the connection was dropped. */
  byStatus: z.record(z.string(), z.int()),
  /** The most calls that ever arrived within one second, wherever that second starts. */
  busiestSecond: z.int(),
  /** Tokens that were handed over whole. */
  tokensIssued: z.int(),
  /** Until when the bank expects silence; null when it does not. */
  silentUntil: z.iso.datetime().nullable(),
  breaches: z.int(),
  /** The latest arrivals, oldest first, on the bank's own steady clock. */
  latest: z.array(z.object({ atMs: z.number(), operation: z.string() })),
})
export type PracticeCounters = z.infer<typeof practiceCounters>

/** Something the caller did against the document. Holds names of fields, never their values. */
export const breach = z.object({
  at: z.iso.datetime(),
  rule: z.string(),
  title: z.string(),
  /** Where the rule stands, such as `1-platform.md, Limits; trap 105`. */
  source: z.string(),
  operation: z.string(),
  detail: z.string(),
})
export type Breach = z.infer<typeof breach>

/** What the bank keeps of an account's owner. */
export const ownerRecord = z.partialRecord(z.enum(ownerFields), z.string())
export type OwnerRecord = z.infer<typeof ownerRecord>

/** One account of the town: how to ask for it and what it shows. */
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

/** The town whose accounts the practice bank knows. */
export const town = z.object({ name: z.string(), residents: z.array(resident) })
export type Town = z.infer<typeof town>

/** The practice bank for its panel: gone, or running with all it has to tell. */
export const practiceBankState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not-running') }),
  z.object({
    state: z.literal('running'),
    address: z.string(),
    counters: practiceCounters,
    /** The latest, newest last; the counters hold how many there were. */
    breaches: z.array(breach),
    armed: z.array(armedScenario),
    /** How many payments are held in review until the scenarios are cleared. */
    heldPayments: z.int(),
    sender: senderState,
    town,
  }),
])
export type PracticeBankState = z.infer<typeof practiceBankState>
