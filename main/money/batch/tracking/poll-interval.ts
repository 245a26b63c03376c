/**
 * Decides when the entries of an accepted batch are polled, and for which days. Pure. Real banks
 * take days: 2 min, 10 min, 1 h, 6 h, then daily until the end of the 60 days in which a debit may
 * come back. The practice bank takes minutes.
 */
import type { Environment } from '../../../../preload/contract/domain/environment.ts'
import {
  daysLater,
  isWellFormedDay,
  utcStart,
} from '../../../../preload/contract/kernel/calendar.ts'
import { dayRanges, type DayRange } from '../../../bank/apis/ach-list-limits.ts'
import { trackedDays } from '../../batch-facts.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const real = [2 * minute, 10 * minute, hour, 6 * hour]
const practice = [5, 15, 30, 65, 80, 95, 120, 180].map((seconds) => seconds * second)

export interface PollFacts {
  readonly environment: Environment
  /** When the bank received it. */
  readonly since: Date
  /** YYYY-MM-DD. */
  readonly effectiveDate: string
  /** Entries that may still change: neither refused nor returned. */
  readonly open: number
  /** When reports came that the bank's inquiry has not answered. */
  readonly asked?: readonly Date[]
}

/** Returns when the next poll is due after one at this moment; null if none. */
export function nextPoll(facts: PollFacts, now: Date): Date | null {
  const { environment, since, effectiveDate, open, asked = [] } = facts
  const dated = utcStart(effectiveDate)
  const from = Math.max(since.getTime(), Number.isNaN(dated) ? 0 : dated)
  const isOver = open === 0 || now.getTime() > from + trackedDays * day
  const begun = [
    ...(isOver ? [] : [since]),
    // As soon, and as long, as after an acceptance.
    ...asked.filter((report) => now.getTime() <= report.getTime() + trackedDays * day),
  ]
  const due = begun.map((one) => stepAfter(environment, one, now).getTime())
  return due.length === 0 ? null : new Date(Math.min(...due))
}

function stepAfter(environment: Environment, since: Date, now: Date): Date {
  const age = now.getTime() - since.getTime()
  const steps = environment === 'practice' ? practice : real
  const step = environment === 'practice' ? hour : day
  // The clock was set back, so the age is unknown until it has caught up.
  if (age < 0) return new Date(now.getTime() + Math.min(step, hour))
  const next = steps.find((at) => at > age) ?? (Math.floor(age / step) + 1) * step
  return new Date(since.getTime() + next)
}

/** Returns when a batch is polled first. */
export const firstPoll = (facts: PollFacts): Date | null => nextPoll(facts, facts.since)

/** Returns the days of each search: collected around the effective date, returned until today. */
export function searchedDays(batch: {
  readonly acceptedOn: string
  readonly effectiveDate: string
  readonly today: string
}): Readonly<Record<'COLLECTED' | 'SETTLED' | 'RETURNED', readonly DayRange[]>> {
  const { acceptedOn, effectiveDate, today } = batch
  const dated = isWellFormedDay(effectiveDate) ? effectiveDate : acceptedOn
  const before = daysLater(acceptedOn < dated ? acceptedOn : dated, -1)
  const later = daysLater(acceptedOn > dated ? acceptedOn : dated, 10)
  const until = later < today ? later : today
  const collected = dayRanges(before, until, today)
  return {
    COLLECTED: collected,
    SETTLED: collected,
    RETURNED: dayRanges(before, today, today),
  }
}
