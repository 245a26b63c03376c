/**
 * What the wire and RTP calls answer: the payment response of initiation and status look-ups, which is
 * also how the answer of validation is read where its fields fit, since its own shape is not shown, and
 * the ServiceError of 400, 401 and 500 (`3-payments-and-ach-origination.md`; traps 18, 60, 61, 63, 65, 71).
 */
import type { BankAnswer } from '../answers/bank-answer.ts'
import { field, readingSchema, shape, type Reading } from '../answers/shape.ts'
import type { z } from '../../kernel/zod.ts'

const source = 'Wire/RTP Payments and ACH Origination Specification, Payment response'

/** Where the text stands when status, typed an object and seen as text, does come as an object (trap 60). */
export const statusMembers = ['status', 'paymentStatus', 'code', 'value'] as const

const paymentError = shape(source, {
  code: field.code('Error code', 'payment-error'),
  title: field.text('Error'),
  description: field.text('Description'),
})

/** No field is required: what of them is missing is null, and what is not here stands under `other`. */
export const paymentAnswer = shape(source, {
  status: field.either(field.code('Status', 'payment-status'), ...statusMembers),
  transactionId: field.identifier('Transaction id'),
  requestReference: field.identifier('Request reference'),
  sendersReference: field.identifier('Sender\u2019s reference'),
  receiversReference: field.identifier('Receiver\u2019s reference'),
  debitAccountNumber: field.account('Debit account'),
  creditAccountNumber: field.account('Credit account'),
  valueDate: field.date('Value date'),
  /** An integer by the document, a number in the request: shown beside what was sent, never compared (trap 61). */
  transferAmount: field.amount('Amount'),
  transferCurrency: field.text('Currency'),
  error: field.group('Error', paymentError),
  doddFrank: field.either(field.flag('Dodd-Frank'), 'doddFrank', 'noYesType', 'value', 'code'),
  clearingSystemReference: field.identifier('Clearing system reference'),
})
export type PaymentReading = Reading<typeof paymentAnswer>
export const paymentReading: z.ZodType<PaymentReading> = readingSchema(paymentAnswer)

/**
 * Whether the bank itself says that it finds no such payment: a 404 in its envelope. The 404 of a gateway,
 * such as an HTML page or an empty one, says nothing of the payment.
 */
export const saysNotFound = (answer: BankAnswer<unknown>): boolean =>
  answer.kind === 'refused' &&
  answer.problem === 'not-found' &&
  answer.unreadable === null &&
  (answer.messages.length > 0 || answer.trace.transactionId !== null)
