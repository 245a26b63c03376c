/**
 * Computes the network's deadlines for an entry in banking days of the Federal Reserve (Nacha:
 * notifications of change, returns, reversals). Pure; dates as YYYY-MM-DD. Network deadlines only
 * warn; the bank states none.
 */
import { networkDay } from '../../preload/contract/kernel/banking-days.ts'
import {
  daysLater,
  isCalendarDate,
  isWellFormedDay,
  utcDay,
} from '../../preload/contract/kernel/calendar.ts'
import type { Environment } from '../../preload/contract/domain/environment.ts'
import type { SecCode } from '../../preload/contract/bank/ach-origination/batch.ts'
import { addBankingDays } from '../../preload/contract/kernel/banking-days.ts'

/**
 * Banking days for applying a notification of change, or before the next entry if that is earlier.
 */
export const changeDays = 6
/** Banking days after settlement in which a return comes. */
const returnDays = 2
/** Calendar days in which a consumer may call a debit unauthorized. */
const unauthorizedDays = 60
/** Banking days after settlement for a reversal. */
export const reversalDays = 5

/**
 * Returns the date of an instant at the bank. No document states its zone (bank note 43): the
 * practice bank uses UTC, the others are assumed to use the network's calendar.
 */
export const bankDay = (environment: Environment, instant: Date): string =>
  environment === 'practice' ? utcDay(instant) : networkDay(instant)

/** Returns the deadline of a notification that became known at this instant. */
export const changeDeadline = (knownAt: string): string =>
  addBankingDays(networkDay(new Date(knownAt)), changeDays)

/**
 * Returns until when an entry that settles on this day may come back; null for a day that does not
 * exist. Consumer debits (PPD) may be called unauthorized for 60 days, so settled is not final.
 */
export function returnPossibleUntil(entry: {
  readonly secCode: SecCode
  readonly creditDebitCode: string
  readonly effectiveDate: string
}): string | null {
  if (!isCalendarDate(entry.effectiveDate)) return null
  const settled = addBankingDays(entry.effectiveDate, 0)
  return entry.secCode === 'PPD' && entry.creditDebitCode === 'D'
    ? daysLater(settled, unauthorizedDays)
    : addBankingDays(settled, returnDays)
}

/**
 * Returns until when a reversal of an entry that settled on this day reaches the network in time;
 * null for an unreadable day.
 */
export const lastDayToReverse = (effectiveDate: string): string | null =>
  isWellFormedDay(effectiveDate)
    ? addBankingDays(addBankingDays(effectiveDate, 0), reversalDays)
    : null

/**
 * Returns whether a reversal that settles on one day is too late for an entry of another; false for
 * unreadable days.
 */
export const isLateToReverse = (effectiveDate: string, reversedOn: string): boolean =>
  reversedOn > (lastDayToReverse(effectiveDate) ?? reversedOn)
