/**
 * Calls of which only address and paging are documented: wire and RTP inquiry, previous-day and
 * intraday reporting (bank document 1, What the service does and Pagination controls; bank notes
 * 44-47, 76). The body is any JSON object, according to the operator's own documentation from the
 * bank.
 */
import { isKeptWhole, keptWholeRule } from '../../kernel/not-kept.ts'
import { dots, maskedAccount } from '../../kernel/account-number.ts'
import { daysBetween, isCalendarDate } from '../../kernel/calendar.ts'
import type { RequestWarning } from '../../kernel/request-warning.ts'
import { z } from '../../kernel/zod.ts'

const pagination = 'Platform Specification, Pagination controls'
const span = 1_000
const longestBody = 100_000

/** Reports by kind of paging. */
export const rowReports = ['wire-inquiry', 'previous-day', 'intraday'] as const
export const pageReports = ['rtp-inquiry'] as const
export const reportIds = [...rowReports, ...pageReports] as const
export type ReportId = (typeof reportIds)[number]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ruled = (error: string, source: string) => ({ error, params: { source } })

/** The operator's own text, sent unchanged. */
const body = z
  .string()
  .max(longestBody)
  .refine(
    (text) => text.isWellFormed() && isObject(parsed(text)),
    ruled(
      'A JSON object, such as { "accountNumber": "123" }',
      'workstation: the body is not shown',
    ),
  )
  .refine(isKeptWhole, ruled(keptWholeRule, 'workstation'))
/** Id of the own account whose number main writes where the body has it masked. */
const account = z.string().min(1).max(100).optional()
const from1 = (name: string) =>
  z
    .int()
    .refine((value) => value >= 1, ruled(`${name} is at least 1`, pagination))
    .optional()

const limits = 'Platform Specification, Limits'
/** Longest range of a previous-day report, in days (bank document 1, Limits; bank note 43). */
export const longestPreviousDayRange = 90

/** Returns the first and the last date of a body; undefined if none can be recognized. */
function rangeIn(text: string) {
  const dates = datesIn(parsed(text)).toSorted()
  const [first, last] = [dates.at(0), dates.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { first, last, days: daysBetween(first, last) }
}

/** One call. For omitted paging values the bank uses its defaults. */
export const reportRequest = z.discriminatedUnion('report', [
  z
    .strictObject({
      report: z.enum(rowReports),
      body,
      account,
      startRowIndex: from1('First row'),
      endRowIndex: from1('Last row'),
    })
    .superRefine(({ report, body: text }, context) => {
      const range = report === 'previous-day' ? rangeIn(text) : undefined
      if (!range || range.days <= longestPreviousDayRange) return
      context.addIssue({
        code: 'custom',
        path: ['body'],
        message: `${range.first} to ${range.last} is more than ${String(longestPreviousDayRange)} days`,
        params: { source: limits },
      })
    })
    .superRefine(({ startRowIndex = 1, endRowIndex }, context) => {
      if (endRowIndex === undefined) return
      const rows = endRowIndex - startRowIndex + 1
      if (rows >= 1 && rows <= span) return
      context.addIssue({
        code: 'custom',
        path: ['endRowIndex'],
        message:
          rows < 1
            ? 'The last row is not before the first'
            : `At most ${String(span)} rows in one call`,
        params: { source: pagination },
      })
    }),
  z.strictObject({
    report: z.enum(pageReports),
    body,
    account,
    pageNumber: from1('Page'),
    pageSize: z
      .int()
      .refine(
        (value) => value >= 1 && value <= span,
        ruled(`Rows per page: 1 to ${String(span)}`, pagination),
      )
      .optional(),
  }),
])
export type ReportRequest = z.infer<typeof reportRequest>

/**
 * Returns the body with the number of an own account where it is written masked; undefined if a
 * masked number is left, which the bank would get.
 */
export function bodyToSend(text: string, ownNumber?: string): string | undefined {
  const sent =
    ownNumber === undefined
      ? text
      : text.replaceAll(JSON.stringify(maskedAccount(ownNumber)), () => JSON.stringify(ownNumber))
  return sent.includes(dots) ? undefined : sent
}

/**
 * Returns the warning about a previous-day range of 90 days: the document does not say whether both
 * ends count.
 */
export function reportWarnings({ report, body: text }: ReportRequest): RequestWarning[] {
  if (report !== 'previous-day') return []
  if (rangeIn(text)?.days !== longestPreviousDayRange) return []
  const message = `${String(longestPreviousDayRange + 1)} days if both ends count: the bank may refuse more than ${String(longestPreviousDayRange)}`
  return [{ path: 'body', message, source: 'bank', where: limits }]
}

/** Names under which eight digits are a date; elsewhere they may be an account or an id. */
const namesDay = /date|day|dt$|^(?:from|to|start|end|begin|since|until)$/i

const eightDigits = /^(\d{4})(\d{2})(\d{2})$/

/**
 * Returns every date in a body: YYYY-MM-DD, also before a time, and YYYYMMDD under a name that
 * means a date (bank note 56).
 */
function datesIn(value: unknown, name = ''): string[] {
  if (typeof value === 'string' || typeof value === 'number') return dateOf(String(value), name)
  if (Array.isArray(value)) return value.flatMap((one) => datesIn(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([inner, one]) => datesIn(one, inner))
}

function dateOf(text: string, name: string): string[] {
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:$|[T ])/.exec(text.trim()) ?? []
  const [, y, m, d] = namesDay.test(name) ? (eightDigits.exec(text.trim()) ?? []) : []
  const date = day ?? (y === undefined ? '' : `${y}-${m ?? ''}-${d ?? ''}`)
  return isCalendarDate(date) ? [date] : []
}
