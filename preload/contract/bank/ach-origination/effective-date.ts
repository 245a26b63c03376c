/**
 * "The effective date must fall within 31 days" (bank document 3, ACH origination request; bank
 * note 89). Refused here: more than 31 calendar days from today in either direction. The document
 * does not say whether a past day is allowed, nor whether banking days are meant. A past day only
 * causes a warning, and 31 banking days are never fewer than 31 calendar days.
 */
import type { FieldProblem } from '../account-validation.ts'
import { daysBetween, isCalendarDate } from '../../kernel/calendar.ts'
import { addBankingDays, closedOn } from '../../kernel/banking-days.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import { requestSource } from './rules.ts'

/** Greatest distance of an effective date from today, in days. */
export const effectiveDateDays = 31

/** Returns the problem of an effective date on the day `today`, both YYYY-MM-DD; null if none. */
export function effectiveDateProblem(date: string, today: string): FieldProblem | null {
  const problem = (message: string) => ({ path: 'effectiveDate', message, source: requestSource })
  if (!isCalendarDate(date)) return problem('A date as YYYY-MM-DD')
  const days = daysBetween(today, date)
  return Math.abs(days) > effectiveDateDays ? problem('Within 31 days of today') : null
}

const windows = 'Nacha, same-day ACH windows'

/** Returns the warnings about an allowed effective date; dates are YYYY-MM-DD. */
export function effectiveDateWarnings(date: string, today: string): RequestWarning[] {
  const network = (message: string, where: string): RequestWarning => ({
    path: 'effectiveDate',
    message,
    source: 'network',
    where,
  })
  const past: RequestWarning[] =
    daysBetween(today, date) >= 0
      ? []
      : [
          {
            path: 'effectiveDate',
            message: 'This date is in the past: ask the bank whether it is accepted',
            source: 'bank',
            where: requestSource,
          },
        ]
  const closed = closedOn(date)
  return [
    ...past,
    ...(closed === null
      ? []
      : [
          network(
            `Not a banking day (${closed}): settles on ${addBankingDays(date, 1)} at the earliest`,
            'Federal Reserve Banks, holiday schedule',
          ),
        ]),
    ...(date === today && closed === null
      ? [
          network(
            'Today: the network\u2019s windows end at 10:30, 14:45 and 16:45 in New York, the bank\u2019s are earlier. Ask the bank whether it accepts same-day entries',
            windows,
          ),
        ]
      : []),
  ]
}
