/**
 * When the list of an account can show a batch at all. It is searched by the days on which entries were collected or
 * returned (2-validation-and-ach-inquiry.md, dateSearchType), and a batch is collected by its effective date: before
 * that day has ended, by the clock of the Reserve Banks, an empty list says nothing of it (trap 67).
 */
import {
  addBankingDays,
  clockIn,
  dayStart,
  fedwireZone,
} from '../../../../preload/contract/kernel/banking-days.ts'
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'

/** What decides it, both YYYY-MM-DD: the day that was asked for, and that of the last sending, in New York. */
export interface CollectedBy {
  readonly effectiveDate: string
  readonly lastSentOn: string
}

/** The words of a list that found nothing and decides nothing. They are of this program: the bank told of no batch. */
export const listWords = {
  tooEarly: 'not collected before its effective date',
  byAccountAlone: 'only entries of accounts that could not be told from its own',
} as const

/** Whether a word of a look-up is one of this program's own. */
export const isListWord = (word: string | null): boolean =>
  word !== null && Object.values<string>(listWords).includes(word)

/** The day in New York, YYYY-MM-DD: the document names no zone (trap 43). */
export const bankingDay = (now: Date): string =>
  clockIn(fedwireZone, now)?.date ?? now.toISOString().slice(0, 10)

/** The day on which the bank has collected it: the banking day of its effective date, or of a sending after it. */
export function collectionDay({ effectiveDate, lastSentOn }: CollectedBy): string {
  return addBankingDays(effectiveDate > lastSentOn ? effectiveDate : lastSentOn, 0)
}

/** The instant at which that day has ended in New York: from then on an empty list is evidence. */
export function listedFrom(collected: CollectedBy): Date {
  return dayStart(fedwireZone, daysLater(collectionDay(collected), 1))
}
