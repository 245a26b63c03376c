/**
 * How the payments API answers beside the common envelope (3-payments-and-ach-origination.md, Payment
 * response and Errors; traps 18, 65, 67, 71).
 */
import { paymentVocabulary } from '../answers/classification.ts'
import { messagesIn } from '../answers/envelope.ts'
import { isUnder, namedTexts } from '../privacy/named-texts.ts'
import type { AnswerRules } from '../answers/read-answer.ts'
import { jsonObject, member, scalarText } from '../answers/read-shape.ts'

/** The payment stands in the body itself, on an error in its ServiceError. */
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
 * Initiation: a 200 with FAILED is a failure. ERROR and what is not listed are answers that decide
 * nothing; what became of the payment is the outcome's to say, never this reading's (trap 71).
 */
export const initiationRules: AnswerRules = { place: paymentIn, failedInSuccess: isRejected }

/**
 * Validation, which creates no payment: what says no to the payment is a failure, and what may do so is not
 * decided, so that nobody takes either for a passed check. Its answer is not shown (trap 65).
 */
export const validationRules: AnswerRules = {
  place: paymentIn,
  anyJson: true,
  failedInSuccess: (json) =>
    isRejected(json) ||
    statusOf(json) === 'ERROR' ||
    says(member(json, 'ServiceError')) ||
    says(member(paymentIn(json), 'error')),
  undecided: mayObject,
}

const statusName = /^(payment|validation)?[\s_-]?status$/i
const objectingName = /error|fault|fail|valid|reject|problem|violation|declin|denied|warning/i
const objectingWords =
  /\b(invalid|not valid|errors?|fault|fail|reject|violat|declin|denied|missing|refus)/i

/**
 * Whether a validation may object where it does not fail outright: a status that is not listed or no
 * acceptance, any message, a member named like an error or a verdict, or words of one. Nobody shows how it
 * passes, so what is not plain decides nothing (traps 65 and 71).
 */
function mayObject(json: unknown): boolean {
  if (messagesIn(json).length > 0) return true
  return [...namedTexts(json)].some((one) => {
    const isStatus = isUnder(one, statusName)
    if (isStatus) return !paymentVocabulary.accepted.includes(one.text)
    return isUnder(one, objectingName) || objectingWords.test(one.text) || one.text === 'false'
  })
}

/**
 * A status look-up: FAILED is what it was asked for, as long as the answer names the payment. FAILED
 * about nothing is the look-up's own failure and says nothing about a payment (traps 67 and 71).
 */
export const statusInquiryRules: AnswerRules = {
  place: paymentIn,
  failedInSuccess: (json) => isRejected(json) && !holds(json, 'transactionId', 'requestReference'),
}

/** Whether a value holds any text, at any depth. */
function says(value: unknown): boolean {
  if (scalarText(value) !== null) return true
  const parts = Array.isArray(value) ? (value as unknown[]) : Object.values(jsonObject(value) ?? {})
  return parts.some(says)
}
