/** Date ranges with names. A saved search stores the name, so it means the same next week. */
import { daysLater, isCalendarDate } from '../../../../preload/contract/kernel/calendar.ts'
import { rangeNames } from '../../../../preload/contract/api/saved-questions.ts'

/** `own`: typed dates. */
export type RangeName = (typeof rangeNames)[number]

/** How many days before today each range begins; all end today. */
const daysBack: Readonly<Record<Exclude<RangeName, 'own'>, number>> = {
  today: 0,
  'last-2': 1,
  'last-7': 6,
  'last-31': 30,
}

export const rangeLabels: Readonly<Record<RangeName, string>> = {
  today: 'Today',
  'last-2': 'Yesterday and today',
  'last-7': 'Last 7 days',
  'last-31': 'Last 31 days',
  own: 'Own dates',
}

/** The ranges for an endpoint: the earlier endpoints accept no single day (bank note 43). */
export const rangesFor = (takesOneDay: boolean): readonly RangeName[] =>
  rangeNames.filter((name) => name !== (takesOneDay ? 'last-2' : 'today'))

/** Returns the two dates of a named range on a day. */
export function datesOf(
  range: Exclude<RangeName, 'own'>,
  today: string,
): { readonly fromDate: string; readonly toDate: string } {
  if (!isCalendarDate(today)) throw new RangeError('today: not a date')
  return { fromDate: daysLater(today, -daysBack[range]), toDate: today }
}
