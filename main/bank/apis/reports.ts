/**
 * Wire inquiry, RTP inquiry, previous-day and intraday reporting over the bank client: the operator's own
 * body goes out, and any JSON that comes back is shown (1-platform.md, Pagination controls; trap 76).
 * Wire and RTP inquiry carry PartnerClientId, the reports of accounts do not (trap 11).
 */
import type { InferredTable } from '../../../preload/contract/bank/answers/inferred-table.ts'
import type { ReportRequest } from '../../../preload/contract/bank/reports/report-request.ts'
import { ask, type Asked, type Wait } from '../client/ask.ts'
import type { BankClient } from '../client/bank-client.ts'
import type { CallOptions } from '../client/call-options.ts'
import { asTable, unknownAnswer } from '../answers/inferred-table.ts'
import { reportBody, type ReportBody } from './reports-body.ts'

/** What the API needs. The id is issued at onboarding; null while the profile has none. */
export interface ReportsDeps {
  readonly client: Pick<BankClient, 'read'>
  readonly partnerClientId: () => string | null
  /** How it waits before it asks again; a test hands in its own. */
  readonly wait?: Wait
}

/** What became of one call, and what went out for it. */
export interface AskedReport extends Asked<InferredTable> {
  readonly sent: ReportBody
}

/** The API as services use it. Nothing here rejects on account of the bank. */
export interface ReportsApi {
  /** Asks once, and again after a lost connection, 502 or 504. Throws RangeError for wire and RTP inquiry without PartnerClientId: whoever asks has checked. */
  ask(request: ReportRequest, manner: CallOptions | string): Promise<AskedReport>
}

/** Makes the API of one client. */
export function createReports({ client, partnerClientId, wait }: ReportsDeps): ReportsApi {
  return {
    async ask(request, manner) {
      const sent = reportBody(request)
      const question = {
        endpoint: request.report,
        shape: unknownAnswer,
        body: sent.text,
        partnerClientId: partnerClientId(),
        rules: { anyJson: true },
      } as const
      return { ...asTable(await ask(client, question, manner, wait)), sent }
    },
  }
}
