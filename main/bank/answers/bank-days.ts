/**
 * Reads the day at the start of a text of the bank, YYYY-MM-DD or YYYYMMDD (bank note 56), as
 * YYYY-MM-DD. The readers differ in what may follow, and in whether the day must exist.
 */
import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'

type Text = string | null | undefined

function dayBy(pattern: RegExp, text: Text): string | null {
  const found = pattern.exec(text?.trim() ?? '')
  return found ? found.slice(1, 4).join('-') : null
}

const ifExists = (day: string | null): string | null =>
  day !== null && isCalendarDate(day) ? day : null

/** Returns the day, existing or not, with anything after it; null if the text begins with none. */
export const leadingDay = (text: Text): string | null => dayBy(/^(\d{4})-?(\d\d)-?(\d\d)/, text)

/**
 * Returns the day, existing or not, unless a digit follows; null if there is none. A day that does
 * not exist still shows that a report is about another item.
 */
export const writtenDay = (text: Text): string | null =>
  dayBy(/^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/, text)

/** Returns the day if it exists and no digit follows, otherwise null. */
export const existingDay = (text: Text): string | null => ifExists(writtenDay(text))

/** Returns the day if it exists and stands alone or before a time, otherwise null. */
export const wholeDay = (text: Text): string | null =>
  ifExists(dayBy(/^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T ])/, text))
