/**
 * The query of a report as it is saved, without values that are never stored, and its short title
 * for the list.
 */
import { createHash } from 'node:crypto'
import type { ReportQuestion } from '../../../preload/contract/api/reports/report-answer.ts'
import {
  reportRequest,
  type ReportRequest,
} from '../../../preload/contract/bank/reports/report-request.ts'
import { callMask } from '../../bank/privacy/mask.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { leavesOf } from '../../bank/answers/read-shape.ts'
import { leftOut } from '../../../preload/contract/kernel/not-kept.ts'
import { redactorFor } from '../../bank/privacy/redact.ts'
import { rowNumberPlaces } from '../../../preload/contract/api/profiles/profile-details.ts'
import { reportBody } from '../../bank/apis/reports-body.ts'

/**
 * Returns the query of a request, with the owner's numbers removed as in the call record (bank note
 * 39).
 */
export function questionOf(request: ReportRequest, requestBody: string | null): ReportQuestion {
  const [first, second] =
    request.report === 'rtp-inquiry'
      ? [request.pageNumber, request.pageSize]
      : [request.startRowIndex, request.endRowIndex]
  const body = redactorFor({ secrets: [] }).text(request.body)
  const question = {
    report: request.report,
    body,
    first: first ?? null,
    second: second ?? null,
  }
  if (requestBody === null || body === leftOut) return question
  // The client knows the active secrets by value: where its call record removed more, the body is
  // left out here.
  const isWhole = rowNumberPlaces.some(
    (place) => reportBody({ ...request, body }, place).text === requestBody,
  )
  return isWhole ? question : { ...question, body: leftOut }
}

/** Returns the request of a saved query for other rows; undefined if its body was not saved whole. */
export function requestOf(
  { report, body }: ReportQuestion,
  first: number | null,
  second: number | null,
): ReportRequest | undefined {
  const [one, two] =
    report === 'rtp-inquiry' ? ['pageNumber', 'pageSize'] : ['startRowIndex', 'endRowIndex']
  return reportRequest.safeParse({
    report,
    body,
    ...(first !== null && { [one]: first }),
    ...(second !== null && { [two]: second }),
  }).data
}

/** Returns the same key for the same query. */
export const questionKey = ({ report, body, first, second }: ReportQuestion): string =>
  createHash('sha256')
    .update(JSON.stringify([report, body, first, second]))
    .digest('hex')

const longestTitle = 240

/** Returns a title: the masked members of the body, and the requested rows. */
export function titleOf({ report, body, first, second }: ReportQuestion): string {
  const selection = membersOf(body)
  const title = [selection, rowsOf(report, first, second)]
    .filter((part) => part !== '')
    .join(' \u00b7 ')
  return title.length > longestTitle ? `${title.slice(0, longestTitle)}\u2026` : title
}

/** The members that the form writes, in words. */
const memberLabels: Readonly<Record<string, string>> = {
  accountNumber: 'account',
  fromDate: 'from',
  toDate: 'to',
}

function membersOf(body: string): string {
  const mask = callMask({ path: '', requestBody: body, responseBody: null })
  const parsed = parseExact(mask.body(body))
  if (!('json' in parsed)) return 'The body is not stored'
  const leaves = leavesOf(parsed.json)
  if (leaves.length === 0) return 'An empty body'
  return leaves
    .map(({ path, value }) => {
      const name = path.slice(path.lastIndexOf('.') + 1)
      return `${memberLabels[name] ?? name} ${value}`
    })
    .join(', ')
}

function rowsOf(
  report: ReportQuestion['report'],
  first: number | null,
  second: number | null,
): string {
  if (first === null && second === null) return ''
  if (report !== 'rtp-inquiry') {
    return second === null
      ? `rows from ${String(first ?? 1)}`
      : `rows ${String(first ?? 1)} to ${String(second)}`
  }
  const size = second === null ? '' : ` of ${String(second)}`
  return `page ${String(first ?? 1)}${size}`
}
