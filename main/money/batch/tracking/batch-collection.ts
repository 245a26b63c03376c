/**
 * Computes when an account list can show a batch at all. The list is searched by the days on which
 * entries were collected or returned (bank document 2, dateSearchType), and a batch is collected by
 * its effective date. Before that day has ended on the Reserve Banks' clock, an empty list says
 * nothing (bank note 67).
 */
import { addBankingDays, fedwireZone } from '../../../../preload/contract/kernel/banking-days.ts'
import { dayStart, daysLater } from '../../../../preload/contract/kernel/calendar.ts'

/** Dates as YYYY-MM-DD: the requested effective date, and the New York date of the last sending. */
export interface CollectedBy {
  readonly effectiveDate: string
  readonly lastSentOn: string
}

/**
 * Returns the day by which the bank has collected it: the banking day of its effective date, or of
 * a later sending.
 */
export function collectionDay({ effectiveDate, lastSentOn }: CollectedBy): string {
  return addBankingDays(effectiveDate > lastSentOn ? effectiveDate : lastSentOn, 0)
}

/**
 * Returns the instant at which that day has ended in New York; from then on an empty list is
 * evidence.
 */
export function listedFrom(collected: CollectedBy): Date {
  return dayStart(fedwireZone, daysLater(collectionDay(collected), 1))
}
