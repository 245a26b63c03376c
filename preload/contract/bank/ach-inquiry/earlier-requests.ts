/**
 * Requests of the earlier endpoints, in canonical names and with the document's limits. Rules: bank
 * document 2, Earlier ACH inquiry endpoints; bank notes 36 and 41-45.
 */
import { isCalendarDate, aYearLater, daysLater } from '../../kernel/calendar.ts'
import { z } from '../../kernel/zod.ts'
import { amount, calendarDate, listableAccount, refuseAll, zoneGraceDays } from './list-request.ts'
import {
  because,
  earlierRules,
  maxRows,
  rowRules,
  someText,
  statusRules,
  wholeNumber,
  type RequestProblem,
  type RequestRule,
} from './request-rules.ts'

/** SEC codes accepted as a search filter. */
export const searchableSecCodes = ['CCD', 'CTX', 'PPD', 'TEL', 'WEB'] as const

const yesOrNo = (of: RequestRule) => z.enum(['Y', 'N'], { error: of.rule })
const several = (of: RequestRule, one: z.ZodType<string> = someText(of)) =>
  z.array(one, { error: of.rule }).refine((all) => all.length > 0, because(of))
const accountNumbers = several(
  earlierRules.accountNumbers,
  listableAccount(earlierRules.accountNumbers),
)
/** The wire joins these with commas (bank note 42), so a value with a comma would become two. */
const joined = (of: RequestRule) =>
  several(
    of,
    someText(of, (value) => !value.includes(',')),
  )

const search = {
  accountNumbers,
  fromDate: calendarDate(earlierRules.fromDate),
  toDate: calendarDate(earlierRules.toDate),
  creditOrDebit: z.enum(['C', 'D'], { error: earlierRules.creditOrDebit.rule }).optional(),
  fromAmount: amount(earlierRules.fromAmount).optional(),
  toAmount: amount(earlierRules.toAmount).optional(),
  parNumbers: joined(earlierRules.parNumbers).optional(),
  receivingCustomerId: someText(earlierRules.receivingCustomerId).optional(),
}

interface SearchLimits {
  readonly fromDate: string
  readonly toDate: string
  readonly fromAmount?: number | undefined
  readonly toAmount?: number | undefined
}

/**
 * Returns the broken rules between fields. The one-year limit runs from fromDate to the same day of
 * the next year.
 */
function limitProblems(today: string, { fromDate, toDate, ...amounts }: SearchLimits) {
  const problems: RequestProblem[] = []
  const refuse = (path: 'fromDate' | 'toDate' | 'toAmount', message: string) =>
    problems.push({ path, message, source: earlierRules[path].source })
  const dated = isCalendarDate(fromDate)
  if (dated && fromDate > daysLater(today, zoneGraceDays)) refuse('fromDate', 'Not after today')
  if (dated && isCalendarDate(toDate)) {
    if (toDate <= fromDate) refuse('toDate', 'Later than From: a single day is not possible')
    if (toDate > aYearLater(fromDate).last) refuse('toDate', 'At most one year after From')
  }
  const { fromAmount, toAmount } = amounts
  if (fromAmount !== undefined && toAmount !== undefined && fromAmount > toAmount) {
    refuse('toAmount', 'At least the lowest amount')
  }
  return problems
}

const searchOn =
  (today: string) =>
  <F extends z.core.$ZodLooseShape>(fields: F) => {
    if (!isCalendarDate(today)) throw new RangeError('today: not a date')
    return z
      .strictObject({ ...search, ...fields })
      .superRefine((request, context) =>
        refuseAll(context, limitProblems(today, request as SearchLimits)),
      )
  }

/**
 * Schema of getACHReturnTransactionsRequest on a day. Throws RangeError if `today` is not a date.
 */
export const achReturnsRequest = (today: string) =>
  searchOn(today)({ detailsFlag: yesOrNo(earlierRules.detailsFlag) })
export type AchReturnsRequest = z.infer<ReturnType<typeof achReturnsRequest>>

/**
 * Schema of getACHCollectedTransactionsRequest on a day. Throws RangeError if `today` is not a
 * date.
 */
export const achCollectedRequest = (today: string) =>
  searchOn(today)({
    addendaFlag: yesOrNo(earlierRules.addendaFlag),
    detailsFlag: yesOrNo(earlierRules.detailsFlag),
    secCode: z.enum(searchableSecCodes, { error: earlierRules.secCode.rule }).optional(),
    traceNumbers: joined(earlierRules.traceNumbers).optional(),
  })
export type AchCollectedRequest = z.infer<ReturnType<typeof achCollectedRequest>>

/**
 * Schema of getACHPostedTransactionsRequest on a day. Throws RangeError if `today` is not a date.
 */
export const achPostedRequest = (today: string) => searchOn(today)({})
export type AchPostedRequest = z.infer<ReturnType<typeof achPostedRequest>>

const parNumbers = several(statusRules.parNumbers)
const traceNumbers = several(statusRules.traceNumbers)

/**
 * getACHStatusInquiryRequest in its two variants; each also accepts the other's numbers (bank note
 * 42).
 */
export const achStatusRequest = z.discriminatedUnion(
  'by',
  [
    z.strictObject({
      by: z.literal('par'),
      accountNumbers,
      parNumbers,
      traceNumbers: traceNumbers.optional(),
    }),
    z.strictObject({
      by: z.literal('trace'),
      accountNumbers,
      traceNumbers,
      parNumbers: parNumbers.optional(),
    }),
  ],
  { error: statusRules.by.rule },
)
export type AchStatusRequest = z.infer<typeof achStatusRequest>

/**
 * Row range, both ends included. The limit applies to the span, so 1001 to 2000 is allowed (bank
 * note 44).
 */
export const achRows = z
  .strictObject({
    startRowIndex: wholeNumber(rowRules.startRowIndex, (value) => value >= 1),
    endRowIndex: wholeNumber(rowRules.endRowIndex, (value) => value >= 1),
  })
  .superRefine(({ startRowIndex, endRowIndex }, context) => {
    const rows = endRowIndex - startRowIndex + 1
    if (rows >= 1 && rows <= maxRows) return
    const message = rows < 1 ? 'Not before the first row' : 'At most 1000 rows in one call'
    refuseAll(context, [{ path: 'endRowIndex', message, source: rowRules.endRowIndex.source }])
  })
export type AchRows = z.infer<typeof achRows>

/** Default rows of the document, always sent if none are given (bank note 47). */
export const firstRows: AchRows = { startRowIndex: 1, endRowIndex: maxRows }
