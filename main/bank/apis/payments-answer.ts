/**
 * The rules of the payments API beyond the common envelope (bank document 3, Payment response and
 * Errors; bank notes 18, 65, 67, 71).
 */
import { paymentVocabulary } from '../answers/classification.ts'
import { messagesIn } from '../answers/envelope.ts'
import { isUnder, namedTexts } from '../answers/named-texts.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

/** The payment is the body itself; in an error it is inside ServiceError. */
function paymentIn(json: unknown): unknown {
  const inError = jsonObject(member(json, 'ServiceError'))
  const isThere = ['status', 'transactionId'].some((name) => member(json, name) !== undefined)
  return isThere ? json : (inError ?? json)
}

const statusOf = (json: unknown): string | null => paymentVocabulary.statusIn(paymentIn(json))
const isRejected = (json: unknown): boolean =>
  paymentVocabulary.rejected.includes(statusOf(json) ?? '')
const holds = (json: unknown, ...names: string[]): boolean =>
  names.some((name) => scalarText(member(paymentIn(json), name)) !== null)

/**
 * Initiation: a 200 with FAILED is a failure. ERROR and unlisted values prove nothing.
 * `classifyMoney` decides what happened to the payment, not this reading (bank note 71).
 */
export const initiationRules: AnswerRules = { place: paymentIn, failedInSuccess: isRejected }

/**
 * Validation, which creates no payment. A body that rejects the payment is a failure. A body that
 * may reject it is not understood. Neither counts as a passed check. The answer is not documented
 * (bank note 65).
 */
export const validationRules: AnswerRules = {
  place: paymentIn,
  anyJson: true,
  failedInSuccess: (json) =>
    isRejected(json) ||
    statusOf(json) === 'ERROR' ||
    holdsText(member(json, 'ServiceError')) ||
    holdsText(member(paymentIn(json), 'error')),
  undecided: mayObject,
}

const statusName = /^(payment|validation)?[\s_-]?status$/i
const objectingName = /error|fault|fail|valid|reject|problem|violation|declin|denied|warning/i
const objectingText =
  /\b(invalid|not valid|errors?|fault|fail|reject|violat|declin|denied|missing|refus)/i

/**
 * Whether a validation may reject without an outright failure: a status that is no acceptance, any
 * message, a member named like an error or a verdict, or a text with such words. The documents do
 * not show a passed validation, so an unclear body decides nothing (bank notes 65 and 71).
 */
function mayObject(json: unknown): boolean {
  if (messagesIn(json).length > 0) return true
  return [...namedTexts(json)].some((one) => {
    const isStatus = isUnder(one, statusName)
    if (isStatus) return !paymentVocabulary.accepted.includes(one.text)
    return isUnder(one, objectingName) || objectingText.test(one.text) || one.text === 'false'
  })
}

/**
 * A status inquiry: FAILED is a valid result if the answer names the payment. FAILED without a
 * payment means that the inquiry itself failed and says nothing about a payment (bank notes 67 and
 * 71).
 */
export const statusInquiryAnswerRules: AnswerRules = {
  place: paymentIn,
  failedInSuccess: (json) => isRejected(json) && !holds(json, 'transactionId', 'requestReference'),
}

/** Whether a value holds any text, at any depth. */
function holdsText(value: unknown): boolean {
  if (scalarText(value) !== null) return true
  const parts = Array.isArray(value) ? (value as unknown[]) : Object.values(jsonObject(value) ?? {})
  return parts.some(holdsText)
}
