/**
 * The operator's day at a glance: figures that main counts in one go. Each part is there, failed, or belongs to what
 * was not agreed, so that one that cannot be counted never hides the others. A day is a day of this workstation.
 */
import { coverageSummary } from '../coverage/coverage.ts'
import { inboxCounts } from '../inbox/inbox.ts'
import { orderStates } from '../../domain/orders/order-states.ts'
import { callOutcomes } from '../traffic.ts'
import { z } from '../../kernel/zod.ts'

/** A part of the answer. `failed`: it could not be counted now. `not-agreed`: the profile's agreement has no part in it. */
const part = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('known'), value }),
    z.object({ state: z.literal('failed') }),
    z.object({ state: z.literal('not-agreed') }),
  ])

/** So many, and what they come to in one currency; null: for some of them no amount can be read, or it is too large. */
export const amounts = z.object({
  currency: z.string(),
  count: z.int(),
  /** In the currency's smallest unit. */
  minor: z.int().nullable(),
})
export type Amounts = z.infer<typeof amounts>

/** What waits for whoever asks. */
const waiting = z.object({
  /** What this operator's approval would count for. */
  awaitingMe: z.int(),
  /** Everything that waits for approvals. */
  awaiting: z.int(),
  /** Approved and not released, or released and not sent. */
  ready: z.int(),
  drafts: z.int(),
  /** Proposals about payees that this operator may decide. */
  payees: z.int(),
})

/** What is in doubt (P10). */
const doubt = z.object({
  count: z.int(),
  /** Since when the oldest waits. */
  oldest: z.iso.datetime().nullable(),
  amounts: z.array(amounts),
})

/** How many of something since midnight, and within seven days up to now, today included. */
const lately = z.object({ today: z.array(amounts), week: z.array(amounts) })

/** What failed or came back. */
const failed = z.object({
  /** Payments and batches that the bank did not take in, or that failed afterwards. */
  rejected: lately,
  /** Payments that came back. */
  paymentsReturned: lately,
  /** Entries of batches that came back. */
  entriesReturned: lately,
  /** Notifications of change. */
  changes: lately,
})

/** Alerts by what they are about. */
const byKind = z.object({ ach: z.int(), wire: z.int(), rtp: z.int(), other: z.int() })
export type AlertsByKind = z.infer<typeof byKind>
const alerts = z.object({
  /** 24 of them, the oldest first; the last is the one that runs. */
  hours: z.array(z.object({ from: z.iso.datetime(), received: byKind })),
  /** 14 of them, the oldest first; the last is today. */
  days: z.array(z.object({ day: z.iso.date(), received: byKind })),
})

/** Where an order stands: its state here, and of what was accepted what the bank says. */
export const stages = [
  ...orderStates,
  'closed',
  'in-review',
  'completed',
  'failed',
  'returned',
  'contradictory',
] as const
export type Stage = (typeof stages)[number]

/** What is open, whenever it began, and what ended today; one line for each stage and currency. */
const byStage = z.array(amounts.extend({ stage: z.enum(stages), isOpen: z.boolean() }))
export type StageLine = z.infer<typeof byStage>[number]

/** A notification of change by when the network wants it heeded. */
const deadline = z.object({
  orderId: z.string(),
  entryId: z.string(),
  receiver: z.string(),
  code: z.string().nullable(),
  day: z.iso.date(),
})

/** Calls to the bank. `refused`: answered, and not with success. */
export const callGroups = [...callOutcomes, 'refused'] as const
const calls = z.array(z.object({ group: z.enum(callGroups), count: z.int() }))

/** A template by which the next draft is made. */
const nextTemplate = z.object({
  id: z.string(),
  name: z.string(),
  day: z.iso.date(),
  entries: z.int(),
  /** Cents. */
  credits: z.int(),
  debits: z.int(),
})

/** What stands on the screen. */
export const overviewFigures = z.object({
  at: z.iso.datetime(),
  waiting: part(waiting),
  inbox: part(inboxCounts),
  doubt: part(doubt),
  failed: part(failed),
  alerts: part(alerts),
  payments: part(byStage),
  batches: part(byStage),
  /** The soonest five. */
  deadlines: part(z.array(deadline)),
  /** Since midnight. */
  calls: part(calls),
  coverage: part(coverageSummary),
  /** The next five. */
  templates: part(z.array(nextTemplate)),
  /** Whether two people of the profile can confirm changes for each other; practice never asks for a second person. */
  isPairPossible: part(z.boolean()),
  /** Nothing was done in this profile yet. */
  isNew: part(z.boolean()),
})
export type OverviewFigures = z.infer<typeof overviewFigures>
/** What a part says when it is known. */
export type Known<P extends keyof OverviewFigures> =
  Extract<OverviewFigures[P], { state: 'known' }> extends { value: infer V } ? V : never
