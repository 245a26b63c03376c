/**
 * When the list of an account can show a batch at all. It is searched by the days on which entries were collected or
 * returned (2-validation-and-ach-inquiry.md, dateSearchType), and a batch is collected by its effective date: before
 * that day has ended, by the clock of the Reserve Banks, an empty list says nothing of it (trap 67).
 */
import {
  addBankingDays,
  dayStart,
  fedwireZone,
} from '../../../../preload/contract/kernel/banking-days.ts'
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'

/** What decides it, both YYYY-MM-DD: the day that was asked for, and that of the last sending, in New York. */
export interface CollectedBy {
  readonly effectiveDate: string
  readonly lastSentOn: string
}

/** The day on which the bank has collected it: the banking day of its effective date, or of a sending after it. */
export function collectionDay({ effectiveDate, lastSentOn }: CollectedBy): string {
  return addBankingDays(effectiveDate > lastSentOn ? effectiveDate : lastSentOn, 0)
}

/** The instant at which that day has ended in New York: from then on an empty list is evidence. */
export function listedFrom(collected: CollectedBy): Date {
  return dayStart(fedwireZone, daysLater(collectionDay(collected), 1))
}
