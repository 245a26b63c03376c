/**
 * What became of a call, in closed unions. For what moves money the rule is the design's (The bank
 * client, Classification): an outcome is *not sent*, *answered* or *unknown*, and whatever is not one of
 * the first two beyond doubt is unknown. For everything else the answer is simply handed on.
 */
import type { CallFailure } from '../../../preload/contract/bank/account-validation.ts'
import { repeatedNames } from '../../../preload/contract/kernel/json-text.ts'
import { statusMembers } from '../../../preload/contract/bank/payments/payment-answer.ts'
import { utf8 } from '../client/call-record.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import {
  rejectionAmbiguity,
  type RejectionAmbiguity,
  type MoneyVocabulary,
} from './ambiguous-rejection.ts'
import { isUnder, namedTexts, type NamedText } from '../privacy/named-texts.ts'
import { jsonObject, member, scalarText } from './read-shape.ts'
import { namesAnother, sentNames } from '../privacy/sent-names.ts'
import { createdIdIn } from './service-error.ts'
import type { WireAnswer, WireOutcome } from '../client/transport.ts'

/** `status` is typed an object and seen as text: both are read, and all that an object says (trap 60). */
function statusTexts(value: unknown): readonly string[] {
  const inside = statusMembers.map((name) => scalarText(member(value, name)))
  return [scalarText(value), ...inside].filter((text) => text !== null)
}
const statusOf = (holder: unknown): readonly string[] => statusTexts(member(holder, 'status'))

/** Whether a text is a status of what was sent, wherever it stands and whatever the member is called. */
function isStatus({ names, text }: NamedText): boolean {
  if (names === null) return false
  const isCodeOfHttp = /code$/i.test(names.name) && /^\d{3}$/.test(text)
  const isInObject = statusMembers.some((name) => name === names.name)
  return (
    !isCodeOfHttp &&
    (statusName.test(names.name) || (isInObject && statusName.test(names.around?.name ?? '')))
  )
}
const statusName = /^(?:payment|batch|transaction|transfer|order)?[\s_-]?status(?:[\s_-]?code)?$/i
/** What of a batch is told of its entries and not of the whole. */
const ofEntries = /^(?:details|entries|addenda|errorMessages|informationMessages)$/i

/** Wire and RTP: IN_PROCESS is acceptance only; ERROR and what is not listed decide nothing (trap 71). */
export const paymentVocabulary: MoneyVocabulary = {
  accepted: ['IN_PROCESS', 'COMPLETED'],
  rejected: ['FAILED'],
  statusIn: (body) => statusOf(body)[0] ?? null,
  // A status elsewhere alone decides nothing of a success; beside its own it may contradict it.
  statusesIn: (body) =>
    statusOf(body).length === 0
      ? []
      : [...namedTexts(body)].filter(isStatus).map(({ text }) => text),
  holdsTaken: (body) => scalarText(member(body, 'clearingSystemReference')) !== null,
  givenWhenTaken: /^clearingSystemReference$/i,
  takenInWords: /\b(IN_PROCESS|COMPLETED)\b|\bstatus\W{1,10}(in.process|completed|error)\b/i,
}

/** ACH batches. `rejected` is documented for addenda status and read here too. */
export const batchVocabulary: MoneyVocabulary = {
  accepted: ['accepted'],
  rejected: ['rejected'],
  statusIn: (body) => batchStatuses(body)[0] ?? null,
  statusesIn: (body) =>
    batchStatuses(body).length === 0
      ? []
      : [...namedTexts(body)]
          .filter((one) => isStatus(one) && !isUnder(one, ofEntries))
          .map(({ text }) => text),
  holdsTaken: (body) =>
    [...entriesOf(member(body, 'batch')), ...entriesOf(body)].some(isTakenEntry),
  givenWhenTaken: /^trace[\s_-]?number$/i,
  takenInWords: /\bstatus\W{1,10}accepted\b|\bbatch (was |is )?accepted\b/i,
}

const batchStatuses = (body: unknown): readonly string[] => [
  ...statusOf(member(body, 'batch')),
  ...statusOf(body),
]

function entriesOf(batch: unknown): readonly unknown[] {
  const details = member(batch, 'details')
  return Array.isArray(details) ? (details as unknown[]) : [details]
}

/** The trace number is the bank's own (trap 86): an entry that has one is in its books. */
const isTakenEntry = (entry: unknown): boolean =>
  scalarText(member(entry, 'traceNumber')) !== null ||
  statusOf(entry).some((status) => batchVocabulary.accepted.includes(status))

/** Why a money call's outcome is not known. */
export type UnknownReason =
  | 'no-answer'
  | 'answer-cut-off'
  | 'answer-followed'
  | 'unclear-status'
  | RejectionAmbiguity
  | 'unreadable-answer'
  | 'undecided-answer'
  | 'names-repeated'
  | 'answer-of-another'

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

/** The statuses of the document by which the bank refuses, where its own error body does so too (1-platform.md, Errors). */
const refusals = new Set([400, 401, 403, 404, 405, 415, 429])

/**
 * Classifies a call that moves money, whose request was `sent`. Pure; `held` never gets here, since such a call waits
 * again.
 */
export function classifyMoney(
  outcome: WireOutcome,
  vocabulary: MoneyVocabulary,
  sent: string,
): MoneyOutcome {
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
      return moneyAnswer(outcome, vocabulary, sent)
  }
}

function moneyAnswer(
  { answer, followedBy }: Extract<WireOutcome, { kind: 'answered' }>,
  vocabulary: MoneyVocabulary,
  sent: string,
): MoneyOutcome {
  const { status } = answer
  const unknown = (reason: UnknownReason): MoneyOutcome => ({
    kind: 'outcome-unknown',
    reason,
    status,
    ...transactionIn(answer),
  })
  // Which of them is the payment's, nothing says.
  if (followedBy) return unknown('answer-followed')
  const text = utf8(answer.body) ?? ''
  // The engine keeps the last of two members of one name, and the other may be the true one.
  if (repeatedNames(text).length > 0) return unknown('names-repeated')
  if (status >= 200 && status < 300) {
    const parsed = parseExact(text)
    const body = 'json' in parsed ? jsonObject(parsed.json) : undefined
    if (body === undefined) return unknown('unreadable-answer')
    if (namesAnother(body, sentNames(sent))) return unknown('answer-of-another')
    const verdict = verdictIn(body, vocabulary)
    if (verdict !== null) return { kind: 'answered', verdict, status, body }
    return unknown('undecided-answer')
  }
  if (!refusals.has(status)) return unknown('unclear-status')
  const doubt = rejectionAmbiguity(answer, vocabulary, sent)
  return doubt === null ? { kind: 'not-sent', reason: 'refused', status } : unknown(doubt)
}

/** What a success decides; null where it says nothing, contradicts itself or is not listed (trap 71). */
function verdictIn(body: unknown, vocabulary: MoneyVocabulary): 'accepted' | 'rejected' | null {
  const said = vocabulary.statusesIn(body)
  if (said.length === 0) return null
  if (said.every((status) => vocabulary.accepted.includes(status))) return 'accepted'
  const isRejected = said.every((status) => vocabulary.rejected.includes(status))
  return isRejected && !vocabulary.holdsTaken(body) ? 'rejected' : null
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
