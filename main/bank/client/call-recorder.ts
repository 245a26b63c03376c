/**
 * Builds the record of each call, without secrets, and saves it. The result of a call is returned
 * even when saving fails.
 */
import { classifyRead } from '../answers/classification.ts'
import { correlationIdOf } from '../answers/read-answer.ts'
import { transactionIdIn } from '../answers/transaction-ids.ts'
import {
  utf8,
  type BankCallRecord,
  type CallRecordLink,
  type CallTurn,
  type StoredAnswer,
} from '../call-record.ts'
import { leftOut } from '../../../preload/contract/kernel/not-kept.ts'
import { marksOf, redactorWith, type KnownSecret, type Redactor } from '../privacy/redact.ts'
import type { BankRequest } from './bank-call.ts'
import type { BankConnection, FetchedToken } from '../connection.ts'
import type { WireAnswer, WireOutcome, WireRequest } from './transport.ts'

export interface CallRecorderDeps {
  readonly connection: BankConnection
  readonly newId: () => string
  /** Saves one record; resolves when it is on disk. */
  readonly record: (call: BankCallRecord) => Promise<void>
}

/** One request that went to the wire, and how long it waited before. */
interface CompletedCall {
  readonly request: WireRequest
  readonly outcome: WireOutcome
  readonly waitedMs: number
}

/** Saves the records of one client. */
export class CallRecorder {
  readonly #deps: CallRecorderDeps
  readonly #tokens: () => readonly string[]
  readonly #announce: () => void
  #recording = true
  /** The spellings of the latest secrets, which rarely change. */
  #spelled: { readonly secrets: readonly string[]; readonly marks: readonly KnownSecret[] } = {
    secrets: [],
    marks: [],
  }

  /** `tokens` returns the tokens in force; `announce` is called after each record. */
  constructor(deps: CallRecorderDeps, tokens: () => readonly string[], announce: () => void) {
    this.#deps = deps
    this.#tokens = tokens
    this.#announce = announce
  }

  /** Whether the latest record was saved. */
  get recording(): boolean {
    return this.#recording
  }

  /** Saves a call of a service with its verdict. */
  save(
    { actor, purpose, lane }: BankRequest,
    { request, outcome, token, waitedMs }: CompletedCall & { readonly token: string },
    attempt: CallTurn['attempt'],
    verdict: { readonly kind: string },
  ): Promise<CallRecordLink> {
    return this.#save({
      request,
      outcome,
      actor,
      purpose,
      turn: { lane, waitedMs, attempt },
      verdict: verdict.kind,
      detail: detailSafely(outcome, verdict),
      secrets: this.#marksWith(token),
    })
  }

  /** Saves a token call, for which every other call waits. */
  saveToken(
    { request, outcome, waitedMs }: CompletedCall,
    token: FetchedToken,
  ): Promise<CallRecordLink> {
    return this.#save({
      request,
      outcome,
      actor: 'system',
      purpose: 'token',
      turn: { lane: 'unknown-outcome', waitedMs, attempt: 1 },
      verdict: classifyRead(outcome).kind,
      detail: { ...detailSafely(outcome), token: token.kind },
      secrets: this.#marksWith(...(token.kind === 'token' ? [token.value] : [])),
      tokenCall: true,
    })
  }

  async #save(facts: Omit<CallFacts, 'id'>): Promise<CallRecordLink> {
    const { record, stored } = recordOf({ ...facts, id: this.#deps.newId() })
    const recorded = await this.#isSaved(record)
    this.#recording = recorded
    this.#announce()
    const { times } = facts.outcome
    return { callId: recorded ? record.id : null, answer: stored, recorded, times }
  }

  /** A payment's outcome must be returned even when the store throws synchronously. */
  async #isSaved(record: BankCallRecord): Promise<boolean> {
    try {
      await this.#deps.record(record)
      return true
    } catch {
      return false
    }
  }

  /** The marks of all credentials and of the tokens in force, and of the token of one call. */
  #marksWith(...token: readonly string[]): readonly KnownSecret[] {
    const { consumerKey, consumerSecret, clientId, clientSecret } = this.#deps.connection
    const pair = `${consumerKey}:${consumerSecret}`
    const own = [pair, consumerKey, consumerSecret, clientId, clientSecret]
    const secrets = [...own, ...this.#tokens(), ...token]
    const known = this.#spelled.secrets
    const isKnown =
      known.length === secrets.length && secrets.every((secret, at) => secret === known[at])
    if (!isKnown) this.#spelled = { secrets, marks: marksOf(secrets) }
    return this.#spelled.marks
  }
}

