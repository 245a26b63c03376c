/**
 * One question to the bank and what became of it, for every call that only asks: the path filled in, the
 * answer read by its shape, and asked again where that is safe (1-platform.md, Errors; traps 15-23).
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { BankAnswer } from '../../preload/contract/answers/bank-answer.ts'
import type { Reading, Shape } from '../../preload/contract/answers/shape.ts'
import { endpointOf, pathOf, type EndpointId } from '../../preload/contract/endpoints.ts'
import { isWorthAskingAgain, pausesBefore } from './asking-again.ts'
import type { ReadResult } from './bank-call.ts'
import type { BankClient } from './bank-client.ts'
import { callOf, type CallManner } from './call-manner.ts'
import { partnerHeader } from './health-check.ts'
import { readAnswer, type AnswerRules } from './read-answer.ts'

/** What is asked. `body` is the exact JSON text; `path` overrides the documented one where it is a setting (trap 26). */
export interface Question<S extends Shape> {
  readonly endpoint: EndpointId
  readonly shape: S
  readonly segments?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  /** For wire and RTP calls; throws RangeError for such a call when the profile has none. */
  readonly partnerClientId?: string | null
  /** What this API does beside the common envelope. */
  readonly rules?: AnswerRules
}

/** What became of a question. */
export interface Asked<R> {
  readonly answer: BankAnswer<R>
  /** The id of the last recorded call; null when none was made. */
  readonly callId: string | null
  /** The answer as it is kept, raw less secrets; null when none came. */
  readonly raw: string | null
}

/** How a question is asked again; a test hands in its own wait. */
export type Wait = (ms: number, signal?: AbortSignal) => Promise<void>
const wait: Wait = (ms, signal) => pause(ms, undefined, { ...(signal && { signal }) })

/**
 * Asks. Resolves whatever the bank does; throws RangeError only for a path segment or PartnerClientId that
 * is missing, since whoever asks has checked. An endpoint that `asksAgain` is asked again after a lost
 * connection, 502 or 504, with growing pauses and inside the rate budget; nothing else ever is.
 */
export async function ask<S extends Shape>(
  client: Pick<BankClient, 'read'>,
  question: Question<S>,
  manner: CallManner | string,
  waiting: Wait = wait,
): Promise<Asked<Reading<S>>> {
  const endpoint = endpointOf(question.endpoint)
  const query = new URLSearchParams(question.query).toString()
  const call = callOf(manner)
  const request = {
    ...call,
    method: endpoint.method,
    path: pathOf(question.endpoint, question.segments) + (query === '' ? '' : `?${query}`),
    purpose: question.endpoint,
    ...(question.body !== undefined && { body: question.body }),
    ...(endpoint.partnerClientId && { headers: partnerHeader(question.partnerClientId ?? null) }),
  }
  const once = async () => {
    const result = await client.read(request)
    return { result, answer: answerTo(question, result) }
  }
  let asked = await once()
  for (const ms of endpoint.asksAgain ? pausesBefore() : []) {
    if (!isWorthAskingAgain(asked.answer) || call.signal?.aborted) break
    const waited = await waiting(ms, call.signal).then(
      () => true,
      () => false,
    )
    if (!waited) break
    asked = await once()
  }
  const { result, answer } = asked
  return { answer, callId: result.callId, raw: result.answer?.body ?? null }
}

function answerTo<S extends Shape>(
  question: Question<S>,
  result: ReadResult,
): BankAnswer<Reading<S>> {
  if (result.kind !== 'answered') return { kind: result.kind, reason: result.reason }
  return readAnswer(question.shape, result, question.rules)
}
