/**
 * Request of ach/list, in canonical names and with the document's limits. Rules: bank document 2,
 * POST ach/list; bank notes 36, 42, 43, 46, 49 and 58.
 */
import { isCalendarDate, daysBetween, daysLater } from '../../kernel/calendar.ts'
import { minorUnits } from '../../kernel/money.ts'
import { z } from '../../kernel/zod.ts'
import {
  listRules,
  maxAccountLength,
  maxAmountMinor,
  maxRangeDays,
  maxRecallDays,
  maxRows,
  pageRules,
  someText,
  wholeNumber,
  type RequestProblem,
  type RequestRule,
} from './request-rules.ts'

/** Date that a search uses; COLLECTED if omitted. Returns need a separate search (bank note 49). */
export const dateSearchTypes = ['COLLECTED', 'RETURNED', 'SETTLED'] as const

/**
 * The document's "today" has no zone (bank note 43), so the caller passes the workstation's date. A
 * date that is valid only in a neighboring zone passes with a warning; a date valid in no zone is
 * refused.
 */
export const zoneGraceDays = 1

/** Schema of a calendar date. */
export const calendarDate = (of: RequestRule) => someText(of, isCalendarDate)

/** An account exactly as typed: the document does not say whether inquiry accepts leading zeros. */
export const listableAccount = (of: RequestRule) =>
  someText(of, (value) => value.length <= maxAccountLength)

/** An amount in cents. */
export const amount = (of: RequestRule, most = Number.MAX_SAFE_INTEGER) =>
  wholeNumber(of, (value) => value >= 0 && value <= most).transform((value) => minorUnits(value))

interface ListLimits {
  readonly fromDate?: string | undefined
  readonly toDate?: string | undefined
  readonly minimumAmount?: number | undefined
  readonly maximumAmount?: number | undefined
}

/** Returns the broken rules between fields. */
function limitProblems(today: string, { fromDate, toDate, ...amounts }: ListLimits) {
  const problems: RequestProblem[] = []
  const refuse = (path: 'fromDate' | 'toDate' | 'minimumAmount', message: string) =>
    problems.push({ path, message, source: listRules[path].source })
  const oldest = daysLater(today, -maxRecallDays - zoneGraceDays)
  const from = fromDate !== undefined && isCalendarDate(fromDate) ? fromDate : undefined
  const to = toDate !== undefined && isCalendarDate(toDate) ? toDate : undefined
  if (from !== undefined && from > daysLater(today, zoneGraceDays)) {
    refuse('fromDate', 'Today or earlier')
  }
  if (from !== undefined && from < oldest) {
    refuse('fromDate', 'At most 180 days ago: older data cannot be recalled')
  }
  if (to !== undefined && to < oldest) {
    refuse('toDate', 'At most 180 days ago: older data cannot be recalled')
  }
  if (from !== undefined && to !== undefined && to < from) {
    refuse('toDate', 'Not earlier than From')
  }
  if (from !== undefined && to !== undefined && daysBetween(from, to) > maxRangeDays) {
    refuse('toDate', 'At most 31 days after From')
  }
  const { minimumAmount, maximumAmount } = amounts
  if (minimumAmount !== undefined && maximumAmount !== undefined && minimumAmount > maximumAmount) {
    refuse('minimumAmount', 'At most the highest amount')
  }
  return problems
}

/**
 * Returns the schema of ach/list on a day; throws RangeError if `today` is not a date. A toDate
 * after today is not forbidden by the document and only causes a warning.
 */
export function achListRequest(today: string) {
  if (!isCalendarDate(today)) throw new RangeError('today: not a date')
  return z
    .strictObject({
      accountNumber: listableAccount(listRules.accountNumber),
      dateSearchType: z.enum(dateSearchTypes, { error: listRules.dateSearchType.rule }).optional(),
      fromDate: calendarDate(listRules.fromDate).optional(),
      toDate: calendarDate(listRules.toDate).optional(),
      minimumAmount: amount(listRules.minimumAmount).optional(),
      maximumAmount: amount(listRules.maximumAmount, maxAmountMinor).optional(),
      traceNumber: someText(listRules.traceNumber).optional(),
    })
    .superRefine((request, context) => refuseAll(context, limitProblems(today, request)))
}
export type AchListRequest = z.infer<ReturnType<typeof achListRequest>>

/** Reports rules broken between fields to zod. */
export function refuseAll(context: z.RefinementCtx, problems: readonly RequestProblem[]): void {
  for (const { path, message, source } of problems) {
    context.addIssue({ code: 'custom', path: path.split('.'), message, params: { source } })
  }
}

/** Page of the list: numbers here, texts on the wire (bank note 46). */
export const achListPage = z.strictObject({
  pageNumber: wholeNumber(pageRules.pageNumber, (value) => value >= 1),
  pageSize: wholeNumber(pageRules.pageSize, (value) => value >= 1 && value <= maxRows),
})
export type AchListPage = z.infer<typeof achListPage>
