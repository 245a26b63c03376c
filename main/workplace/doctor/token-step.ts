/**
 * The access token step: whether the bank issues a token, and what the answer says (bank notes
 * 2-7).
 */
import type { ProductTerms } from '../../../preload/contract/api/profiles/profile-details.ts'
import type { BankClient } from '../../bank/bank-client.ts'
import type { FetchedToken, TokenAnswer } from '../../bank/connection.ts'
import { answerFacts, pauseFacts } from './answer-facts.ts'
import { attention, factsOf, failed, fine, type StepResult } from './step-result.ts'
import { compareProducts, namesOf } from './product-names.ts'

/** Gets a token, or uses the current one, and examines the fields that came with it. */
export async function examineToken(
  client: BankClient,
  terms: readonly ProductTerms[],
  signal?: AbortSignal,
): Promise<StepResult & { readonly hasToken: boolean; readonly answer: TokenAnswer | null }> {
  const token = await client.checkToken({ whenPaused: 'fail', signal })
  const answer = client.tokenAnswer()
  return token.kind === 'token'
    ? { ...withToken(client, answer, terms), hasToken: true, answer }
    : { ...withoutToken(client, token, answer), hasToken: false, answer }
}

function withToken(
  client: BankClient,
  answer: TokenAnswer | null,
  terms: readonly ProductTerms[],
): StepResult {
  const { token } = client.status()
  const times = token.state === 'held' ? token : null
  const compared = compareProducts(terms, answer?.products ?? [])
  const missing = compared?.missing ?? []
  const facts = factsOf(
    ['Obtained', times?.obtainedAt.toISOString()],
    ['Ends', times?.expiresAt.toISOString()],
    ['Status', answer?.fields.find(({ name }) => name === 'status')?.value],
    ['Products of the token', answer?.products.join(', ')],
    ['Listed in the profile, not in the token', namesOf(missing)],
    ['Names that could not be matched', compared?.unknown.join(', ')],
  )
  if (answer?.approved === false) return attention('token-not-approved', facts)
  if (missing.length === 0) return fine(facts)
  // An unknown name may be the missing product under another name, so the product is not certainly
  // missing.
  return compared?.unknown.length === 0
    ? failed('product-missing', facts)
    : attention('product-missing', facts)
}

function withoutToken(
  client: BankClient,
  { reason, status }: Extract<FetchedToken, { kind: 'failed' }>,
  answer: TokenAnswer | null,
): StepResult {
  const received = answer?.status === status ? answerFacts(answer?.answer ?? null, true) : []
  const { pausedUntil } = client.status()
  if (reason === 'rate-paused')
    return attention('rate-paused', [...received, ...pauseFacts(pausedUntil)])
  const facts = received.length > 0 ? received : factsOf(['No answer', reason])
  if (status === 403) return failed('token-forbidden', facts)
  return failed(
    status === 400 || status === 401 ? 'credentials-refused' : 'token-call-failed',
    facts,
  )
}
