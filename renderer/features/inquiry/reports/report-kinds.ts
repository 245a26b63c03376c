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

interface PagingField {
  readonly label: string
  readonly hint: string
}

/** One report: its name and the known facts. */
export interface ReportKind {
  readonly id: ReportId
  readonly label: string
  readonly path: string
  /** The names of the two paging fields on the wire. */
  readonly paging: readonly [string, string]
  /** The same fields on the screen, each with its value if left blank or its range. */
  readonly pagingFields: readonly [PagingField, PagingField]
  /** The report is of chosen days; another one is of today alone. */
  readonly hasDays: boolean
  readonly rules: readonly PagingRule[]
}

const pagination = 'Platform Specification, Pagination controls'
const rule = (about: string, text: string, source: string): PagingRule => ({ about, text, source })

const inBody = rule(
  'In the body',
  'Added as text before the body’s own fields. A body that contains one of them, at any depth, sets its own paging.',
  `${pagination}: not stated`,
)
const rows = [
  rule('First row', 'From 1. Left blank, 1.', pagination),
  rule(
    'Last row',
    'Not before the first row, at most 1,000 rows in one call. Left blank, 1,000.',
    pagination,
  ),
  rule(
    'Both blank',
    'All rows up to the first 1,000; the answer may stop there without notice. Compare the total.',
    pagination,
  ),
  inBody,
]
const pages = [
  rule('Page', 'From 1.', pagination),
  rule('Rows per page', '1 to 1,000 rows in each page.', pagination),
  inBody,
]
const range = rule(
  'Dates',
  `A range of at most ${String(longestPreviousDayRange)} days. Recognized dates are counted.`,
  'Platform Specification, Limits',
)
const partner = rule(
  'Client id',
  'The partner client id is sent, as with every wire and RTP call.',
  'Wire/RTP Payments and ACH Origination Specification, Endpoints',
)

const byRow = {
  paging: ['startRowIndex', 'endRowIndex'],
  pagingFields: [
    { label: 'First row', hint: '1 if blank' },
    { label: 'Last row', hint: '1,000 if blank' },
  ],
} as const
const byPage = {
  paging: ['pageNumber', 'pageSize'],
  pagingFields: [
    { label: 'Page', hint: 'From 1' },
    { label: 'Rows per page', hint: '1 to 1,000' },
  ],
} as const

const kind = (
  id: ReportId,
  label: string,
  paging: Pick<ReportKind, 'paging' | 'pagingFields'>,
  rules: ReportKind['rules'],
): ReportKind => ({
  id,
  label,
  path: endpointOf(id).path,
  ...paging,
  hasDays: id !== 'intraday',
  rules,
})

/** The available reports. */
export const reportKinds: readonly ReportKind[] = [
  kind('previous-day', 'Previous day', byRow, [range, ...rows]),
  kind('intraday', 'Intraday', byRow, rows),
  kind('wire-inquiry', 'Wire inquiry', byRow, [...rows, partner]),
  kind('rtp-inquiry', 'RTP inquiry', byPage, [...pages, partner]),
]

/** Returns the name of a report. */
export const reportLabel = (id: ReportId): string =>
  reportKinds.find((one) => one.id === id)?.label ?? id

/** Products that the bank names without a specification: there is no call to make. */
export const unspecifiedProducts = ['Check image retrieval', 'Stop payment'] as const
