/**
 * Figures of the overview, counted by main in one query. Each part has its own state, so one part
 * that cannot be counted never hides the others. A day is a banking day, in the zone of the policy.
 */
import { coverageSummary } from '../coverage/coverage.ts'
import { inboxCounts } from '../inbox/inbox.ts'
import { limitedServices } from '../../domain/operators/policy.ts'
import { orderStates } from '../../domain/orders/order-states.ts'
import { callOutcomes } from '../traffic.ts'
import { z } from '../../kernel/zod.ts'

/**
 * `failed`: the part could not be counted now. `not-agreed`: the agreement of the profile does not
 * include it.
 */
const part = <T extends z.ZodType>(value: T) =>
  z.discriminatedUnion('state', [
    z.object({ state: z.literal('known'), value }),
    z.object({ state: z.literal('failed') }),
    z.object({ state: z.literal('not-agreed') }),
  ])

/**
 * Count and total in one currency. The total is null if an amount cannot be read or the sum is too
 * large.
 */
export const amounts = z.object({
  currency: z.string(),
  count: z.int(),
  /** In the currency's smallest unit. */
  minor: z.int().nullable(),
})
export type Amounts = z.infer<typeof amounts>

/** Work that waits for the signed-in operator. */
const waiting = z.object({
  /** Orders on which this operator's approval would count. */
  awaitingMe: z.int(),
  /** Approved orders that this operator may release. */
  readyMe: z.int(),
  /** All orders that wait for approvals. */
  awaiting: z.int(),
  /** Approved but not released, or released but not sent. */
  ready: z.int(),
  drafts: z.int(),
  /** Payee proposals that this operator may decide. */
  payees: z.int(),
})

/** Orders with an unknown outcome (Promise P10). */
const unknownOutcome = z.object({
  count: z.int(),
  /** When the oldest unknown outcome began. */
  oldest: z.iso.datetime().nullable(),
  amounts: z.array(amounts),
})

/** `today` counts since midnight; `week` counts seven days up to now, including today. */
const lately = z.object({ today: z.array(amounts), week: z.array(amounts) })

const failed = z.object({
  /**
   * Payments and batches that the bank rejected, or that failed after acceptance; of a batch that
   * it rejected in part, only those entries count in the amount.
   */
  rejected: lately,
  paymentsReturned: lately,
  entriesReturned: lately,
  /** Notifications of change. */
  changes: lately,
})

/** Alerts by subject. */
const byKind = z.object({ ach: z.int(), wire: z.int(), rtp: z.int(), other: z.int() })
export type AlertsByKind = z.infer<typeof byKind>
const alerts = z.object({
  /** 24 hours, oldest first; the last is the current hour. */
  hours: z.array(z.object({ from: z.iso.datetime(), received: byKind })),
  /** 14 days, oldest first; the last is today. */
  days: z.array(z.object({ day: z.iso.date(), received: byKind })),
})

/** Stage of an order: its local state and, for accepted orders, its status at the bank. */
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

/** All open orders of any age, and those that ended today; one line per stage and currency. */
const byStage = z.array(amounts.extend({ stage: z.enum(stages), isOpen: z.boolean() }))
export type StageLine = z.infer<typeof byStage>[number]

/** A notification of change, with the day by which the network requires the correction. */
const deadline = z.object({
  orderId: z.string(),
  entryId: z.string(),
  receiver: z.string(),
  code: z.string().nullable(),
  day: z.iso.date(),
})

/** Calls to the bank by outcome. `refused`: the bank answered with an error. */
export const callGroups = [...callOutcomes, 'refused'] as const
const calls = z.array(z.object({ group: z.enum(callGroups), count: z.int() }))

/** A template with the day of its next draft. */
const nextTemplate = z.object({
  id: z.string(),
  name: z.string(),
  day: z.iso.date(),
  entries: z.int(),
  /** Cents. */
  credits: z.int(),
  debits: z.int(),
})

/** One rail and currency of the banking day. */
const railLine = amounts.extend({
  service: z.enum(limitedServices),
  /** The limit a day of the signed-in operator; null if none is set. */
  perDay: z.int().nullable(),
  /** The amount of `perDay` that this operator can still submit and release today. */
  left: z.int().nullable(),
  /** The amount that reduced `left` once more, because the limit counts each resend. */
  resent: z.int(),
})
export type RailLine = z.infer<typeof railLine>

/** Orders of everybody that left, or may have left, on the banking day, by rail; each once. */
const rails = z.object({
  date: z.iso.date(),
  /** The wire cutoff of the policy; null if none is set. */
  cutoff: z
    .object({
      time: z.string(),
      zone: z.string(),
      /** Negative after the cutoff. */
      minutesLeft: z.int(),
    })
    .nullable(),
  /** Why the Reserve Banks are closed today; null if they are open. */
  closed: z.string().nullable(),
  /** The next day on which wires and ACH settle. */
  nextDay: z.iso.date(),
  lines: z.array(railLine),
})

/**
 * Each workstation of a team, with the last action of a person there if it is among the newest; empty
 * where one computer has the profile.
 */
const team = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    act: z
      .object({
        /** Its number in the audit. */
        seq: z.int(),
        at: z.iso.datetime(),
        kind: z.string(),
        actorName: z.string(),
      })
      .nullable(),
  }),
)

/** 30 banking days up to today, oldest first. */
const volume = z.object({
  days: z.array(
    z.object({
      day: z.iso.date(),
      /** Cents sent in US dollars, by rail. */
      sent: z.object({ wire: z.int(), rtp: z.int(), ach: z.int() }),
      /** Returned, counted. */
      returned: z.object({ payments: z.int(), entries: z.int() }),
    }),
  ),
  /** Sums of the 30 days. */
  totals: z.object({
    payments: z.array(amounts),
    batches: z.array(amounts),
    paymentsReturned: z.array(amounts),
    entriesReturned: z.array(amounts),
  }),
})

/** First steps in practice. */
export const practiceSteps = [
  'validation',
  'payment',
  'approval',
  'release',
  'batch',
  'alert',
] as const
/** First steps in a real profile. */
export const profileSteps = [
  'connection',
  'accounts',
  'second-person',
  'policy',
  'recovery',
  'validation',
  'release',
] as const
export type FirstStepId = (typeof practiceSteps)[number] | (typeof profileSteps)[number]
/** One first step, and whether the store shows that it was done. */
const firstStep = z.object({ id: z.enum([...practiceSteps, ...profileSteps]), isDone: z.boolean() })

export const overviewFigures = z.object({
  at: z.iso.datetime(),
  /** The zone of the policy, whose days are counted. */
  zone: z.string(),
  waiting: part(waiting),
  inbox: part(inboxCounts),
  unknownOutcome: part(unknownOutcome),
  failed: part(failed),
  rails: part(rails),
  volume: part(volume),
  team: part(team),
  alerts: part(alerts),
  payments: part(byStage),
  batches: part(byStage),
  /** The five earliest. */
  deadlines: part(z.array(deadline)),
  /** Since midnight. */
  calls: part(calls),
  coverage: part(coverageSummary),
  /** The next five. */
  templates: part(z.array(nextTemplate)),
  /**
   * True if two people of the profile can confirm changes for each other; practice never requires a
   * second person.
   */
  isPairPossible: part(z.boolean()),
  firstSteps: part(z.array(firstStep)),
})
export type OverviewFigures = z.infer<typeof overviewFigures>
/** The value of a part whose state is `known`. */
export type Known<P extends keyof OverviewFigures> =
  Extract<OverviewFigures[P], { state: 'known' }> extends { value: infer V } ? V : never
