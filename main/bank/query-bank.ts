/**
 * Makes one read call: builds the path, reads the answer by its shape, and retries where that is
 * safe (bank document 1, Errors; bank notes 15-23).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { BankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading, Shape } from '../../preload/contract/bank/answers/shape.ts'
import { endpointOf, pathOf, type EndpointId } from '../../preload/contract/bank/endpoints.ts'
import { isRetryable, retryPauses } from './client/retry-rules.ts'
import type { BankRequest, ReadResult } from './client/bank-call.ts'
import type { BankClient } from './bank-client.ts'
import { resolveCallOptions, type CallOptions } from './call-options.ts'
import { partnerHeader } from './health-check.ts'
import { readAnswer, type AnswerRules } from './answers/read-answer.ts'
import { answerTimeouts } from './client/transport.ts'

/** `body` is the exact JSON text. */
export interface Question<S extends Shape> {
  readonly endpoint: EndpointId
  readonly shape: S
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  /** For wire and RTP calls; such a call throws RangeError if the profile has none. */
  readonly partnerClientId?: string | null
  /** The rules of this API beyond the common envelope. */
  readonly rules?: AnswerRules
}

export interface QueryResult<R> {
  readonly answer: BankAnswer<R>
  /** The id of the recorded call that gave the answer; null when none was made. */
  readonly callId: string | null
  /** The answer as stored, raw without secrets; null when none came. */
  readonly raw: string | null
  /** The bytes were not UTF-8, and `raw` is their base64, which no mask can read. */
  readonly isBase64: boolean
}

/**
 * Waits for a number of milliseconds; rejects when the signal comes first. A test passes its own.
 */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>
const wait: Wait = (ms, signal) => pause(ms, undefined, { ...(signal && { signal }) })

/**
 * Sends a read call and resolves for every answer of the bank. An endpoint with `retriesReads` is
 * retried up to twice after a lost connection, 502 or 504, with growing pauses, in the same lane
 * and inside the rate budget; each attempt has its own record. Throws RangeError for a missing path
 * segment or PartnerClientId, because the caller must have checked, and for an endpoint that moves
 * money, because that needs `move`.
 */
export async function queryBank<S extends Shape>(
  client: Pick<BankClient, 'read'>,
  question: Question<S>,
  callOptions: CallOptions | string,
  waiting: Wait = wait,
): Promise<QueryResult<Reading<S>>> {
  const { signal } = resolveCallOptions(callOptions)
  const request = requestOf(question, callOptions)
  const once = async () => {
    const result = await client.read(request)
    return { result, answer: answerTo(question, result) }
  }
  let attempt = await once()
  for (const ms of endpointOf(question.endpoint).retriesReads ? retryPauses() : []) {
    if (!isRetryable(attempt.answer) || signal?.aborted) break
    const waited = await waiting(ms, signal).then(
      () => true,
      () => false,
    )
    if (!waited) break
    const again = await once()
    // An attempt that was not sent does not change that an earlier one was.
    if (again.answer.kind === 'not-sent' && attempt.answer.kind !== 'not-sent') break
    attempt = again
  }
  const { result, answer } = attempt
  const raw = result.answer?.body ?? null
  return { answer, callId: result.callId, raw, isBase64: result.answer?.base64 ?? false }
}

function requestOf<S extends Shape>(
  question: Question<S>,
  callOptions: CallOptions | string,
): BankRequest {
  const endpoint = endpointOf(question.endpoint)
  if (endpoint.movesMoney) throw new RangeError(`${question.endpoint}: moves money`)
  const query = new URLSearchParams(question.query).toString()
  return {
    ...resolveCallOptions(callOptions),
    method: endpoint.method,
    path: pathOf(question.endpoint, question.segments) + (query === '' ? '' : `?${query}`),
    purpose: question.endpoint,
    timeouts: answerTimeouts[endpoint.timeouts ?? 'read'],
    ...(question.body !== undefined && { body: question.body }),
    ...(endpoint.partnerClientId && { headers: partnerHeader(question.partnerClientId ?? null) }),
  }
}

function answerTo<S extends Shape>(
  question: Question<S>,
  result: ReadResult,
): BankAnswer<Reading<S>> {
  if (result.kind !== 'answered') return { kind: result.kind, reason: result.reason }
  return readAnswer(question.shape, result, question.rules)
}
