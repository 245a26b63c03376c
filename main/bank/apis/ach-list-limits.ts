/** Fits accounts and days into the limits of ach/list. Pure. */
import { daysBetween, daysLater } from '../../../preload/contract/kernel/calendar.ts'
import {
  maxAccountLength,
  maxRangeDays,
  maxRecallDays,
} from '../../../preload/contract/bank/ach-inquiry/request-rules.ts'
import { withoutLeadingZeros } from '../../../preload/contract/kernel/account-number.ts'

/**
 * Returns an account as ACH inquiry takes it: leading zeros are removed only if they alone make it
 * too long (bank note 36). Null if inquiry cannot take it.
 */
export function listable(number: string): string | null {
  const sendable = number.length > maxAccountLength ? withoutLeadingZeros(number) : number
  return sendable.length <= maxAccountLength ? sendable : null
}

/** The days of one ach/list query. */
export interface DayRange {
  readonly fromDate: string
  readonly toDate: string
}

/**
 * Splits a range into parts that the list accepts: at most 31 days each with both ends, since the
 * document does not say which count, and none older than it goes back (bank note 43).
 */
export function dayRanges(from: string, to: string, today: string): DayRange[] {
  const oldest = daysLater(today, -maxRecallDays)
  const ranges: DayRange[] = []
  let fromDate = from < oldest ? oldest : from
  while (fromDate <= to && fromDate <= today) {
    const end = daysLater(fromDate, maxRangeDays - 1)
    const toDate = end < to ? end : to
    ranges.push({ fromDate, toDate })
    if (daysBetween(toDate, to) <= 0) break
    fromDate = daysLater(toDate, 1)
  }
  return ranges
}

/** Today where a list is queried from: no document states the bank's zone (bank note 43). */
export interface BankToday {
  /** The bank's day as assumed, YYYY-MM-DD. */
  readonly today: string
  /** The same day or the next one. */
  readonly utcToday: string
}

/** A last day after today that a bank may refuse: `utc-day` is its today if it uses UTC. */
export type LaterDay = 'utc-day' | 'future'

/** Returns what the last day is to the bank; null if it is in no future. */
export function laterDay(toDate: string, { today, utcToday }: BankToday): LaterDay | null {
  if (toDate <= today) return null
  return toDate <= utcToday ? 'utc-day' : 'future'
}

/**
 * Returns the part of a range that every reading of the limits allows: until today, and 180 days
 * with both ends before a today that may be tomorrow here. Null if no day is left.
 */
export function narrowerRange(
  { fromDate, toDate }: DayRange,
  { today }: BankToday,
): DayRange | null {
  const oldest = daysLater(today, 2 - maxRecallDays)
  const narrower = {
    fromDate: fromDate < oldest ? oldest : fromDate,
    toDate: toDate > today ? today : toDate,
  }
  return narrower.fromDate <= narrower.toDate ? narrower : null
}
