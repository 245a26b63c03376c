/**
 * Answers of the wire and RTP calls: the payment response of initiation and status inquiry, and the
 * ServiceError of 400, 401 and 500 (bank document 3; bank notes 18, 60, 61, 63, 65, 71). The
 * document does not show the answer of validation, so it is read as a payment response where its
 * fields fit.
 */
import type { BankAnswer } from '../answers/bank-answer.ts'
import { field, readingSchema, shape, type Reading } from '../answers/shape.ts'
import type { z } from '../../kernel/zod.ts'

const source = 'Wire/RTP Payments and ACH Origination Specification, Payment response'

/**
 * Members with the text if status comes as an object: the document types it as an object and shows
 * it as text (bank note 60).
 */
export const statusMembers = ['status', 'paymentStatus', 'code', 'value'] as const

const paymentError = shape(source, {
  code: field.code('Error code', 'payment-error'),
  title: field.text('Error'),
  description: field.text('Description'),
})

/** No field is required: a missing one is null, and unknown content is under `other`. */
export const paymentAnswer = shape(source, {
  status: field.either(field.code('Status', 'payment-status'), ...statusMembers),
  transactionId: field.identifier('Transaction id'),
  requestReference: field.identifier('Request reference'),
  sendersReference: field.identifier('Sender\u2019s reference'),
  receiversReference: field.identifier('Receiver\u2019s reference'),
  debitAccountNumber: field.account('Debit account'),
  creditAccountNumber: field.account('Credit account'),
  valueDate: field.date('Value date'),
  /**
   * An integer by the document, a number in the request: shown beside the sent amount, never
   * compared (bank note 61).
   */
  transferAmount: field.amount('Amount'),
  transferCurrency: field.text('Currency'),
  error: field.group('Error', paymentError),
  doddFrank: field.either(field.flag('Dodd-Frank'), 'doddFrank', 'noYesType', 'value', 'code'),
  clearingSystemReference: field.identifier('Clearing system reference'),
})
export type PaymentReading = Reading<typeof paymentAnswer>
export const paymentReading: z.ZodType<PaymentReading> = readingSchema(paymentAnswer)

/**
 * Returns whether the bank itself reports that no such payment exists: a 404 in its envelope. A
 * gateway's 404, such as an HTML page or an empty body, says nothing about the payment.
 */
export const isNotFoundAnswer = (answer: BankAnswer<unknown>): boolean =>
  answer.kind === 'refused' &&
  answer.problem === 'not-found' &&
  answer.unreadable === null &&
  (answer.messages.length > 0 || answer.trace.transactionId !== null)
