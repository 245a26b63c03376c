/** One call to the bank as it is kept: raw, less secrets. The columns of the store's bank_calls. */
import { isUtf8 } from 'node:buffer'
import type { Lane } from './lanes.ts'
import { redactorFor } from './redaction.ts'
import type { WireAnswer, WireOutcome, WireRequest } from './transport.ts'

/** How a call came to its turn. */
export interface CallTurn {
  readonly lane: Lane
  /** From the ask to the start on the wire, by the clock that never jumps: for a token and for a slot. */
  readonly waitedMs: number
  /** 2: made once more after a 401. */
  readonly attempt: 1 | 2
}

/** Instants are ISO UTC. Absent means that it did not happen. */
export interface BankCallRecord extends Partial<CallTurn> {
  readonly id: string
  readonly at: string
  /** The operator who asked, or `system`. */
  readonly actor: string
  /** What the call was for, the id of its endpoint. */
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
  /** JSON-safe: what stands behind the outcome. */
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
  readonly correlationId?: string
  readonly startedAt: string
  readonly writtenAt?: string
  readonly answeredAt?: string
  readonly finishedAt: string
}

/** What the record is made of. */
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

/** The answer as it is kept: text where the bytes are UTF-8. */
export interface KeptAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly base64: boolean
}

/** The text of a body, or null when its bytes are not UTF-8. */
export function utf8(body: Buffer): string | null {
  return isUtf8(body) ? body.toString('utf8') : null
}

/** Builds the record of one call and the answer as it is kept, both redacted (trap 39). */
export function recordOf(facts: CallFacts): { record: BankCallRecord; kept: KeptAnswer | null } {
  const { request, outcome } = facts
  const requestBody = request.body === undefined ? null : request.body.toString('utf8')
  const redact = redactorFor({
    secrets: facts.secrets,
    requestBody: requestBody ?? undefined,
    tokenCall: facts.tokenCall ?? false,
  })
  const answer = answerOf(outcome)
  const kept = answer ? keptAnswer(answer, redact) : null
  const { startedAt, writtenAt, answeredAt, finishedAt } = outcome.times
  const correlationId = kept?.headers['x-correlationid']
  const record: BankCallRecord = {
    id: facts.id,
    at: startedAt.toISOString(),
    actor: facts.actor,
    purpose: facts.purpose,
    method: request.method,
    path: redact.text(request.path),
    ...facts.turn,
    waitedMs: Math.round(facts.turn.waitedMs),
    requestHeaders: redact.headers(request.headers),
    requestBody: requestBody === null ? null : redact.text(requestBody),
    ...(kept && { status: kept.status, responseHeaders: kept.headers, responseBody: kept.body }),
    responseBodyBase64: kept?.base64 ?? false,
    outcome: facts.verdict,
    detail: facts.detail,
    ...(correlationId !== undefined && { correlationId }),
    startedAt: startedAt.toISOString(),
    ...(writtenAt && { writtenAt: writtenAt.toISOString() }),
    ...(answeredAt && { answeredAt: answeredAt.toISOString() }),
    finishedAt: finishedAt.toISOString(),
  }
  return { record, kept }
}

/** The answer of a call, whole or as far as it came. */
export function answerOf(outcome: WireOutcome): WireAnswer | undefined {
  if (outcome.kind === 'answered') return outcome.answer
  return outcome.kind === 'no-answer' ? outcome.partial : undefined
}

function keptAnswer(answer: WireAnswer, redact: ReturnType<typeof redactorFor>): KeptAnswer {
  const text = utf8(answer.body)
  return {
    status: answer.status,
    headers: redact.headers(answer.headers),
    body: text === null ? redact.bytes(answer.body).toString('base64') : redact.text(text),
    base64: text === null,
  }
}
