/** The payment response of the document. */
import { errorOf, paymentStatusOf, type BusinessStatus, type Payment } from './payment-course.ts'
import { wholeAmount } from './payment-amount.ts'
import { paymentError, paymentErrors, type PaymentOrder } from './payment-order.ts'

/**
 * `status` and `doddFrank` are typed as objects with undocumented members, but were seen as texts
 * (bank note 60).
 */
const reported = (name: string, value: string, asObject: boolean): unknown =>
  asObject ? { [name]: value } : value

const finalWith: ReadonlySet<BusinessStatus> = new Set(['Completed', 'Returned'])

/** The reference that the network returns; wires and RTP have their own forms. */
function clearingReference({ transactionId, order }: Payment): string {
  const digits = transactionId.replaceAll(/\D/g, '').padEnd(18, '0')
  return order.service === 'WIRE'
    ? `${digits.slice(0, 8)}QMGFNP55${digits.slice(-6)}`
    : `${digits.slice(0, 8)}550060066P1BRTP${digits.slice(-10)}`
}

/**
 * Returns the part of an order that a response repeats. transferAmount is an integer in answers
 * (bank note 61): here whole units of the currency without decimals, not minor units, so 12,500.75
 * becomes 12500.
 */
export const orderAnswer = (order: PaymentOrder): object => ({
  requestReference: order.requestReference,
  ...(order.receiversReference !== null && { receiversReference: order.receiversReference }),
  debitAccountNumber: order.debitAccount,
  creditAccountNumber: order.creditAccount,
  valueDate: order.valueDate,
  transferAmount: wholeAmount(order.amountMinor, order.currency),
  transferCurrency: order.currency,
})

/**
 * Returns a payment as status inquiries and initiate show it. The sender's reference equals the
 * transaction id (bank note 63).
 */
export function paymentAnswer(payment: Payment, status: BusinessStatus, asObject: boolean): object {
  const error = errorOf(status)
  return {
    status: reported('paymentStatus', paymentStatusOf(status), asObject),
    transactionId: payment.transactionId,
    sendersReference: payment.transactionId,
    ...orderAnswer(payment.order),
    ...(error && { error: paymentError(error, paymentErrors[error].title) }),
    doddFrank: reported('noYesType', 'N', asObject),
    ...(finalWith.has(status) && { clearingSystemReference: clearingReference(payment) }),
  }
}
