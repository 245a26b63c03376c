/**
 * Computes when a recurring batch is due: counted from its first date, so that a month's end stays
 * one, and moved off days on which the Federal Reserve Banks are closed. All dates are YYYY-MM-DD.
 */
import type { Recurrence } from '../../../../preload/contract/domain/batches/drafts.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar-date.ts'
import { closedOn } from '../../../../preload/contract/kernel/banking-days.ts'

const dayMs = 86_400_000
const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const dateAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const plusDays = (date: string, days: number): string => dateAt(utc(date) + days * dayMs)

/**
 * Returns whether a recurrence can be computed: its first date exists and is in the 21st or 22nd
 * century.
 */
export const isReckonable = ({ from }: Pick<Recurrence, 'from'>): boolean =>
  isCalendarDate(from) && /^2[01]/.test(from)

/** Returns the same day of a later month, or its last day if that month is shorter. */
function plusMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dateAt(Date.UTC(year, month - 1 + months, Math.min(day, lastDay)))
}

/**
 * Returns the nearest banking day from a date on, in one direction; the date itself if it is one.
 */
function bankingDay(date: string, step: 1 | -1): string {
  let day = date
  while (closedOn(day) !== null) day = plusDays(day, step)
  return day
}

/** Returns the effective date of an occurrence, counted from 0. */
export function occurrence({ every, from, onClosedDay }: Recurrence, count: number): string {
  const due =
    every === 'month'
      ? plusMonths(from, count)
      : plusDays(from, count * (every === 'week' ? 7 : 14))
  return bankingDay(due, onClosedDay === 'before' ? -1 : 1)
}

/** Returns the first occurrence on or after a date. */
export function nextOccurrence(recurrence: Recurrence, notBefore: string): string {
  const days = (utc(notBefore) - utc(recurrence.from)) / dayMs
  const longest = { week: 7, 'two-weeks': 14, month: 31 }[recurrence.every]
  // Starts a little too early, because closed days move a date by less than a week.
  let count = Math.max(0, Math.floor(days / longest) - 1)
  while (occurrence(recurrence, count) < notBefore) count += 1
  return occurrence(recurrence, count)
}

/** Returns the occurrence after the one of this date. */
export const occurrenceAfter = (recurrence: Recurrence, date: string): string =>
  nextOccurrence(recurrence, plusDays(date, 1))

/** Returns the day that many banking days before a date. */
export function bankingDaysBefore(date: string, days: number): string {
  let day = date
  for (let left = days; left > 0; left -= 1) day = bankingDay(plusDays(day, -1), -1)
  return day
}
