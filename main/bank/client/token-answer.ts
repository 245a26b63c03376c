/** The latest token answer for the window: in memory only, like the token. */
import type { CallRecordLink } from '../call-record.ts'
import { tokenText } from './token-call.ts'
import { tokenFactsIn, type TokenFacts, type TokenOwner } from './token-fields.ts'
import type { WireOutcome } from './transport.ts'

/** The answer of a token call without secrets. The facts are empty unless it was a success. */
export interface TokenAnswer extends TokenFacts, CallRecordLink {
  readonly status: number
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
