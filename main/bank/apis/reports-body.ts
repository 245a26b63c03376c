/**
 * The body of a call whose payload the documents do not show (bank document 1, Pagination
 * controls). That document calls the paging values parameters without a place. Here, as in the list
 * bodies of document 2, they are text members of the body, placed before the operator's own
 * members, which stay byte for byte as written (bank notes 45 and 46); row numbers are in the query
 * where the profile says so. A body that already names a paging value is not changed.
 */
import type { ReportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import {
  emptyDetails,
  type RowNumberPlace,
} from '../../../preload/contract/api/profiles/profile-details.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { jsonObject } from '../answers/read-shape.ts'

const pagingNames = new Set(['startRowIndex', 'endRowIndex', 'pageNumber', 'pageSize'])

/** The text and the query that go out, and who selected the rows. */
export interface ReportBody {
  readonly text: string
  readonly query?: Readonly<Record<string, string>>
  readonly pagedBy: 'operator' | 'workstation' | 'nobody'
}

/** Builds the body. Expects a request that its schema has accepted; `place` is for row numbers. */
export function reportBody(
  request: ReportRequest,
  place: RowNumberPlace = emptyDetails.rowNumbers,
): ReportBody {
  const parsed = parseExact(request.body)
  if ('json' in parsed && namesPaging(parsed.json)) {
    return { text: request.body, pagedBy: 'operator' }
  }
  const values = pagingOf(request).filter(([, value]) => value !== undefined)
  if (values.length === 0) return { text: request.body, pagedBy: 'nobody' }
  if (place === 'query' && request.report !== 'rtp-inquiry') {
    const query = Object.fromEntries(values.map(([name, value]) => [name, String(value)]))
    return { text: request.body, query, pagedBy: 'workstation' }
  }
  const members = values.map(([name, value]) => `"${name}":"${String(value)}"`).join(',')
  const opening = request.body.indexOf('{') + 1
  const rest = request.body.slice(opening)
  const comma = rest.trimStart().startsWith('}') ? '' : ','
  return {
    text: request.body.slice(0, opening) + members + comma + rest,
    pagedBy: 'workstation',
  }
}

function pagingOf(request: ReportRequest): (readonly [string, number | undefined])[] {
  return request.report === 'rtp-inquiry'
    ? [
        ['pageNumber', request.pageNumber],
        ['pageSize', request.pageSize],
      ]
    : [
        ['startRowIndex', request.startRowIndex],
        ['endRowIndex', request.endRowIndex],
      ]
}

/** At any depth: some requests of the bank are wrapped in a named object. */
function namesPaging(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(namesPaging)
  const members = Object.entries(jsonObject(value) ?? {})
  return members.some(([name, inner]) => pagingNames.has(name) || namesPaging(inner))
}
