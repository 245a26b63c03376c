/**
 * Decides whether a refusal proves that the bank took no payment or batch. A refusal is an answer
 * with an HTTP error; `rejected` is a status of the payment or batch. The HTTP status alone proves
 * nothing: the body of a 400, 401 or 500 carries the payment's status (bank document 3, Payment
 * response), and a gateway may refuse a request that the bank behind it has accepted (bank note
 * 18). So only the bank's own error body proves that nothing was accepted.
 */
import { messagesIn, within } from './envelope.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { isUnder, sentNames, textsOf, type NamedText } from './named-texts.ts'
import { jsonObject, member, scalarText } from './read-shape.ts'
import { createdIdIn } from './transaction-ids.ts'
import type { WireAnswer } from '../client/transport.ts'

/** How one API reports the result of a payment or batch. */
export interface MoneyVocabulary {
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
  /** The status in a body as returned by `parseExact`; null when there is none. */
  statusIn(body: unknown): string | null
  /** Every status that a success states for the whole; several may contradict each other. */
  statusesIn(body: unknown): readonly string[]
  /**
   * Whether a success with status rejected also holds a value that only an accepted payment or
   * batch has.
   */
  hasAcceptanceMark(body: unknown): boolean
  /** The members that the bank fills only for an accepted payment or batch. */
  readonly setOnlyIfAccepted: RegExp
  /** Text that says that something was accepted, or leaves it open. */
  readonly acceptanceText: RegExp
}

/** Why a refusal does not prove that nothing was accepted. */
export type RefusalAmbiguity = 'refused-with-transaction' | 'refused-with-status' | 'refused-barely'

/**
 * Why a refusal leaves the outcome unknown; null means that nothing was accepted. The outcome is
 * unknown if the body has an id of something that may have been created, a status that is no
 * rejection or text about something accepted. The same holds if the body is not the bank's own
 * error body: the common envelope with a message, or ServiceError with ERROR, FAILED or an error
 * code. A 429 needs no body (bank document 1, Errors). `sent` is the text of the request: an id
 * repeated from it is not new.
 */
export function refusalAmbiguity(
  answer: WireAnswer,
  vocabulary: MoneyVocabulary,
  sent: string,
): RefusalAmbiguity | null {
  const body = answer.body.toString('utf8')
  const texts = textsOf(body).filter((one) => !isOfHttp(one, answer.status))
  if (createdIdIn(body) !== undefined || texts.some(isIdBeside(sentNames(sent))))
    return 'refused-with-transaction'
  const refusing = ['ERROR', 'FAILED', ...vocabulary.rejected]
  if (texts.some((one) => isAmbiguous(one, vocabulary, refusing))) return 'refused-with-status'
  const parsed = parseExact(body)
  const isOwn = 'json' in parsed && isBanksOwn(parsed.json, refusing)
  return isOwn || answer.status === 429 ? null : 'refused-barely'
}

const statusName = /status(?:[\s_-]?code)?$|^(?:payment|batch|transaction)?[\s_-]?state$/i

/** Whether a text only repeats the HTTP status, which says nothing about a payment. */
const isOfHttp = ({ text }: NamedText, status: number): boolean => text.trim() === String(status)

/**
 * Names of ids in all spellings that members use. The two ids of the envelope trace the call and do
 * not identify a payment.
 */
const idNames = [
  /(?:^|[\s_-])(?:id|identifier|uuid|guid)$|imad|omad|uetr|^sendersReference$|^requestReference$/i,
  /[a-z](?:Id|ID|Identifier|Uuid|UUID|Guid|GUID)$/,
  /^(?:payment|transaction|transfer|batch|wire|order|entry|instruction|message|confirmation|tracking|trace|end[\s_-]?to[\s_-]?end)[\s_-]?(?:id|identifier|number|no|ref|reference)$/i,
]
const envelopeIds = /^(?:TransactionId|X-?CorrelationId)$/

const isIdBeside =
  (isSent: (text: string) => boolean) =>
  (one: NamedText): boolean => {
    const { names, text } = one
    if (names?.around === null && envelopeIds.test(names.name)) return false
    return text.trim() !== '' && !isSent(text) && idNames.some((name) => isUnder(one, name))
  }

/**
 * Words that any API may use for something accepted or possibly accepted: alone, or together with a
 * word for the payment or batch.
 */
const taken =
  '(?:accepted|received|created|queued|submitted|initiated|posted|completed|settled|successful|in[ _]process|in progress|pending|processing|duplicate|already)'
const takenAlone = new RegExp(`^\\W*(?:${taken}|success|ok)\\W*$`, 'i')
const takenOf = new RegExp(
  `\\b(?:payment|batch|transfer|transaction|request|order|wire|reference)s?\\b[^.!?]{0,60}\\b${taken}\\b|\\b(?:duplicate|already)\\b`,
  'i',
)

const isAmbiguous = (one: NamedText, vocabulary: MoneyVocabulary, refusing: readonly string[]) =>
  (isUnder(one, statusName) && !refusing.includes(one.text)) ||
  isUnder(one, vocabulary.setOnlyIfAccepted) ||
  (one.isFreeText &&
    (vocabulary.acceptanceText.test(one.text) ||
      takenAlone.test(one.text) ||
      takenOf.test(one.text) ||
      holdsOtherStatus(one, refusing)))

/** Whether JSON that broke off or is nested too deep contains a status that is no rejection. */
const holdsOtherStatus = ({ text }: NamedText, refusing: readonly string[]): boolean =>
  [...text.matchAll(/"(?:\w*_)?status"\s*:\s*"([^"]+)/gi)].some(
    ([, stated = '']) => !refusing.includes(stated),
  )

/**
 * Whether this is the bank's own error body and not the page or object of a gateway in front of it.
 */
function isBanksOwn(json: unknown, refusing: readonly string[]): boolean {
  if (scalarText(member(json, 'ErrorMessage'))?.trim()) return true
  const inError = jsonObject(member(json, 'ServiceError'))
  if (inError && messagesIn({ ServiceError: inError }).length > 0) return true
  return [inError, within(inError, 'batch'), jsonObject(json), within(json, 'batch')].some(
    (one) =>
      refusing.includes(scalarText(member(one, 'status')) ?? '') ||
      scalarText(within(one, 'error', 'code')) !== null,
  )
}
