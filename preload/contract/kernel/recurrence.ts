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

/** A day of what recurs. */
export interface Occurrence {
  /** As the rule counts it, before it is moved off a closed day: what was prepared is known by it. */
  readonly nominal: string
  /** The banking day that it is moved to. */
  readonly day: string
}

/** Returns the last day of a month some months after that of a day. */
const lastDay = (day: string, months: number): string =>
  daysLater(monthsLater(`${day.slice(0, 7)}-01`, months + 1), -1)

function nominalDay({ every, from }: DayRule, count: number): string {
  switch (every) {
    case 'week':
      return daysLater(from, 7 * count)
    case 'two-weeks':
      return daysLater(from, 14 * count)
    case 'month':
      return monthsLater(from, count)
    case 'month-end':
      return lastDay(from, count + (bankingDay(lastDay(from, 0), -1) < from ? 1 : 0))
  }
}

const isMovedBack = ({ every, onClosedDay }: DayRule): boolean =>
  every === 'month-end' || onClosedDay === 'before'

/** Returns an occurrence, counted from 0. */
export function occurrence(rule: DayRule, count: number): Occurrence {
  const nominal = nominalDay(rule, count)
  return { nominal, day: bankingDay(nominal, isMovedBack(rule) ? -1 : 1) }
}

/**
 * Returns whether an occurrence comes after one that was prepared, perhaps by another rule: neither
 * its nominal day nor its banking day may have been prepared.
 */
export const isAfter = (next: Occurrence, last: Occurrence | null): boolean =>
  last === null || (next.nominal > last.nominal && next.day > last.day)

/** Returns the first occurrence on or after a day that comes after the last prepared one. */
export function nextOccurrence(
  rule: DayRule,
  { notBefore, last }: { readonly notBefore: string; readonly last: Occurrence | null },
): Occurrence {
  let count = earlyCount(rule, last !== null && last.nominal > notBefore ? last.nominal : notBefore)
  let next = occurrence(rule, count)
  while (next.day < notBefore || !isAfter(next, last)) next = occurrence(rule, (count += 1))
  return next
}

/**
 * Returns the occurrence that a rule moves to a day. Closed days move by less than a week, so it is
 * found without them: the calendar may have changed since the day was computed.
 */
export function occurrenceOn(rule: DayRule, day: string): Occurrence {
  let count = earlyCount(rule, day)
  while (nominalDay(rule, count) < day) count += 1
  const isLater = count > 0 && nominalDay(rule, count) > day && !isMovedBack(rule)
  return occurrence(rule, isLater ? count - 1 : count)
}

/** Returns a count whose occurrence is a little too early, because closed days move a date by less than a week. */
function earlyCount({ every, from }: DayRule, notBefore: string): number {
  const longest = { week: 7, 'two-weeks': 14, month: 31, 'month-end': 31 }[every]
  return Math.max(0, Math.floor(daysBetween(from, notBefore) / longest) - 1)
}
