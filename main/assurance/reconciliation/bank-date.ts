import { isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'

/**
 * Returns a bank date as YYYY-MM-DD, written with or without separators (bank note 56); null if it
 * is no date.
 */
export function bankDateIn(text: string | null | undefined): string | null {
  const found = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T ])/.exec(text?.trim() ?? '')
  if (!found) return null
  const day = found.slice(1, 4).join('-')
  return isCalendarDate(day) ? day : null
}
