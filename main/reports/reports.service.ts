/** Reports: asks the bank with the operator's own body and hands over what came back, masked. */
import type { BankAnswer } from '../../preload/contract/answers/bank-answer.ts'
import type { InferredTable } from '../../preload/contract/answers/inferred-table.ts'
import type { OtherField } from '../../preload/contract/answers/shape.ts'
import type { Failure } from '../../preload/contract/failures.ts'
import type { ReportAnswer } from '../../preload/contract/reports/report-answer.ts'
import type { ReportRequest } from '../../preload/contract/reports/report-request.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import { callMask, type CallMask } from '../bank/call-masking.ts'
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
   * Asks the bank for one report, in the lane of a person who waits, and answers at once with `rate-paused`
   * while the bank wants silence (trap 19), with `bank-not-running` where there is no bank. The bank's answer,
   * a refusal too, is the value. Throws RangeError for wire and RTP inquiry without PartnerClientId: the
   * handler has checked.
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
      return ok({
        id: null,
        report: request.report,
        at,
        callId: asked.callId,
        pagedBy: asked.sent.pagedBy,
        ...maskedReport(asked),
      })
    },
  }
}

/**
 * The answer as a person sees it first; in full it is shown by Traffic, which records who looked. Bytes that are
 * no text cannot be masked and stay in Traffic.
 */
function maskedReport({
  answer,
  raw,
  isBase64,
  sent,
}: AskedReport): Pick<ReportAnswer, 'answer' | 'raw'> {
  const text = isBase64 ? null : raw
  const mask = callMask({ path: '', requestBody: sent.text, responseBody: text })
  const maskedRaw = text === null ? null : mask.body(text)
  return { answer: masked(answer, maskedRaw, mask), raw: maskedRaw }
}

function masked(
  answer: BankAnswer<InferredTable>,
  raw: string | null,
  mask: CallMask,
): ReportAnswer['answer'] {
  const said = <T extends { readonly text: string | null }>(messages: readonly T[]): T[] =>
    messages.map((one) => ({ ...one, text: one.text === null ? null : mask.text(one.text) }))
  const besides = ({ beside }: { readonly beside: readonly OtherField[] }) =>
    beside.map(({ path, value }) => ({ path: mask.text(path), value: mask.at(path, value) }))
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
        connectError: answer.connectError === null ? null : mask.text(answer.connectError),
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
