/**
 * Reads report requests. The document shows only the paging parameters of the bodies, so values are
 * accepted anywhere: in the body, at any depth, or in the query, as texts or as numbers (bank note
 * 45).
 */
import { daysBetween, isCalendarDate } from '../../../preload/contract/kernel/calendar.ts'
import { Refusal, type Finding } from '../replies.ts'
import type { Call } from '../routes.ts'

/** The values of a request by lower-case name: all of a list, the first of a repeated name. */
export type ReportRequest = ReadonlyMap<string, readonly string[]>

type Rule = Finding['rule']

/**
 * Notes the breach and refuses. The document shows no error codes of reports, so the refusal has
 * none.
 */
export function refusedReport(call: Call, rule: Rule, detail: string): Refusal {
  call.note(rule, detail)
  return new Refusal(400, { customStatus: 'F', errorDescription: detail })
}

function gather(value: unknown, name: string, into: Map<string, string[]>): void {
  if (Array.isArray(value)) {
    for (const one of value as unknown[]) gather(one, name, into)
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, one] of Object.entries(value)) gather(one, inner.toLowerCase(), into)
  } else if (typeof value === 'string' || typeof value === 'number') {
    if (value !== '') into.set(name, [...(into.get(name) ?? []), String(value)])
  }
}

function inQuery(call: Call): Map<string, string[]> {
  const query = new Map<string, string[]>()
  for (const [name, value] of call.url.searchParams) gather(value, name.toLowerCase(), query)
  return query
}

/** Reads all values of a request; an empty body has none. */
export function readRequest(call: Call): ReportRequest | Refusal {
  const request = inQuery(call)
  const text = call.body.toString('utf8').trim()
  if (text === '') return request
  try {
    const body = JSON.parse(text) as unknown
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
      gather(body, '', request)
      return request
    }
  } catch {
    // Refused below like any other body that is no object.
  }
  return refusedReport(call, 'report-body-unreadable', 'not one JSON object')
}

/** The requested rows: how many to skip, and the maximum to return. */
export interface Window {
  readonly skip: number
  readonly take: number
}

const mostRows = 1000

/** Returns a count from 1; the default when absent, null when it is no count. */
function count(request: ReportRequest, name: string, otherwise: number): number | null {
  const sent = request.get(name.toLowerCase())?.[0]
  if (sent === undefined) return otherwise
  return /^0*[1-9]\d{0,15}$/.test(sent) ? Number(sent) : null
}

/**
 * Reads row-style paging. The document calls 1000 the maximum of endRowIndex and of the records of
 * one call (bank note 44); here the maximum limits the span, so that rows beyond the first thousand
 * are readable.
 */
export function rowWindow(call: Call, request: ReportRequest): Window | Refusal {
  const isInQuery = call.ordered('row-numbers-in-query')
  const rows = isInQuery ? inQuery(call) : request
  const start = count(rows, 'startRowIndex', 1)
  if (start === null) return refusedReport(call, 'report-paging-wrong', 'startRowIndex: from 1')
  const end = count(rows, 'endRowIndex', start + mostRows - 1)
  if (end === null || end < start) {
    return refusedReport(call, 'report-paging-wrong', 'endRowIndex: not before startRowIndex')
  }
  if (end - start + 1 > mostRows) {
    return refusedReport(call, 'report-paging-wrong', 'a range of at most 1000 records')
  }
  return { skip: start - 1, take: end - start + 1 }
}

/** Reads page-style paging. */
export function pageWindow(
  call: Call,
  request: ReportRequest,
): (Window & { readonly pageNumber: number }) | Refusal {
  const pageNumber = count(request, 'pageNumber', 1)
  const pageSize = count(request, 'pageSize', mostRows)
  if (pageNumber === null)
    return refusedReport(call, 'report-paging-wrong', 'pageNumber: at least 1')
  if (pageSize === null || pageSize > mostRows) {
    return refusedReport(call, 'report-paging-wrong', 'pageSize: 1 to 1000')
  }
  return { skip: (pageNumber - 1) * pageSize, take: pageSize, pageNumber }
}

const fromNames = ['fromdate', 'startdate', 'begindate']
const toNames = ['todate', 'enddate']

/** Calendar days, both included; null at an open end. */
export interface DateRange {
  readonly from: string | null
  readonly to: string | null
}

/** Reads the dates of a request, if any. */
export function dateRange(call: Call, request: ReportRequest): DateRange | Refusal {
  const named = (names: readonly string[]): string | null =>
    names.flatMap((name) => request.get(name) ?? [])[0] ?? null
  const [from, to] = [named(fromNames), named(toNames)]
  const right = [from, to].every((date) => date === null || isCalendarDate(date))
  if (!right) return refusedReport(call, 'report-dates-wrong', 'dates as YYYY-MM-DD')
  if (from !== null && to !== null && to < from) {
    return refusedReport(call, 'report-dates-wrong', 'the last day before the first')
  }
  return { from, to }
}

const daysAtMost = 90

/** Returns whether a range is longer than a previous-day report allows; an open end is today. */
export function isTooWide({ from, to }: DateRange, today: string): boolean {
  return from !== null && daysBetween(from, to ?? today) > daysAtMost
}

/** Returns whether a day lies in the range. */
export const within = ({ from, to }: DateRange, date: string): boolean =>
  (from === null || date >= from) && (to === null || date <= to)