/**
 * Returns the details of an outcome. Reading them from the answer may throw; the call is recorded
 * even then.
 */
function detailSafely(...about: Parameters<typeof detailOf>): BankCallRecord['detail'] {
  try {
    return detailOf(...about)
  } catch {
    return { detail: 'not read' }
  }
}

/** The details of an outcome for the record. */
function detailOf(outcome: WireOutcome, verdict: object = {}): BankCallRecord['detail'] {
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

/** The data from which a record is built. */
interface CallFacts {
  readonly id: string
  readonly actor: string
  readonly purpose: string
  readonly turn: CallTurn
  readonly request: WireRequest
  readonly outcome: WireOutcome
  readonly verdict: string
  readonly detail: BankCallRecord['detail']
  readonly secrets: readonly KnownSecret[]
  readonly tokenCall?: boolean
}

/**
 * Builds the record of one call and the stored answer, both redacted (bank note 39). Never throws:
 * if the redaction fails, the call is recorded without its bodies, and the record says so.
 */
function recordOf(facts: CallFacts): Recorded {
  try {
    return recordFrom(facts, redactedTexts(facts))
  } catch {
    return recordFrom(facts, textsLeftOut(facts))
  }
}

/** A record, and the answer in it. */
interface Recorded {
  readonly record: BankCallRecord
  readonly stored: StoredAnswer | null
}

/** The texts of a call that must be redacted. */
interface CallTexts {
  readonly path: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string | null
  readonly stored: StoredAnswer | null
}

function redactedTexts({ request, outcome, secrets, tokenCall }: CallFacts): CallTexts {
  const requestBody = request.body === undefined ? null : request.body.toString('utf8')
  const redact = redactorWith(secrets, {
    requestBody: requestBody ?? undefined,
    tokenCall: tokenCall ?? false,
  })
  const answer = answerOf(outcome)
  return {
    path: redact.text(request.path),
    requestHeaders: redact.headers(request.headers),
    requestBody: requestBody === null ? null : redact.text(requestBody),
    stored: answer ? storedAnswer(answer, redact) : null,
  }
}

/** The parts that certainly hold no secret, for a call whose redaction failed. */
function textsLeftOut({ request, outcome, secrets }: CallFacts): CallTexts {
  const redact = redactorWith(secrets)
  const answer = answerOf(outcome)
  return {
    path: redact.text(request.path),
    requestHeaders: redact.headers(request.headers),
    requestBody: request.body === undefined ? null : leftOut,
    stored: answer
      ? {
          status: answer.status,
          headers: redact.headers(answer.headers),
          body: leftOut,
          base64: false,
        }
      : null,
  }
}

function recordFrom(facts: CallFacts, { stored, ...texts }: CallTexts): Recorded {
  const { startedAt, writtenAt, answeredAt, finishedAt } = facts.outcome.times
  const isLeftOut = [texts.requestBody, stored?.body].includes(leftOut)
  const record: BankCallRecord = {
    id: facts.id,
    at: startedAt.toISOString(),
    actor: facts.actor,
    purpose: facts.purpose,
    method: facts.request.method,
    ...texts,
    ...facts.turn,
    waitedMs: Math.round(facts.turn.waitedMs),
    status: stored?.status ?? null,
    responseHeaders: stored?.headers ?? null,
    responseBody: stored?.body ?? null,
    responseBodyBase64: stored?.base64 ?? false,
    outcome: facts.verdict,
    detail: { ...facts.detail, ...(isLeftOut && { bodyLeftOut: true }) },
    correlationId: stored && correlationIdOf(stored),
    startedAt: startedAt.toISOString(),
    writtenAt: writtenAt?.toISOString() ?? null,
    answeredAt: answeredAt?.toISOString() ?? null,
    finishedAt: finishedAt.toISOString(),
  }
  return { record, stored }
}

/** The answer of a call, complete or partial. */
function answerOf(outcome: WireOutcome): WireAnswer | undefined {
  if (outcome.kind === 'answered') return outcome.answer
  return outcome.kind === 'no-answer' ? outcome.partial : undefined
}

function storedAnswer({ status, headers, body }: WireAnswer, redact: Redactor): StoredAnswer {
  const text = utf8(body)
  const bytes = text === null ? redact.bytes(body) : null
  return {
    status,
    headers: redact.headers(headers),
    body: text === null ? (bytes?.toString('base64') ?? leftOut) : redact.answer(text),
    base64: bytes !== null,
  }
}
