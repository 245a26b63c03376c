/** The token call: its request, and the lenient reading of its answer (bank notes 1-5). */
import { pathOf } from '../../../preload/contract/bank/endpoints.ts'
import { basicAuthorization } from '../../platform/basic-authorization.ts'
import { utf8, type CallRecordLink } from '../call-record.ts'
import type { BankConnection, FetchedToken, TokenAnswer } from '../connection.ts'
import { member, objectIn, scalarText } from '../answers/read-shape.ts'
import { readable } from './bank-call.ts'
import { tokenFactsIn, type TokenOwner } from './token-fields.ts'
import { answerTimeouts, type WireOutcome, type WireRequest } from './transport.ts'

const longestLifetimeMs = 24 * 60 * 60 * 1_000

/**
 * The request of the token call: scope in the query, the client's pair in the form, the consumer's
 * in Basic (bank note 1).
 */
export function tokenRequest(credentials: BankConnection): WireRequest {
  const form = new URLSearchParams({
    Id: credentials.clientId,
    Key: credentials.clientSecret,
    grant_type: 'client_credentials',
  })
  return {
    method: 'POST',
    path: `${pathOf('token')}?scope=rs-read`,
    headers: {
      authorization: basicAuthorization(credentials.consumerKey, credentials.consumerSecret),
      'content-type': 'application/x-www-form-urlencoded',
      ...readable,
    },
    body: Buffer.from(form.toString()),
    timeouts: answerTimeouts.token,
  }
}

/** Reads a token answer leniently: only `access_token` is required (bank notes 2, 3, 5). */
export function readToken(body: string): { value: string; lifetimeMs: number } | undefined {
  const answer = objectIn(body)
  const value = scalarText(member(answer, 'access_token'))
  if (value === null) return undefined
  // The document gives no unit; seconds is the shortest sensible reading, and 24 h the documented
  // life.
  const seconds = Number(scalarText(member(answer, 'expires_in')) ?? NaN)
  const stated = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : longestLifetimeMs
  return { value: value.trim(), lifetimeMs: Math.min(stated, longestLifetimeMs) }
}

/** A token answer as text; bytes that are not UTF-8 do not cost the token. */
const tokenText = (body: Buffer): string => utf8(body) ?? body.toString('latin1')

/**
 * The result of a token call. Any answer but a 2xx with a token is a refusal, and a 401 one of the
 * credentials (bank note 7); only a 429 is none, because it requests a pause.
 */
export function tokenIn(outcome: WireOutcome): FetchedToken {
  if (outcome.kind === 'paused') return { kind: 'failed', reason: 'rate-paused' }
  if (outcome.kind !== 'answered') return { kind: 'failed', reason: outcome.fault.code }
  const { status, body } = outcome.answer
  if (status === 429) return { kind: 'failed', reason: 'rate-paused', status }
  const token = status >= 200 && status < 300 ? readToken(tokenText(body)) : undefined
  if (token) return { kind: 'token', ...token }
  return {
    kind: 'failed',
    reason: status === 401 ? 'credentials-refused' : 'token-refused',
    status,
  }
}

/** The answer of a token call; undefined when no complete one came. */
export function tokenAnswerOf(
  outcome: WireOutcome,
  trace: CallRecordLink,
  owner: TokenOwner,
): TokenAnswer | undefined {
  if (outcome.kind !== 'answered') return undefined
  const { status, body } = outcome.answer
  const succeeded = status >= 200 && status < 300
  return { ...trace, status, ...tokenFactsIn(succeeded ? tokenText(body) : '', owner) }
}
