/**
 * Classifies the result of one call into closed unions. A call that moves money is *not sent*,
 * *answered* or *outcome-unknown*: in doubt it is unknown. For a read call every complete answer is
 * *answered*.
 */
import type { CallFailure } from '../../../preload/contract/bank/account-validation.ts'
import { repeatedNames } from '../../../preload/contract/kernel/json.ts'
import { statusMembers } from '../../../preload/contract/bank/payments/payment-answer.ts'
import { utf8 } from '../call-record.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import {
  refusalAmbiguity,
  type RefusalAmbiguity,
  type MoneyVocabulary,
} from './ambiguous-refusal.ts'
import { isUnder, namedTexts, namesAnother, sentNames, type NamedText } from './named-texts.ts'
import { jsonObject, member, scalarText } from './read-shape.ts'
import { createdIdIn } from './transaction-ids.ts'
import type { WireAnswer, WireOutcome } from '../client/transport.ts'

/**
 * `status` is documented as an object and arrives as text: reads both, and every status member of
 * an object (bank note 60).
 */
function statusTexts(value: unknown): readonly string[] {
  const inside = statusMembers.map((name) => scalarText(member(value, name)))
  return [scalarText(value), ...inside].filter((text) => text !== null)
}
const statusOf = (holder: unknown): readonly string[] => statusTexts(member(holder, 'status'))

/**
 * Whether a text is a status of the payment or batch, at any depth and under any spelling of the
 * name.
 */
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
/** Members of a batch that describe its entries and not the batch as a whole. */
const ofEntries = /^(?:details|entries|addenda|errorMessages|informationMessages)$/i

/**
 * Wire and RTP: IN_PROCESS is acceptance only; ERROR and values that are not listed decide nothing
 * (bank note 71).
 */
export const paymentVocabulary: MoneyVocabulary = {
  accepted: ['IN_PROCESS', 'COMPLETED'],
  rejected: ['FAILED'],
  statusIn: (body) => statusOf(body)[0] ?? null,
  // Without a status of its own, a success is not decided by a status elsewhere in the body. With
  // one, a different status elsewhere contradicts it.
  statusesIn: (body) =>
    statusOf(body).length === 0
      ? []
      : [...namedTexts(body)].filter(isStatus).map(({ text }) => text),
  hasAcceptanceMark: (body) => scalarText(member(body, 'clearingSystemReference')) !== null,
  setOnlyIfAccepted: /^clearingSystemReference$/i,
  acceptanceText: /\b(IN_PROCESS|COMPLETED)\b|\bstatus\W{1,10}(in.process|completed|error)\b/i,
}

/** ACH batches. `rejected` is documented for addenda status only, and read here too. */
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
  hasAcceptanceMark: (body) =>
    [...entriesOf(member(body, 'batch')), ...entriesOf(body)].some(isAcceptedEntry),
  setOnlyIfAccepted: /^trace[\s_-]?number$/i,
  acceptanceText: /\bstatus\W{1,10}accepted\b|\bbatch (was |is )?accepted\b/i,
}

const batchStatuses = (body: unknown): readonly string[] => [
  ...statusOf(member(body, 'batch')),
  ...statusOf(body),
]

function entriesOf(batch: unknown): readonly unknown[] {
  const details = member(batch, 'details')
  return Array.isArray(details) ? (details as unknown[]) : [details]
}

/**
 * The bank assigns the trace number (bank note 86): an entry that has one is in the bank's books.
 */
const isAcceptedEntry = (entry: unknown): boolean =>
  scalarText(member(entry, 'traceNumber')) !== null ||
  statusOf(entry).some((status) => batchVocabulary.accepted.includes(status))

/** Why the outcome of a call that moves money is unknown. */
export type UnknownReason =
  | 'no-answer'
  /** A TLS alert that refuses the certificate, and nothing else: evidence, no proof. */
  | 'refused-by-alert'
  | 'answer-cut-off'
  | 'answer-followed'
  | 'answer-reset'
  | 'unclear-status'
  | RefusalAmbiguity
  | 'unreadable-answer'
  | 'undecided-answer'
  | 'names-repeated'
  | 'answer-of-another'

