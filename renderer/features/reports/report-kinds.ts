/** The reports of the bank as the screen names them, and what the documents leave out. */
import { endpointOf } from '../../../preload/contract/endpoints.ts'
import type { ReportId } from '../../../preload/contract/reports/report-request.ts'

/** One report: what it is called and what is known of it. */
export interface ReportKind {
  readonly id: ReportId
  readonly label: string
  readonly path: string
  /** What the two paging fields are called on the wire. */
  readonly paging: readonly [string, string]
  readonly pagingRule: string
  readonly note: string | null
}

const kind = (
  id: ReportId,
  label: string,
  paging: ReportKind['paging'],
  pagingRule: string,
  note: string | null = null,
): ReportKind => ({ id, label, path: endpointOf(id).path, paging, pagingRule, note })

const rows = ['startRowIndex', 'endRowIndex'] as const
const rowRule =
  'Rows from 1; at most 1,000 in one call. Left blank, the bank answers rows 1 to 1,000 and may stop there without a word.'
const partner = 'Carries PartnerClientId, as every call of wires and RTP payments does.'

/** The reports that can be asked for. */
export const reportKinds: readonly ReportKind[] = [
  kind('previous-day', 'Previous day', rows, rowRule, 'A range of at most 90 days.'),
  kind('intraday', 'Intraday', rows, rowRule),
  kind('wire-inquiry', 'Wire inquiry', rows, rowRule, partner),
  kind(
    'rtp-inquiry',
    'RTP inquiry',
    ['pageNumber', 'pageSize'],
    'Pages from 1; 1 to 1,000 rows in each.',
    partner,
  ),
]

/** What the bank names as products and does not specify: there is no call to make. */
export const unspecifiedProducts = ['Check image retrieval', 'Stop payment'] as const
