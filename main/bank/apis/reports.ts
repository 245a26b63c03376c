/**
 * Wire inquiry, RTP inquiry, previous-day and intraday reporting: the operator's own body goes out,
 * and any JSON answer is shown (bank document 1, Pagination controls; bank note 76). Wire and RTP
 * inquiry carry PartnerClientId, account reports do not (bank note 11).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { ReportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import type { RowNumberPlace } from '../../../preload/contract/api/profiles/profile-details.ts'
import { queryBank, type QueryResult, type Wait } from '../query-bank.ts'
import type { BankClient } from '../bank-client.ts'
import type { CallOptions } from '../call-options.ts'
import { asTable, unknownAnswer } from '../answers/inferred-table.ts'
import { reportBody, type ReportBody } from './reports-body.ts'

/** `partnerClientId` is issued at onboarding; null while the profile has none. */
export interface ReportsDeps {
  readonly client: Pick<BankClient, 'read'>
  readonly partnerClientId: () => string | null
  readonly rowNumbers?: RowNumberPlace | undefined
  /** The wait before a retry; a test passes its own. */
  readonly wait?: Wait
}

/** The result of one call, and the body that was sent for it. */
export interface ReportResult extends QueryResult<InferredTable> {
  readonly sent: ReportBody
}

/** Never rejects because of the bank. */
export interface ReportsApi {
  /**
   * Sends one request and retries after a lost connection, 502 or 504. Throws RangeError for wire
   * and RTP inquiry without PartnerClientId: the caller must have checked.
   */
  request(request: ReportRequest, callOptions: CallOptions | string): Promise<ReportResult>
}

/** Creates the API of one client. */
export function createReports({
  client,
  partnerClientId,
  rowNumbers,
  wait,
}: ReportsDeps): ReportsApi {
  return {
    async request(request, callOptions) {
      const sent = reportBody(request, rowNumbers)
      const question = {
        endpoint: request.report,
        shape: unknownAnswer,
        body: sent.text,
        ...(sent.query && { query: sent.query }),
        partnerClientId: partnerClientId(),
        rules: { anyJson: true },
      } as const
      return { ...asTable(await queryBank(client, question, callOptions, wait)), sent }
    },
  }
}