export type MoneyOutcome =
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }
  | { readonly kind: 'not-sent'; readonly reason: 'refused'; readonly status: number }
  | {
      readonly kind: 'answered'
      readonly verdict: 'accepted' | 'rejected'
      readonly status: number
      /** As returned by `parseExact`: numbers keep their digits. */
      readonly body: unknown
    }
  | {
      readonly kind: 'outcome-unknown'
      readonly reason: UnknownReason
      readonly status?: number
      readonly failure?: CallFailure
      /** The alert of `refused-by-alert`. */
      readonly alert?: number
      readonly transactionId?: string
    }

/**
 * The HTTP statuses with which the bank refuses a request, if its own error body refuses it too
 * (bank document 1, Errors).
 */
const refusals = new Set([400, 401, 403, 404, 405, 415, 429])

/**
 * Classifies a call that moves money; `sent` is the text of its request. Pure. The client never
 * passes `paused`, because it sends such a call again after the pause.
 */
export function classifyMoney(
  outcome: WireOutcome,
  vocabulary: MoneyVocabulary,
  sent: string,
): MoneyOutcome {
  switch (outcome.kind) {
    case 'paused':
      return { kind: 'not-sent', reason: 'rate-paused' }
    case 'not-written':
      return { kind: 'not-sent', reason: outcome.fault.code }
    case 'no-answer': {
      const { fault, partial } = outcome
      const { code: failure, alert } = fault
      if (alert !== undefined)
        return { kind: 'outcome-unknown', reason: 'refused-by-alert', failure, alert }
      return {
        kind: 'outcome-unknown',
        reason: partial ? 'answer-cut-off' : 'no-answer',
        failure,
        ...(partial && { status: partial.status }),
        ...transactionIn(partial),
      }
    }
    case 'answered':
      return classifyMoneyAnswer(outcome, vocabulary, sent)
  }
}

function classifyMoneyAnswer(
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
  // Nothing says which of the two answers belongs to the payment. A reset can discard a second one
  // before it is read.
  if (followedBy) return unknown(followedBy === 'reset' ? 'answer-reset' : 'answer-followed')
  const text = utf8(answer.body) ?? ''
  // JavaScript keeps the last of two members with one name, and the other may be the right one.
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
  const ambiguity = refusalAmbiguity(answer, vocabulary, sent)
  return ambiguity === null ? { kind: 'not-sent', reason: 'refused', status } : unknown(ambiguity)
}

/**
 * The verdict of a success; null if it has no status, contradicts itself or has a status that is
 * not listed (bank note 71).
 */
function verdictIn(body: unknown, vocabulary: MoneyVocabulary): 'accepted' | 'rejected' | null {
  const statuses = vocabulary.statusesIn(body)
  if (statuses.length === 0) return null
  if (statuses.every((status) => vocabulary.accepted.includes(status))) return 'accepted'
  const isRejected = statuses.every((status) => vocabulary.rejected.includes(status))
  return isRejected && !vocabulary.hasAcceptanceMark(body) ? 'rejected' : null
}

function transactionIn(answer: WireAnswer | undefined): { transactionId?: string } {
  const transactionId = answer && createdIdIn(answer.body.toString('utf8'))
  return transactionId === undefined ? {} : { transactionId }
}

/** The result of a call that only reads. */
export type ReadOutcome =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'no-answer'; readonly reason: CallFailure }
  | { readonly kind: 'not-sent'; readonly reason: CallFailure }

/**
 * Classifies a call that only reads; every complete answer counts as answered, at any status. Pure.
 */
export function classifyRead(outcome: WireOutcome): ReadOutcome {
  switch (outcome.kind) {
    case 'paused':
      return { kind: 'not-sent', reason: 'rate-paused' }
    case 'not-written':
      return { kind: 'not-sent', reason: outcome.fault.code }
    case 'no-answer':
      return { kind: 'no-answer', reason: outcome.fault.code }
    case 'answered':
      return { kind: 'answered', status: outcome.answer.status }
  }
}
