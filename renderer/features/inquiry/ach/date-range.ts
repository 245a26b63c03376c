/** Spans of dates that are chosen by name. Kept as a name, a search means the same next week. */
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import { isCalendarDate } from '../../../../preload/contract/kernel/calendar-date.ts'
import { rangeNames } from '../../../../preload/contract/api/saved-questions.ts'

/** `own` is what was typed. */
export type RangeName = (typeof rangeNames)[number]

/** How many days before today each begins; all of them end today. */
const daysBack: Readonly<Record<Exclude<RangeName, 'own'>, number>> = {
  today: 0,
  'last-2': 1,
  'last-7': 6,
  'last-31': 30,
}

/** What each is called. */
export const rangeLabels: Readonly<Record<RangeName, string>> = {
  today: 'Today',
  'last-2': 'Yesterday and today',
  'last-7': 'Last 7 days',
  'last-31': 'Last 31 days',
  own: 'Own dates',
}

/** The names that an endpoint can be asked by: the earlier ones take no single day (trap 43). */
export const rangesFor = (takesOneDay: boolean): readonly RangeName[] =>
  rangeNames.filter((name) => name !== (takesOneDay ? 'last-2' : 'today'))

/** The two dates of a named span on a day. */
export function datesOf(
  range: Exclude<RangeName, 'own'>,
  today: string,
): { readonly fromDate: string; readonly toDate: string } {
  if (!isCalendarDate(today)) throw new RangeError('today: not a date')
  return { fromDate: daysLater(today, -daysBack[range]), toDate: today }
}

const two = (value: number): string => String(value).padStart(2, '0')

/** The date here, of a moment in milliseconds. */
export function dateHere(moment: number): string {
  const date = new Date(moment)
  return `${String(date.getFullYear())}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
