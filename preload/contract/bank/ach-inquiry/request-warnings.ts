/**
 * Warnings about ACH inquiry requests that the bank may refuse, or that may miss rows, although
 * some reading of the rules allows the request. These never block. Rules: bank document 2, ACH
 * inquiry; bank notes 43, 44, 49; Nacha.
 */
import type { RequestWarning } from '../../kernel/request-warning.ts'
import { aYearLater, daysBetween, daysLater } from '../../kernel/calendar.ts'
import type { AchRows, AchStatusRequest } from './earlier-requests.ts'
import type { AchListRequest } from './list-request.ts'
import { earlierSource, listSource, maxRangeDays, maxRecallDays, maxRows } from './request-rules.ts'

export interface WarningContext {
  /** YYYY-MM-DD, the same value as for the schema. */
  readonly today: string
  /** Settlement mode of the bank; null if not stated (bank note 49). */
  readonly settlement: 'consolidated' | 'non-consolidated' | null
}

const bank =
  (where: string) =>
  (path: string, message: string): RequestWarning => ({ path, message, source: 'bank', where })
const onList = bank(listSource)
const onEarlier = bank(earlierSource)
const whenWarned = (is: boolean, warning: RequestWarning): RequestWarning[] => (is ? [warning] : [])

/** A network trace number has 15 digits. */
const traceWarnings = (path: string, traceNumbers: readonly string[]): RequestWarning[] =>
  whenWarned(
    traceNumbers.some((number) => !/^\d{15}$/.test(number)),
    {
      path,
      message: 'A trace number of the network has 15 digits',
      source: 'network',
      where: 'Nacha, trace number',
    },
  )

const notYet = 'Not today yet in this time zone: the bank may refuse it'

/** Returns the warnings about a request of ach/list. */
export function listWarnings(
  request: AchListRequest,
  { today, settlement }: WarningContext,
): readonly RequestWarning[] {
  const { fromDate, toDate, dateSearchType, traceNumber } = request
  const recall = daysLater(today, -maxRecallDays)
  const old = 'Older than 180 days in this time zone: the bank may refuse it'
  return [
    ...whenWarned(fromDate !== undefined && fromDate > today, onList('fromDate', notYet)),
    ...whenWarned(fromDate !== undefined && fromDate < recall, onList('fromDate', old)),
    ...whenWarned(toDate !== undefined && toDate < recall, onList('toDate', old)),
    ...whenWarned(
      toDate !== undefined && toDate > today,
      onList('toDate', 'After today: the bank may refuse it, and nothing can be found'),
    ),
    // The document does not say whether both ends count; if so, dates 31 days apart are a range of
    // 32 days.
    ...whenWarned(
      fromDate !== undefined &&
        toDate !== undefined &&
        daysBetween(fromDate, toDate) === maxRangeDays,
      onList('toDate', '32 days if both ends count: the bank may refuse more than 31'),
    ),
    ...whenWarned(
      dateSearchType === 'SETTLED' && settlement === 'consolidated',
      onList(
        'dateSearchType',
        'With consolidated settlement nothing is ever SETTLED: COLLECTED is the last good state',
      ),
    ),
    ...traceWarnings('traceNumber', traceNumber === undefined ? [] : [traceNumber]),
  ]
}

/** Returns the warnings about a request for returned, collected or posted transactions. */
export function searchWarnings(
  request: {
    readonly fromDate: string
    readonly toDate: string
    readonly traceNumbers?: readonly string[] | undefined
  },
  { today }: Pick<WarningContext, 'today'>,
): readonly RequestWarning[] {
  return [
    ...whenWarned(request.fromDate > today, onEarlier('fromDate', notYet)),
    ...whenWarned(
      request.toDate >= aYearLater(request.fromDate).first,
      onEarlier('toDate', 'More than a year if both ends count: the bank may refuse it'),
    ),
    ...traceWarnings('traceNumbers', request.traceNumbers ?? []),
  ]
}

/** Returns the warnings about a status inquiry. */
export const statusWarnings = ({ traceNumbers }: AchStatusRequest): readonly RequestWarning[] =>
  traceWarnings('traceNumbers', traceNumbers ?? [])

/** Returns the warnings about a row range (bank note 44). */
export const rowWarnings = ({ endRowIndex }: AchRows): readonly RequestWarning[] =>
  whenWarned(endRowIndex > maxRows, {
    path: 'endRowIndex',
    message: 'Beyond row 1000: the bank\u2019s documents disagree. If refused, narrow the dates',
    source: 'bank',
    where: 'Platform Specification, Limits',
  })
