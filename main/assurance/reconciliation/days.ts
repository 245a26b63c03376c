/**
 * The days of a reconciliation: the bank's own dates, and the local day where the bank gives none.
 */
import { isCalendarDate } from '../../../preload/contract/kernel/calendar-date.ts'
import { localDay } from '../../inquiry/ach/question.ts'

/** Returns the first instants of a local day and of the day after. */
export function boundsOf(day: string): { readonly from: string; readonly until: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return {
    from: new Date(year, month - 1, date).toISOString(),
    until: new Date(year, month - 1, date + 1).toISOString(),
  }
}

/** Returns the local day of an instant, YYYY-MM-DD. */
export const localDayOf = (instant: string): string => localDay(new Date(instant))

/**
 * Returns a bank date as YYYY-MM-DD, written with or without separators (bank note 56); null if it
 * is no date.
 */
export function bankDay(text: string | null | undefined): string | null {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T ])/.exec(text?.trim() ?? '')
  if (!found) return null
  const day = found.slice(1, 4).join('-')
  return isCalendarDate(day) ? day : null
}
