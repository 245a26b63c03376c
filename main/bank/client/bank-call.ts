/** One call between a service and the client: what is asked, what goes out, what stands in its record. */
import { answerOf, type BankCallRecord, type StoredAnswer } from './call-record.ts'
import type { MoneyOutcome, ReadOutcome } from '../answers/classification.ts'
import type { Lane } from './lanes.ts'
import { transactionIdIn } from '../answers/service-error.ts'
import type { AnswerTimeouts, WireOutcome, WireRequest, WireTimes } from './transport.ts'

/** One call as a service asks for it. */
export interface BankRequest {
  readonly method: 'GET' | 'POST'
  /** Below the base URL, starting with a slash; segments already encoded. */
  readonly path: string
  /** The exact JSON text that goes out. */
  readonly body?: string | undefined
  /** Beside Authorization, Accept and Content-Type, which are set here. X-CorrelationId is never sent (trap 13). */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly lane: Lane
  readonly purpose: string
  /** The operator who asks, or `system`. */
  readonly actor: string
  readonly whenPaused?: 'wait' | 'fail' | undefined
  /** Takes the call back as long as nothing was written. */
  readonly signal?: AbortSignal | undefined
  readonly timeouts?: AnswerTimeouts | undefined
  readonly beforeSending?: BeforeSending | undefined
}

/**
 * Awaited when the call has its token and its slot, right before its first byte: for what has to be on the disk by
 * then. If it rejects nothing is sent, and the call ends `not-sent` as cancelled. It is run again for a call that
 * comes to its turn again: after a silence that began meanwhile, and one that only asks after a 401.
 */
export type BeforeSending = () => Promise<void>

/** What came back, beside the outcome. */
export interface CallTrace {
  /** The id of the record; null when no call was made. */
  readonly callId: string | null
  /** The answer as it is kept, secrets and personal numbers removed; null when none came. */
  readonly answer: StoredAnswer | null
  /** Whether the record was kept. */
  readonly recorded: boolean
  /** When it happened; absent when no call was made. */
  readonly times?: WireTimes
}
export type ReadResult = ReadOutcome & CallTrace
export type MoneyResult = MoneyOutcome & CallTrace

/** What stands beside an outcome when no call was made. */
export const noTrace: CallTrace = { callId: null, answer: null, recorded: true }

/** The request as it goes out, with the headers that every call carries. */
export function wireRequest(
  request: BankRequest,
  token: string,
  timeouts: AnswerTimeouts,
): WireRequest {
  const { method, path, body, headers, signal } = request
  return {
    method,
    path,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(body),
    timeouts: request.timeouts ?? timeouts,
    signal,
  }
}

/**
 * A call that only asks is made once more after any 401: the bank's error envelope names a transaction
 * for tracing, whatever it is about (1-platform.md, Errors; trap 7).
 */
export const is401 = (
  outcome: WireOutcome,
): outcome is Extract<WireOutcome, { kind: 'answered' }> =>
  outcome.kind === 'answered' && outcome.answer.status === 401

/** What stands behind an outcome, for the record. */
export function detailOf(outcome: WireOutcome, verdict: object = {}): BankCallRecord['detail'] {
  const answer = answerOf(outcome)
  const created = 'transactionId' in verdict ? verdict.transactionId : undefined
  const transactionId =
    typeof created === 'string' ? created : answer && transactionIdIn(answer.body.toString('utf8'))
  return {
    ...('reason' in verdict && typeof verdict.reason === 'string' && { reason: verdict.reason }),
    ...('verdict' in verdict &&
      typeof verdict.verdict === 'string' && { verdict: verdict.verdict }),
    ...('fault' in outcome && { fault: outcome.fault.code, faultDetail: outcome.fault.detail }),
    ...(transactionId !== undefined && { transactionId }),
  }
}
