/** One call between a service and the client: the request, the bytes sent, the result. */
import type { CallRecordLink } from '../call-record.ts'
import type { MoneyOutcome, ReadOutcome } from '../answers/classification.ts'
import type { Lane } from '../../../preload/contract/bank/lanes.ts'
import type { CallOptions } from '../call-options.ts'
import type { AnswerTimeouts, WireOutcome, WireRequest } from './transport.ts'

/** One call as a service requests it. */
export interface BankRequest extends CallOptions {
  readonly method: 'GET' | 'POST'
  /** Below the base URL, starting with a slash; segments already encoded. */
  readonly path: string
  /** The exact JSON text that goes out. */
  readonly body?: string | undefined
  /**
   * In addition to Authorization, Accept and Content-Type, which are set here. X-CorrelationId is
   * never sent (bank note 13).
   */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly lane: Lane
  readonly purpose: string
  readonly timeouts?: AnswerTimeouts | undefined
}

export type ReadResult = ReadOutcome & CallRecordLink
export type MoneyResult = MoneyOutcome & CallRecordLink

/** The trace when no call was made. */
export const noRecord: CallRecordLink = { callId: null, answer: null, recorded: true }

/** What every call says of the answer that it reads. */
export const readable = { accept: 'application/json', 'accept-encoding': 'identity' } as const

/** The request as it goes out, with the headers that every call carries. */
export function wireRequest(
  request: BankRequest,
  token: string,
  timeouts: AnswerTimeouts,
): WireRequest {
  const { method, path, body, headers, signal, mayBegin } = request
  return {
    method,
    path,
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      ...readable,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(body),
    timeouts: request.timeouts ?? timeouts,
    signal,
    mayBegin,
  }
}

/**
 * Returns whether the answer is a 401. A read call is repeated once after any 401, even one with a
 * transaction id, because the bank's error envelope always carries an id for tracing (bank document
 * 1, Errors; bank note 7).
 */
export const is401 = (
  outcome: WireOutcome,
): outcome is Extract<WireOutcome, { kind: 'answered' }> =>
  outcome.kind === 'answered' && outcome.answer.status === 401
