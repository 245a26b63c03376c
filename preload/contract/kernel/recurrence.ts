/**
 * Computes the days of what recurs: counted from its first day, so that a month's end stays one, and
 * moved off days on which the Federal Reserve Banks are closed. All days are YYYY-MM-DD.
 */
import { closedOn } from './banking-days.ts'
import { daysBetween, daysLater, isCalendarDate, monthsLater } from './calendar.ts'

export interface DayRule {
  /** `month-end`: the last banking day of each month. */
  readonly every: 'week' | 'two-weeks' | 'month' | 'month-end'
  /** The first day; later ones are counted from it. */
  readonly from: string
  readonly onClosedDay: 'before' | 'after'
}

/** Returns whether days can be counted from a first day: it exists and is in the 21st or 22nd century. */
export const isReckonable = ({ from }: Pick<DayRule, 'from'>): boolean =>
  isCalendarDate(from) && /^2[01]/.test(from)

/**
 * Returns the nearest banking day from a date on, in one direction; the date itself if it is one.
 */
function bankingDay(date: string, step: 1 | -1): string {
  let day = date
  while (closedOn(day) !== null) day = daysLater(day, step)
  return day
}

/** Returns the last banking day of a month some months after that of a day. */
const lastBankingDay = (day: string, months: number): string =>
  bankingDay(daysLater(monthsLater(`${day.slice(0, 7)}-01`, months + 1), -1), -1)

/** Returns the day of an occurrence, counted from 0. */
export function occurrence({ every, from, onClosedDay }: DayRule, count: number): string {
  if (every === 'month-end')
    return lastBankingDay(from, count + (lastBankingDay(from, 0) < from ? 1 : 0))
  const due =
    every === 'month'
      ? monthsLater(from, count)
      : daysLater(from, count * (every === 'week' ? 7 : 14))
  return bankingDay(due, onClosedDay === 'before' ? -1 : 1)
}

/** Returns the first occurrence on or after a date. */
export function nextOccurrence(rule: DayRule, notBefore: string): string {
  let count = earlyCount(rule, notBefore)
  while (occurrence(rule, count) < notBefore) count += 1
  return occurrence(rule, count)
}

/** Returns a count whose occurrence is a little too early, because closed days move a date by less than a week. */
function earlyCount({ every, from }: DayRule, notBefore: string): number {
  const longest = { week: 7, 'two-weeks': 14, month: 31, 'month-end': 31 }[every]
  return Math.max(0, Math.floor(daysBetween(from, notBefore) / longest) - 1)
}

/** Returns the occurrence after the one of this date. */
export const occurrenceAfter = (rule: DayRule, date: string): string =>
  nextOccurrence(rule, daysLater(date, 1))
