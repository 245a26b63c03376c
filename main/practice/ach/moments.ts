import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { shortTimeOf, timeOf, timestampOf } from './written.ts'

/**
 * Returns the date, time and timestamp fields of one name; the time as HHMM where the document says
 * so (bank note 56).
 */
export const momentFields = (
  name: string,
  atMs: number,
  time: 'HHMM' | 'HHMMSS' = 'HHMMSS',
): object => ({
  [`${name}Date`]: utcDay(atMs),
  [`${name}Time`]: time === 'HHMM' ? shortTimeOf(atMs) : timeOf(atMs),
  [`${name}Timestamp`]: timestampOf(atMs),
})
