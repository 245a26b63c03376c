/**
 * What of the bank's alerts may have been missed, and what became of it (P2): gaps in which nothing could be received,
 * sweeps that ask the bank instead, what they found, and what nobody can find again.
 */
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'

/** Why alerts may have been missed. `asked`: an operator wants a sweep. `restored`: since the backup of the store. */
export const gapCauses = [
  'not-running',
  'asleep',
  'turned-away',
  'credentials-changed',
  'certificate-changed',
  'not-stored',
  'silence',
  'asked',
  'restored',
] as const
export type GapCause = (typeof gapCauses)[number]

/** `open`: it lasts. `waiting`: no sweep has ended that covers it. `partly`: something of it cannot be found again. */
export const gapStates = ['open', 'waiting', 'healed', 'partly'] as const
export type GapState = (typeof gapStates)[number]

/** How things stand, in short: what the overview and the status bar show. */
export const coverageSummary = z.object({
  /** Gaps that last or wait for a sweep. */
  openGaps: z.int(),
  /** What a person has to look at by hand, and has not: incoming wires and RTP, accounts that cannot be listed. */
  toCheck: z.int(),
  /** Until when everything was either received or asked for; null: nothing yet. */
  coveredTo: z.iso.datetime().nullable(),
  /** The sweep under way; null: none. */
  sweep: z
    .object({
      id: z.string(),
      partsDone: z.int(),
      parts: z.int(),
      calls: z.int(),
      healed: z.int(),
      /** What it waits for: the agreed hours, the bank's silence, a bank that cannot be reached; null: nothing. */
      waitsFor: z.enum(['hours', 'silence', 'bank']).nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type CoverageSummary = z.infer<typeof coverageSummary>

/** How the listener is watched, and how silence is judged. */
export const coverageWatch = z.object({
  /** `never`: no alert was ever received here, so that nothing is judged. */
  standing: z.enum(['listening', 'down', 'never']),
  /** Since when it is watched here. */
  since: z.iso.datetime().nullable(),
  /** Null: nobody said how many alerts are expected, so that silence says nothing. */
  silence: z.object({ expectedDaily: z.int(), afterMinutes: z.int() }).nullable(),
})
export type CoverageWatch = z.infer<typeof coverageWatch>

/** The farthest back that the bank recalls ACH (trap 43), and that days are told of. */
export const mostCoverageDays = 180

/** How a day stands. `unwatched`: before the first watching. `healed`: all of its gaps were asked for or checked. */
export const dayStandings = ['whole', 'healed', 'unhealed', 'unwatched'] as const
export type DayStanding = (typeof dayStandings)[number]

/** What was asked of a day: when the last sweep was planned whose question about it was answered; null: none. */
const swept = z.iso.datetime().nullable()

/** A day by the computer's time. */
export const coverageDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  standing: z.enum(dayStandings),
  /** Minutes in which something listened, and in which nothing did, of those that are over and were watched. */
  upMinutes: z.int(),
  downMinutes: z.int(),
  /** Alerts received; hours of the world clock are told of the day in which they begin. */
  received: z.int(),
  gaps: z.int(),
  gapsUnhealed: z.int(),
  collected: swept,
  settled: swept,
  returned: swept,
  payments: swept,
  /** Everything that can be asked of it was answered by then; null: not yet. */
  sweptTo: swept,
  /** What was found by asking. */
  recovered: z.int(),
  /** What a person has to look at by hand, and has not. */
  toCheck: z.int(),
})
export type CoverageDay = z.infer<typeof coverageDay>

/** Newest first. */
export const daysRequest = z.strictObject({
  ...pageRequest,
  days: z.int().min(1).max(mostCoverageDays),
})

/** A time in which alerts may have been missed. */
export const coverageGap = z.object({
  id: z.string(),
  cause: z.enum(gapCauses),
  from: z.iso.datetime(),
  /** Null: it lasts. */
  until: z.iso.datetime().nullable(),
  foundAt: z.iso.datetime(),
  state: z.enum(gapStates),
  /** What it came of, in a word of the program; empty: nothing more is known. */
  detail: z.string(),
  /** The sweep that covered it. */
  sweep: z
    .object({
      id: z.string(),
      endedAt: z.iso.datetime().nullable(),
      calls: z.int(),
      healed: z.int(),
      toCheck: z.int(),
    })
    .nullable(),
})
export type CoverageGap = z.infer<typeof coverageGap>

/** Newest first. `day`: those that touch it. */
export const gapsRequest = z.strictObject({
  ...pageRequest,
  isUnhealed: z.boolean(),
  day: z.iso.date().nullable(),
})

/** What a sweep found that no alert had told: it came by inquiry. */
export const recoveredItem = z.object({
  id: z.string(),
  /** When it was found. */
  at: z.iso.datetime(),
  sweepId: z.string(),
  kind: z.enum(['ach', 'payment']),
  /** As the bank writes it. */
  event: z.string(),
  eventDay: z.string().nullable(),
  /** Masked. */
  account: z.string(),
  traceNumber: z.string().nullable(),
  parNumber: z.string().nullable(),
  direction: z.enum(['credit', 'debit']).nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  party: z.string().nullable(),
  returnCode: z.string().nullable(),
  /** The call whose answer told it. */
  callId: z.string().nullable(),
  /** The payment that it is about, or the batch of the entry. */
  orderId: z.string().nullable(),
  entryId: z.string().nullable(),
  /** The alert that told the same later; null: none has. */
  alert: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
})
export type RecoveredItem = z.infer<typeof recoveredItem>

/** Newest first. `day`: events of that day. */
export const recoveredRequest = z.strictObject({
  ...pageRequest,
  search: z.string().max(100),
  day: z.iso.date().nullable(),
})

/** One question of a sweep, or what cannot be asked. */
export const sweepPart = z.object({
  sweepId: z.string(),
  seq: z.int(),
  /** When its sweep was planned. */
  plannedAt: z.iso.datetime(),
  kind: z.enum(['ach', 'payment', 'incoming']),
  state: z.enum(['waiting', 'done', 'failed', 'impossible']),
  /** A word of the program, for the window to say in a sentence; one of a later version is shown as it is. */
  why: z.string().nullable(),
  /** Name and masked number of the account; empty: it is about none. */
  account: z.string(),
  search: z.enum(['COLLECTED', 'SETTLED', 'RETURNED']).nullable(),
  fromDay: z.string().nullable(),
  toDay: z.string().nullable(),
  order: z.object({ id: z.string(), reference: z.string() }).nullable(),
  calls: z.int(),
  rows: z.int(),
  healed: z.int(),
  tries: z.int(),
  endedAt: z.iso.datetime().nullable(),
  checked: z.object({ by: z.string(), at: z.iso.datetime(), note: z.string() }).nullable(),
})
export type SweepPart = z.infer<typeof sweepPart>

/** `to-check`: what failed or cannot be asked and nobody looked at; `checked`: what somebody did. */
export const partsRequest = z.strictObject({
  ...pageRequest,
  which: z.enum(['to-check', 'checked', 'all']),
  /** Null: of every sweep. */
  sweepId: z.string().nullable(),
})

/** A sweep as a whole. */
export const coverageSweep = z.object({
  id: z.string(),
  /** The name of who asked for it; null: the program did. */
  by: z.string().nullable(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  plannedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
  state: z.enum(['running', 'done', 'partly', 'stopped']),
  calls: z.int(),
  healed: z.int(),
  parts: z.int(),
  partsDone: z.int(),
  partsFailed: z.int(),
  partsImpossible: z.int(),
})
export type CoverageSweep = z.infer<typeof coverageSweep>

/** Days to be asked for, both included, by the computer's time. */
export const sweepDays = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, {
    error: 'The last day is not before the first',
    path: ['to'],
  })

/** What asking would cost at least: pages beyond the first come on top. */
export const sweepEstimate = z.object({
  accounts: z.int(),
  searches: z.int(),
  /** Ranges of at most 31 days. */
  windows: z.int(),
  calls: z.int(),
  /** Accounts that cannot be listed. */
  unlistable: z.int(),
  /** Days that lie before what the bank recalls. */
  tooLongAgo: z.boolean(),
})
export type SweepEstimate = z.infer<typeof sweepEstimate>

/** Says of a part that a person looked at it by hand. */
export const checkedPart = z.strictObject({
  sweepId: z.string(),
  seq: z.int().min(0),
  note: z.string().trim().min(1, { error: 'What was looked at, and what was found' }).max(500),
})
