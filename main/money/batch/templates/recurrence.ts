/**
 * Computes when a recurring batch is due: counted from its first date, so that a month's end stays
 * one, and moved off days on which the Federal Reserve Banks are closed. All dates are YYYY-MM-DD.
 */
import type { Recurrence } from '../../../../preload/contract/domain/batches/drafts.ts'
import {
  daysBetween,
  daysLater,
  isCalendarDate,
  monthsLater,
} from '../../../../preload/contract/kernel/calendar.ts'
import { closedOn } from '../../../../preload/contract/kernel/banking-days.ts'

/**
 * Returns whether a recurrence can be computed: its first date exists and is in the 21st or 22nd
 * century.
 */
export const isReckonable = ({ from }: Pick<Recurrence, 'from'>): boolean =>
  isCalendarDate(from) && /^2[01]/.test(from)

/**
 * Returns the nearest banking day from a date on, in one direction; the date itself if it is one.
 */
function bankingDay(date: string, step: 1 | -1): string {
  let day = date
  while (closedOn(day) !== null) day = daysLater(day, step)
  return day
}

/** Returns the effective date of an occurrence, counted from 0. */
export function occurrence({ every, from, onClosedDay }: Recurrence, count: number): string {
  const due =
    every === 'month'
      ? monthsLater(from, count)
      : daysLater(from, count * (every === 'week' ? 7 : 14))
  return bankingDay(due, onClosedDay === 'before' ? -1 : 1)
}

/** Returns the first occurrence on or after a date. */
export function nextOccurrence(recurrence: Recurrence, notBefore: string): string {
  const days = daysBetween(recurrence.from, notBefore)
  const longest = { week: 7, 'two-weeks': 14, month: 31 }[recurrence.every]
  // Starts a little too early, because closed days move a date by less than a week.
  let count = Math.max(0, Math.floor(days / longest) - 1)
  while (occurrence(recurrence, count) < notBefore) count += 1
  return occurrence(recurrence, count)
}

/** Returns the occurrence after the one of this date. */
export const occurrenceAfter = (recurrence: Recurrence, date: string): string =>
  nextOccurrence(recurrence, daysLater(date, 1))
