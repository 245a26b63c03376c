/** The reports of the bank by their names on the screen, and what the documents leave out. */
import { endpointOf } from '../../../../preload/contract/bank/endpoints.ts'
import {
  longestPreviousDayRange,
  type ReportId,
} from '../../../../preload/contract/bank/reports/report-request.ts'

/** A rule shown beside the body, and its source. */
export interface PagingRule {
  readonly about: string
  readonly text: string
  readonly source: string
}

/** One report: its name and the known facts. */
export interface ReportKind {
  readonly id: ReportId
  readonly label: string
  readonly path: string
  /** The names of the two paging fields on the wire. */
  readonly paging: readonly [string, string]
  readonly rules: readonly PagingRule[]
}

const pagination = 'Platform Specification, Pagination controls'
const rule = (about: string, text: string, source: string): PagingRule => ({ about, text, source })

const inBody = rule(
  'Where they go',
  'Added as text before the body’s own fields. A body that contains one of them, at any depth, sets its own paging.',
  `${pagination}: not stated`,
)
const rows = [
  rule('startRowIndex', 'From 1. Left blank, 1.', pagination),
  rule(
    'endRowIndex',
    'Not before startRowIndex, at most 1,000 rows in one call. Left blank, 1000.',
    pagination,
  ),
  rule(
    'Both blank',
    'All rows up to the first 1,000; the answer may stop there without notice. Compare totalRows.',
    pagination,
  ),
  inBody,
]
const pages = [
  rule('pageNumber', 'From 1.', pagination),
  rule('pageSize', '1 to 1,000 rows in each page.', pagination),
  inBody,
]
const range = rule(
  'Dates',
  `A range of at most ${String(longestPreviousDayRange)} days. Recognized dates are counted.`,
  'Platform Specification, Limits',
)
const partner = rule(
  'Header',
  'PartnerClientId is sent, as with every wire and RTP call.',
  'Wire/RTP Payments and ACH Origination Specification, Endpoints',
)

const kind = (
  id: ReportId,
  label: string,
  paging: ReportKind['paging'],
  rules: ReportKind['rules'],
): ReportKind => ({ id, label, path: endpointOf(id).path, paging, rules })

const byRow = ['startRowIndex', 'endRowIndex'] as const

/** The available reports. */
export const reportKinds: readonly ReportKind[] = [
  kind('previous-day', 'Previous day', byRow, [range, ...rows]),
  kind('intraday', 'Intraday', byRow, rows),
  kind('wire-inquiry', 'Wire inquiry', byRow, [...rows, partner]),
  kind('rtp-inquiry', 'RTP inquiry', ['pageNumber', 'pageSize'], [...pages, partner]),
]

/** Returns the name of a report. */
export const reportLabel = (id: ReportId): string =>
  reportKinds.find((one) => one.id === id)?.label ?? id

/** Products that the bank names without a specification: there is no call to make. */
export const unspecifiedProducts = ['Check image retrieval', 'Stop payment'] as const
