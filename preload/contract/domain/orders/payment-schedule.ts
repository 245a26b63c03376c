/**
 * Scheduled payments: a payment whose draft is created on a day, or on each day of a rule. People
 * submit, approve and release each draft like any other; no timer sends anything.
 */
import type { RequestedService } from '../../bank/payments/payment-rules.ts'
import { requestedServices } from '../../bank/payments/payment-rules.ts'
import { daysLater, isCalendarDate } from '../../kernel/calendar.ts'
import {
  isAfter,
  isReckonable,
  occurrence,
  occurrenceOn,
  type Occurrence,
} from '../../kernel/recurrence.ts'
import { z } from '../../kernel/zod.ts'
import { orderState } from './order-states.ts'

/** `once`: on one day, which RTP alone needs: the bank takes a wire with a later value date now. */
export const scheduleIntervals = ['once', 'week', 'two-weeks', 'month', 'month-end'] as const
/** Most payments of one schedule that ends after a number of them. */
export const mostScheduled = 999

const day = z.string().max(20)
export const scheduleRule = z.strictObject({
  every: z.enum(scheduleIntervals),
  /** The first day, YYYY-MM-DD; later ones are counted from it. */
  from: day,
  /** Of a recurring payment: the banking day before or after a closed day. */
  onClosedDay: z.enum(['before', 'after']),
  /** No payment is planned after this day; null: no such day. */
  until: day.nullable(),
  /** The number of payments; null: without end. */
  count: z.int().min(1, { error: 'A number from 1 to 999' }).max(mostScheduled).nullable(),
})
export type ScheduleRule = z.infer<typeof scheduleRule>

/**
 * Returns the first `most` planned occurrences on or after a day that come after the last drafted one;
 * fewer if the rule ends. Throws RangeError for a first day that does not exist.
 */
export function plannedOccurrences(
  rule: ScheduleRule,
  { notBefore, last }: { readonly notBefore: string; readonly last: Occurrence | null },
  most: number,
): Occurrence[] {
  const { every, until, from } = rule
  const count = every === 'once' ? 1 : rule.count
  const planned: Occurrence[] = []
  for (let at = 0; planned.length < most && (count === null || at < count); at += 1) {
    const next =
      every === 'once' ? { nominal: from, day: from } : occurrence({ ...rule, every }, at)
    if (until !== null && next.day > until) break
    if (next.day >= notBefore && isAfter(next, last)) planned.push(next)
  }
  return planned
}

/** Returns the days of the first `most` planned occurrences on or after a day. */
export const plannedDays = (
  rule: ScheduleRule,
  notBefore: string,
  most: number,
  last: Occurrence | null = null,
): string[] =>
  plannedOccurrences(rule, { notBefore, last }, most).map(({ day: planned }) => planned)

/** Returns the occurrence that a rule plans for a day. */
export const plannedFor = (rule: ScheduleRule, planned: string): Occurrence =>
  rule.every === 'once'
    ? { nominal: planned, day: planned }
    : occurrenceOn({ ...rule, every: rule.every }, planned)

/** The furthest first day, in days from now. */
const furthestDays = 3 * 366

/** Returns what is wrong with a rule that begins now, by its fields; empty if it can be stored. */
export function scheduleProblems(
  rule: ScheduleRule,
  { service, today }: { readonly service: RequestedService; readonly today: string },
): { path: keyof ScheduleRule; message: string }[] {
  const { every, from, until, count } = rule
  if (every === 'once' && service === 'WIRE')
    return [{ path: 'every', message: 'A wire with a later value date is sent to the bank now' }]
  if (!isReckonable(rule)) return [{ path: 'from', message: 'A day as YYYY-MM-DD' }]
  if (from > daysLater(today, furthestDays))
    return [{ path: 'from', message: 'A day within three years' }]
  const [first] = plannedDays({ ...rule, until: null, count: 1 }, '', 1)
  if (first === undefined || first < today)
    return [
      { path: 'from', message: `The first payment would be on ${first ?? from}, which has passed` },
    ]
  if (until !== null && !isCalendarDate(until))
    return [{ path: 'until', message: 'A day as YYYY-MM-DD' }]
  if (until !== null && until < first)
    return [{ path: 'until', message: `On or after the first payment, ${first}` }]
  if (until !== null && count !== null)
    return [{ path: 'count', message: 'Ends on a day or after a number, not both' }]
  return []
}

/** `missed`: too many days passed while the program was off, so that a person decides. */
export const scheduleStates = ['active', 'paused', 'missed', 'ended'] as const
export type ScheduleState = (typeof scheduleStates)[number]

/** Acts on a schedule; an ended one stays ended. */
export const scheduleActs = ['pause', 'resume', 'end'] as const
export type ScheduleAct = (typeof scheduleActs)[number]

/** Most planned days, and most drafts, that a line lists. */
export const mostPlanned = 5
export const mostListedDrafts = 12

/** A schedule in the list; accounts are masked. */
export const scheduleLine = z.object({
  id: z.string(),
  /** Rises with every change, by a person or by a draft that was created. */
  version: z.int(),
  service: z.enum(requestedServices),
  beneficiary: z.string(),
  beneficiaryAccount: z.string(),
  debitAccount: z.string(),
  /** Smallest units. */
  amount: z.int().nullable(),
  currency: z.string(),
  rule: scheduleRule,
  state: z.enum(scheduleStates),
  /** The newest occurrence with a draft, whatever became of it: a changed rule begins after it. */
  last: z.object({ nominal: day, day }).nullable(),
  /** The next planned days, at most `mostPlanned`; empty unless active. */
  next: z.array(z.string()),
  /** The day that passed without a draft; null if none did. */
  overdue: z.string().nullable(),
  /** The operator who becomes the maker of its drafts. */
  owner: z.object({ id: z.string(), name: z.string() }),
  /**
   * The owner may create no drafts any more, so that none are created until another person resumes it.
   */
  isOwnerGone: z.boolean(),
  at: z.iso.datetime(),
  /** The newest drafts, at most `mostListedDrafts`. */
  drafts: z.array(
    z.object({
      orderId: z.string(),
      plannedOn: z.string(),
      reference: z.string(),
      state: orderState,
    }),
  ),
})
export type ScheduleLine = z.infer<typeof scheduleLine>

/** The schedule of a draft, and the day that it was planned for. */
export const orderSchedule = z.object({ id: z.string(), plannedOn: z.string() })
