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
 * Splits a range into parts that the list accepts: at most 31 days each, none older than it goes
 * back (bank note 43).
 */
export function dayRanges(from: string, to: string, today: string): DayRange[] {
  const oldest = daysLater(today, -maxRecallDays)
  const ranges: DayRange[] = []
  let fromDate = from < oldest ? oldest : from
  while (fromDate <= to && fromDate <= today) {
    const end = daysLater(fromDate, maxRangeDays)
    const toDate = end < to ? end : to
    ranges.push({ fromDate, toDate })
    if (daysBetween(toDate, to) <= 0) break
    fromDate = daysLater(toDate, 1)
  }
  return ranges
}
