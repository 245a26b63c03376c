/**
 * What became of a call, in closed unions. For what moves money the rule is the design's (The bank
 * client, Classification): an outcome is *not sent*, *answered* or *unknown*, and whatever is not one of
 * the first two beyond doubt is unknown. For everything else the answer is simply handed on.
 */
import type { CallFailure } from '../../preload/contract/account-validation.ts'
import { statusMembers } from '../../preload/contract/payments/payment-answer.ts'
import { utf8 } from './call-record.ts'
import { parseExact } from './exact-json.ts'
import { jsonObject, member, scalarText } from './read-shape.ts'
import { createdIdIn } from './service-error.ts'
import type { WireAnswer, WireOutcome } from './transport.ts'

/** How one API says in a 2xx body what it did. */
export interface MoneyVocabulary {
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
  /** The status in a body as `parseExact` reads it; null when there is none. */
  statusIn(body: unknown): string | null
}

/** `status` is typed an object and seen as text: both are read (trap 60). */
function statusText(value: unknown): string | null {
  const inside = statusMembers.map((name) => scalarText(member(value, name)))
  return scalarText(value) ?? inside.find((text) => text !== null) ?? null
}

/** Wire and RTP: IN_PROCESS is acceptance only; ERROR and what is not listed decide nothing (trap 71). */
export const paymentVocabulary: MoneyVocabulary = {
  accepted: ['IN_PROCESS', 'COMPLETED'],
  rejected: ['FAILED'],
  statusIn: (body) => statusText(member(body, 'status')),
}

/** ACH batches. `rejected` is documented for addenda status and read here too. */
export const batchVocabulary: MoneyVocabulary = {
  accepted: ['accepted'],
  rejected: ['rejected'],
  statusIn: (body) => statusText(member(member(body, 'batch'), 'status') ?? member(body, 'status')),
}

/** Why a money call's outcome is not known. */
export type UnknownReason =
  | 'no-answer'
  | 'answer-cut-off'
  | 'unclear-status'
  | 'refused-with-transaction'
  | 'unreadable-answer'
  | 'undecided-answer'

/** The three outcomes of a call that moves money. */
export type MoneyOutcome =
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }
  | { readonly kind: 'not-sent'; readonly reason: 'refused'; readonly status: number }
  | {
      readonly kind: 'answered'
      readonly verdict: 'accepted' | 'rejected'
      readonly status: number
      /** As `parseExact` reads it: numbers keep their digits. */
      readonly body: unknown
    }
  | {
      readonly kind: 'outcome-unknown'
      readonly reason: UnknownReason
      readonly status?: number
      readonly failure?: CallFailure
      readonly transactionId?: string
    }

/** Refusals by which the bank says that nothing was taken in, as long as they name no payment (trap 18). */
const refusals = new Set([400, 401, 403, 404, 405, 415, 429])

/** Classifies a call that moves money. Pure; `held` never gets here, since such a call waits again. */
export function classifyMoney(outcome: WireOutcome, vocabulary: MoneyVocabulary): MoneyOutcome {
  switch (outcome.kind) {
    case 'held':
      return { kind: 'not-sent', reason: 'rate-paused' }
    case 'not-written':
      return { kind: 'not-sent', reason: outcome.fault.code }
    case 'no-answer':
      return {
        kind: 'outcome-unknown',
        reason: outcome.partial ? 'answer-cut-off' : 'no-answer',
        failure: outcome.fault.code,
        ...(outcome.partial && { status: outcome.partial.status }),
        ...transactionIn(outcome.partial),
      }
    case 'answered':
      return moneyAnswer(outcome.answer, vocabulary)
  }
}

function moneyAnswer(answer: WireAnswer, vocabulary: MoneyVocabulary): MoneyOutcome {
  const { status } = answer
  const unknown = (reason: UnknownReason): MoneyOutcome => ({
    kind: 'outcome-unknown',
    reason,
    status,
    ...transactionIn(answer),
  })
  if (status >= 200 && status < 300) {
    const parsed = parseExact(utf8(answer.body) ?? '')
    const body = 'json' in parsed ? jsonObject(parsed.json) : undefined
    if (body === undefined) return unknown('unreadable-answer')
    const said = vocabulary.statusIn(body)
    if (said !== null && vocabulary.accepted.includes(said)) {
      return { kind: 'answered', verdict: 'accepted', status, body }
    }
    if (said !== null && vocabulary.rejected.includes(said)) {
      return { kind: 'answered', verdict: 'rejected', status, body }
    }
    return unknown('undecided-answer')
  }
  if (!refusals.has(status)) return unknown('unclear-status')
  if (transactionIn(answer).transactionId !== undefined) return unknown('refused-with-transaction')
  return { kind: 'not-sent', reason: 'refused', status }
}

function transactionIn(answer: WireAnswer | undefined): { transactionId?: string } {
  const transactionId = answer && createdIdIn(answer.body.toString('utf8'))
  return transactionId === undefined ? {} : { transactionId }
}

/** What became of a call that only asks. */
export type ReadOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'no-answer'; readonly reason: CallFailure }
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }

/** Classifies a call that only asks; every complete answer counts, whatever its status. Pure. */
export function classifyRead(outcome: WireOutcome): ReadOutcome {
  switch (outcome.kind) {
    case 'held':
      return { kind: 'not-sent', reason: 'rate-paused' }
    case 'not-written':
      return { kind: 'not-sent', reason: outcome.fault.code }
    case 'no-answer':
      return { kind: 'no-answer', reason: outcome.fault.code }
    case 'answered':
      return { kind: 'answered', status: outcome.answer.status }
  }
}
