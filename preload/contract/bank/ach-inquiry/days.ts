/** Arithmetic on calendar dates: YYYY-MM-DD in and out, without clock or zone. */
import { isCalendarDate } from '../../kernel/calendar-date.ts'

const dayMs = 86_400_000
const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / dayMs
const dateOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Returns the date a number of days later, or earlier for a negative number. */
export const daysLater = (date: string, days: number): string => dateOf(dayOf(date) + days)

/** Returns the number of days between two dates; 0 for the same day. */
export const daysBetween = (from: string, to: string): number => dayOf(to) - dayOf(from)

/**
 * Returns the same day of the next year. For February 29, `first` is February 28 and `last` March
 * 1: the bank may mean either.
 */
export function aYearLater(date: string): { readonly first: string; readonly last: string } {
  const year = String(Number(date.slice(0, 4)) + 1).padStart(4, '0')
  const same = year + date.slice(4)
  if (isCalendarDate(same)) return { first: same, last: same }
  return { first: same.replace(/29$/, '28'), last: same.replace(/02-29$/, '03-01') }
}
