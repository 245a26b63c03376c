/** Days of a reconciliation: the bank's own dates as it writes them, and the local day where it gives none. */
import { isCalendarDate } from '../../../preload/contract/kernel/calendar-date.ts'
import { localDay } from '../../inquiry/ach/question.ts'

/** The first instant of a local day, and of the one after it. */
export function boundsOf(day: string): { readonly from: string; readonly until: string } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return {
    from: new Date(year, month - 1, date).toISOString(),
    until: new Date(year, month - 1, date + 1).toISOString(),
  }
}

/** The local day of an instant, YYYY-MM-DD. */
export const localDayOf = (instant: string): string => localDay(new Date(instant))

/** A date of the bank as YYYY-MM-DD, whether it stands with signs between or not (trap 56); null: it is none. */
export function bankDay(text: string | null | undefined): string | null {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T ])/.exec(text?.trim() ?? '')
  if (!found) return null
  const day = found.slice(1, 4).join('-')
  return isCalendarDate(day) ? day : null
}
