/**
 * What a refusal says of a payment or batch. The status of HTTP alone does not say that nothing was taken in: the body of
 * a 400, 401 or 500 carries the payment's status (3-payments-and-ach-origination.md, Payment response), and a gateway
 * may refuse what the bank behind it has taken in (trap 18). So only the bank's own error body refuses.
 */
import { messagesIn, within } from './envelope.ts'
import { parseExact } from '../../platform/json/exact-json.ts'
import { isUnder, textsOf, type NamedText } from '../privacy/named-texts.ts'
import { jsonObject, member, scalarText } from './read-shape.ts'
import { sentNames } from '../privacy/sent-names.ts'
import { createdIdIn } from './service-error.ts'
import type { WireAnswer } from '../client/transport.ts'

/** How one API says what it did with a payment or batch. */
export interface MoneyVocabulary {
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
  /** The status in a body as `parseExact` reads it; null when there is none. */
  statusIn(body: unknown): string | null
  /** Every status that a success states of the whole; several may contradict each other. */
  statusesIn(body: unknown): readonly string[]
  /** Whether a success that says rejected holds what only something taken in has. */
  holdsTaken(body: unknown): boolean
  /** The members that the bank gives only to what it took in. */
  readonly givenWhenTaken: RegExp
  /** What says in words that something was taken in, or leaves it open. */
  readonly takenInWords: RegExp
}

/** Why a refusal does not say that nothing was taken in. */
export type RejectionAmbiguity =
  | 'refused-with-transaction'
  | 'refused-with-status'
  | 'refused-barely'

/**
 * Why a refusal leaves a doubt; null: nothing was taken in. It names something that may have been made, states a status
 * that refuses nothing, speaks of something taken in, or is not the bank's own error body: the common envelope with a
 * message, or ServiceError with ERROR, FAILED or an error code. A 429 needs no body (1-platform.md, Errors). `sent` is
 * the text of the request: what of it is repeated names nothing new.
 */
export function rejectionAmbiguity(
  answer: WireAnswer,
  vocabulary: MoneyVocabulary,
  sent: string,
): RejectionAmbiguity | null {
  const body = answer.body.toString('utf8')
  const texts = textsOf(body).filter((one) => !isOfHttp(one, answer.status))
  if (createdIdIn(body) !== undefined || texts.some(isIdBeside(sentNames(sent))))
    return 'refused-with-transaction'
  const refusing = ['ERROR', 'FAILED', ...vocabulary.rejected]
  if (texts.some((one) => leavesDoubt(one, vocabulary, refusing))) return 'refused-with-status'
  const parsed = parseExact(body)
  const isOwn = 'json' in parsed && isBanksOwn(parsed.json, refusing)
  return isOwn || answer.status === 429 ? null : 'refused-barely'
}

const statusName = /status(?:[\s_-]?code)?$|^(?:payment|batch|transaction)?[\s_-]?state$/i

/** Whether a text is the status of HTTP again, which says nothing of a payment. */
const isOfHttp = ({ text }: NamedText, status: number): boolean => text.trim() === String(status)

/** An id by its name, in the writings that members have. The envelope's two trace the call, whatever it is about. */
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

/** Words of any API by which something was taken in, or may have been: alone, or of what was sent. */
const taken =
  '(?:accepted|received|created|queued|submitted|initiated|posted|completed|settled|successful|in[ _]process|in progress|pending|processing|duplicate|already)'
const takenAlone = new RegExp(`^\\W*(?:${taken}|success|ok)\\W*$`, 'i')
const takenOf = new RegExp(
  `\\b(?:payment|batch|transfer|transaction|request|order|wire|reference)s?\\b[^.!?]{0,60}\\b${taken}\\b|\\b(?:duplicate|already)\\b`,
  'i',
)

const leavesDoubt = (one: NamedText, vocabulary: MoneyVocabulary, refusing: readonly string[]) =>
  (isUnder(one, statusName) && !refusing.includes(one.text)) ||
  isUnder(one, vocabulary.givenWhenTaken) ||
  (one.isWords &&
    (vocabulary.takenInWords.test(one.text) ||
      takenAlone.test(one.text) ||
      takenOf.test(one.text) ||
      saysBroken(one, refusing)))

/** Whether JSON that broke off or is nested too deep states a status that is no rejection. */
const saysBroken = ({ text }: NamedText, refusing: readonly string[]): boolean =>
  [...text.matchAll(/"(?:\w*_)?status"\s*:\s*"([^"]+)/gi)].some(
    ([, said = '']) => !refusing.includes(said),
  )

/** Whether this is the error body of the bank and not a page or object of a gateway before it. */
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
