/** Reports: asks the bank with the operator's own body and hands over what came back, masked. */
import type { BankAnswer } from '../../preload/contract/answers/bank-answer.ts'
import type { InferredTable } from '../../preload/contract/answers/inferred-table.ts'
import type { OtherField } from '../../preload/contract/answers/shape.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { ReportAnswer } from '../../preload/contract/reports/report-answer.ts'
import type { ReportRequest } from '../../preload/contract/reports/report-request.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { callMask } from '../bank/call-masking.ts'
import { parseExact } from '../bank/exact-json.ts'
import { inferTable } from '../bank/inferred-table.ts'
import type { AskedReport, ReportsApi } from '../bank/reports.ts'
import type { Clock } from '../clock.ts'

/** What the service is made of. */
export interface ReportsParts {
  readonly api: () => ReportsApi | undefined
  readonly pausedUntil: () => Date | null
  readonly clock: Clock
}

/** The reports of one profile. */
export interface ReportsService {
  /**
   * Asks once more where the bank did not answer, never more than the client does by itself. Nothing is
   * asked while the bank wants silence. Throws RangeError for wire and RTP inquiry without
   * PartnerClientId: the handler has checked.
   */
  ask(
    request: ReportRequest,
    operatorId: string,
  ): Promise<Result<ReportAnswer, Failure<'rate-paused'> | Failure<'bank-not-running'>>>
}

/** Makes the service. */
export function createReportsService({ api, pausedUntil, clock }: ReportsParts): ReportsService {
  return {
    async ask(request, operatorId) {
      const bank = api()
      if (!bank) return err({ code: 'bank-not-running' })
      const until = pausedUntil()
      if (until) return err({ code: 'rate-paused', until: until.toISOString() })
      const at = clock.now().toISOString()
      const asked = await bank.ask(request, { actor: operatorId, whenPaused: 'fail' })
      return ok({ at, callId: asked.callId, pagedBy: asked.sent.pagedBy, ...maskedReport(asked) })
    },
  }
}

/** The answer as a person sees it first; in full it is shown by Traffic, which records who looked. */
function maskedReport({ answer, raw, sent }: AskedReport): Pick<ReportAnswer, 'answer' | 'raw'> {
  const mask = callMask({ path: '', requestBody: sent.text, responseBody: raw })
  const maskedRaw = raw === null ? null : mask.body(raw)
  return { answer: masked(answer, maskedRaw, mask.text), raw: maskedRaw }
}

function masked(
  answer: BankAnswer<InferredTable>,
  raw: string | null,
  mask: (text: string) => string,
): ReportAnswer['answer'] {
  const said = <T extends { readonly text: string | null }>(messages: readonly T[]): T[] =>
    messages.map((one) => ({ ...one, text: one.text === null ? null : mask(one.text) }))
  const besides = ({ beside }: { readonly beside: readonly OtherField[] }) =>
    beside.map(({ path, value }) => ({ path, value: mask(value) }))
  switch (answer.kind) {
    case 'answered':
      return {
        ...answer,
        reading: tableIn(raw),
        warnings: said(answer.warnings),
        beside: besides(answer),
      }
    case 'nothing-found':
      return { ...answer, reading: null, messages: said(answer.messages), beside: besides(answer) }
    case 'refused':
      return {
        ...answer,
        reading: null,
        messages: said(answer.messages),
        connectError: answer.connectError === null ? null : mask(answer.connectError),
        beside: besides(answer),
      }
    case 'not-understood':
      return { ...answer, beside: besides(answer) }
    case 'no-answer':
    case 'not-sent':
      return answer
  }
}

/** The table of the masked body, so that no cell holds what the body does not. */
function tableIn(raw: string | null): InferredTable {
  const parsed = parseExact(raw ?? '')
  return inferTable('json' in parsed ? parsed.json : undefined)
}
