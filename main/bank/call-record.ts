/**
 * One call to the bank as stored: raw, without secrets. The fields are the columns of bank_calls.
 */
import { isUtf8 } from 'node:buffer'
import type { Lane } from '../../preload/contract/bank/lanes.ts'
import { leftOut, redactorFor, type Redactor } from './privacy/redact.ts'
import type { WireAnswer, WireOutcome, WireRequest } from './client/transport.ts'

/** Lane, waiting time and attempt of a call. */
export interface CallTurn {
  readonly lane: Lane
  /**
   * From the request to the start on the wire, by the monotonic clock: the wait for a token and for
   * a slot.
   */
  readonly waitedMs: number
  /** 2: repeated after a 401. */
  readonly attempt: 1 | 2
}

/** Instants are ISO UTC. An absent one means that the event did not happen. */
export interface BankCallRecord extends Partial<CallTurn> {
  readonly id: string
  readonly at: string
  /** The operator who made the call, or `system`. */
  readonly actor: string
  /** The id of the endpoint. */
  readonly purpose: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly status?: number
  readonly responseHeaders?: Readonly<Record<string, string>>
  /** The text, or base64 of the bytes when they are not UTF-8. */
  readonly responseBody?: string
  readonly responseBodyBase64: boolean
  readonly outcome: string
  /** JSON-safe details of the outcome. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
  readonly correlationId?: string
  readonly startedAt: string
  readonly writtenAt?: string
  readonly answeredAt?: string
  readonly finishedAt: string
}

/** The data from which a record is built. */
export interface CallFacts {
  readonly id: string
  readonly actor: string
  readonly purpose: string
  readonly turn: CallTurn
  readonly request: WireRequest
  readonly outcome: WireOutcome
  readonly verdict: string
  readonly detail: BankCallRecord['detail']
  readonly secrets: readonly string[]
  readonly tokenCall?: boolean
}

/** The answer as stored: text if the bytes are UTF-8. */
export interface StoredAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly base64: boolean
}

/** The text of a body, or null when its bytes are not UTF-8. A byte order mark is removed. */
export function utf8(body: Buffer): string | null {
  return isUtf8(body) ? body.toString('utf8').replace(/^\uFEFF/, '') : null
}

/**
 * Builds the record of one call and the stored answer, both redacted (bank note 39). Never throws:
 * if the redaction fails, the call is recorded without its bodies, and the record says so.
 */
export function recordOf(facts: CallFacts): Recorded {
  try {
    return recordFrom(facts, redactedTexts(facts))
  } catch {
    return recordFrom(facts, textsLeftOut(facts))
  }
}

/** A record, and the answer in it. */
interface Recorded {
  readonly record: BankCallRecord
  readonly kept: StoredAnswer | null
}

/** The texts of a call that must be redacted. */
interface CallTexts {
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly kept: StoredAnswer | null
}

function redactedTexts({ request, outcome, secrets, tokenCall }: CallFacts): CallTexts {
  const requestBody = request.body === undefined ? null : request.body.toString('utf8')
  const redact = redactorFor({
    secrets,
    requestBody: requestBody ?? undefined,
    tokenCall: tokenCall ?? false,
  })
  const answer = answerOf(outcome)
  return {
    path: redact.text(request.path),
    requestHeaders: redact.headers(request.headers),
    requestBody: requestBody === null ? null : redact.text(requestBody),
    kept: answer ? keptAnswer(answer, redact) : null,
  }
}

/** The parts that certainly hold no secret, for a call whose redaction failed. */
function textsLeftOut({ request, outcome, secrets }: CallFacts): CallTexts {
  const redact = redactorFor({ secrets })
  const answer = answerOf(outcome)
  return {
    path: redact.text(request.path),
    requestHeaders: redact.headers(request.headers),
    requestBody: request.body === undefined ? null : leftOut,
    kept: answer
      ? {
          status: answer.status,
          headers: redact.headers(answer.headers),
          body: leftOut,
          base64: false,
        }
      : null,
  }
}

function recordFrom(facts: CallFacts, { kept, ...texts }: CallTexts): Recorded {
  const { startedAt, writtenAt, answeredAt, finishedAt } = facts.outcome.times
  const correlationId = kept?.headers['x-correlationid']
  const isLeftOut = [texts.requestBody, kept?.body].includes(leftOut)
  const record: BankCallRecord = {
    id: facts.id,
    at: startedAt.toISOString(),
    actor: facts.actor,
    purpose: facts.purpose,
    method: facts.request.method,
    ...texts,
    ...facts.turn,
    waitedMs: Math.round(facts.turn.waitedMs),
    ...(kept && { status: kept.status, responseHeaders: kept.headers, responseBody: kept.body }),
    responseBodyBase64: kept?.base64 ?? false,
    outcome: facts.verdict,
    detail: { ...facts.detail, ...(isLeftOut && { bodyLeftOut: true }) },
    ...(correlationId !== undefined && { correlationId }),
    startedAt: startedAt.toISOString(),
    ...(writtenAt && { writtenAt: writtenAt.toISOString() }),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
    finishedAt: finishedAt.toISOString(),
  }
  return { record, kept }
}

/** The answer of a call, complete or partial. */
export function answerOf(outcome: WireOutcome): WireAnswer | undefined {
  if (outcome.kind === 'answered') return outcome.answer
  return outcome.kind === 'no-answer' ? outcome.partial : undefined
}

function keptAnswer({ status, headers, body }: WireAnswer, redact: Redactor): StoredAnswer {
  const text = utf8(body)
  const bytes = text === null ? redact.bytes(body) : null
  return {
    status,
    headers: redact.headers(headers),
    body: text === null ? (bytes?.toString('base64') ?? leftOut) : redact.answer(text),
    base64: bytes !== null,
  }
}
