/**
 * Coverage of the bank's alerts (Promise P2): gaps in which none could be received, sweeps that
 * query the bank instead, items recovered by them, and items that no inquiry can recover.
 */
import { pageRequest } from '../../kernel/paging.ts'
import { z } from '../../kernel/zod.ts'
import { fieldsConfirmed } from './wires.ts'

/**
 * Causes of a gap. `requested`: an operator requested a sweep. `restored`: the time since the backup of
 * a restored store.
 */
export const gapCauses = [
  'not-running',
  'asleep',
  'rejected',
  'credentials-changed',
  'certificate-changed',
  'not-stored',
  'no-alert',
  'requested',
  'restored',
] as const
export type GapCause = (typeof gapCauses)[number]

/**
 * `open`: the gap still lasts. `waiting`: no finished sweep covers it. `partly`: some of it cannot
 * be recovered.
 */
export const gapStates = ['open', 'waiting', 'healed', 'partly'] as const
export type GapState = (typeof gapStates)[number]

/** Summary for the overview and the status bar. */
export const coverageSummary = z.object({
  /** Gaps that still last or wait for a sweep. */
  openGaps: z.int(),
  /**
   * Items that a person must check by hand and has not: incoming wires and RTP, accounts that
   * cannot be listed.
   */
  toCheck: z.int(),
  /** Time up to which everything was received or queried; null if nothing was. */
  coveredTo: z.iso.datetime().nullable(),
  /** The running sweep; null if none. */
  sweep: z
    .object({
      id: z.string(),
      partsDone: z.int(),
      parts: z.int(),
      calls: z.int(),
      healed: z.int(),
      /**
       * Reason for waiting: the agreed hours, the pause after a 429, or an unreachable bank; null
       * if not waiting.
       */
      waitsFor: z.enum(['hours', 'pause', 'bank']).nullable(),
      until: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type CoverageSummary = z.infer<typeof coverageSummary>

/** State of the watch on the listener, and the rule for times without alerts. */
export const coverageWatch = z.object({
  /** `never`: no listener has ever run here, so gaps are not judged. */
  state: z.enum(['listening', 'down', 'never']),
  /** Start of the first watch in this profile. */
  since: z.iso.datetime().nullable(),
  /** The zone in which days are counted. */
  zone: z.string(),
  /** Null if nobody entered the expected number of alerts, so a time without alerts has no meaning. */
  silence: z.object({ expectedDaily: z.int(), afterMinutes: z.int() }).nullable(),
})
export type CoverageWatch = z.infer<typeof coverageWatch>

/**
 * Longest time back that the bank's ACH inquiry covers (bank note 43), and the days listed here.
 */
export const mostCoverageDays = 180

/**
 * State of a day. `unwatched`: before the first watch. `begun`: the first watch began during the
 * day, and nothing is known of the hours before it. `healed`: all of its gaps were queried or
 * checked.
 */
export const dayStates = ['whole', 'begun', 'healed', 'unhealed', 'unwatched'] as const
export type DayState = (typeof dayStates)[number]

/** When the latest sweep was planned whose query about it succeeded; null if none. */
const swept = z.iso.datetime().nullable()

/** A day in this computer's time zone. */
export const coverageDay = z.object({
  day: z.string(),
  state: z.enum(dayStates),
  /** When the first watch began; null if it was on another day. */
  since: z.iso.datetime().nullable(),
  /** Past, watched minutes with a listener running, and without one. */
  upMinutes: z.int(),
  downMinutes: z.int(),
  /** Alerts received. Hours are UTC hours and count for the day in which they begin. */
  received: z.int(),
  gaps: z.int(),
  gapsUnhealed: z.int(),
  collected: swept,
  settled: swept,
  returned: swept,
  payments: swept,
  /**
   * Planning time of the latest sweep that queried everything possible for this day; null if not
   * complete.
   */
  sweptTo: swept,
  /** Items found by sweeps. */
  recovered: z.int(),
  /** Items that a person must check by hand and has not. */
  toCheck: z.int(),
})
export type CoverageDay = z.infer<typeof coverageDay>

/** Newest first. */
export const daysRequest = z.strictObject({
  ...pageRequest,
  days: z.int().min(1).max(mostCoverageDays),
})

/** A period in which alerts may have been missed. */
export const coverageGap = z.object({
  id: z.string(),
  cause: z.enum(gapCauses),
  from: z.iso.datetime(),
  /** Null while the gap lasts. */
  until: z.iso.datetime().nullable(),
  foundAt: z.iso.datetime(),
  state: z.enum(gapStates),
  /** Technical cause; empty if unknown. */
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

/** Newest first. `day`: gaps that touch this day. */
export const gapsRequest = z.strictObject({
  ...pageRequest,
  isUnhealed: z.boolean(),
  day: z.iso.date().nullable(),
})

/** An event found by a sweep or a wire inquiry that no alert had reported. */
export const recoveredItem = z.object({
  id: z.string(),
  /** When it was found. */
  at: z.iso.datetime(),
  /** Null: found by a wire inquiry. */
  sweepId: z.string().nullable(),
  kind: z.enum(['ach', 'payment', 'wire']),
  /** Exact text from the bank. */
  event: z.string(),
  eventDay: z.string().nullable(),
  account: z.string(),
  traceNumber: z.string().nullable(),
  parNumber: z.string().nullable(),
  /** Of a wire: its transaction id, or else its reference. */
  transactionId: z.string().nullable(),
  direction: z.enum(['credit', 'debit']).nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  party: z.string().nullable(),
  returnCode: z.string().nullable(),
  /** The call whose answer contained it. */
  callId: z.string().nullable(),
  /** The payment concerned, or the batch of the entry. */
  orderId: z.string().nullable(),
  entryId: z.string().nullable(),
  /** The wire inquiry that shows it, and who confirmed its fields; null: found by a sweep. */
  wireInquiry: z.object({ ...fieldsConfirmed.shape, id: z.string() }).nullable(),
  /** The later alert about the same event; null if none. */
  alert: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
})
export type RecoveredItem = z.infer<typeof recoveredItem>

/** Newest first. `day`: events of this day. */
export const recoveredRequest = z.strictObject({
  ...pageRequest,
  search: z.string().max(100),
  day: z.iso.date().nullable(),
})

/** One query of a sweep, or an item that cannot be queried. */
export const sweepPart = z.object({
  sweepId: z.string(),
  seq: z.int(),
  /** When its sweep was planned. */
  plannedAt: z.iso.datetime(),
  kind: z.enum(['ach', 'payment', 'incoming']),
  state: z.enum(['waiting', 'done', 'failed', 'impossible']),
  /** A reason code; the window shows an unknown one from a later version as is. */
  why: z.string().nullable(),
  /** Name and masked number of the account; empty if none is concerned. */
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

/**
 * `to-check`: failed or not possible, and not yet checked by a person; `checked`: checked by a
 * person.
 */
export const partsRequest = z.strictObject({
  ...pageRequest,
  which: z.enum(['to-check', 'checked', 'all']),
  /** Null for every sweep. */
  sweepId: z.string().nullable(),
})

export const coverageSweep = z.object({
  id: z.string(),
  /** Name of the operator who requested it; null for an automatic sweep. */
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

/** Days to be queried, both included, in this computer's time zone. */
export const sweepDays = z
  .strictObject({ from: z.iso.date(), to: z.iso.date() })
  .refine(({ from, to }) => from <= to, {
    error: 'The last day must not be before the first',
    path: ['to'],
  })

/** Lowest cost of a sweep; pages beyond the first add to it. */
export const sweepEstimate = z.object({
  accounts: z.int(),
  searches: z.int(),
  /** Periods of at most 31 days. */
  windows: z.int(),
  calls: z.int(),
  /** Accounts that cannot be listed. */
  unlistable: z.int(),
  /** True if days lie further back than the bank's inquiry covers. */
  tooLongAgo: z.boolean(),
})
export type SweepEstimate = z.infer<typeof sweepEstimate>

/** Records that a person checked a part by hand. */
export const checkedPart = z.strictObject({
  sweepId: z.string(),
  seq: z.int().min(0),
  note: z.string().trim().min(1, { error: 'Enter the records compared and the result' }).max(500),
})
