/** What an alert holds, by the two tables of `1-platform.md`, Events (traps 90 to 94, 101, 102). */
import { field, shape, type Reading } from '../answers/shape.ts'

/** What both kinds of alert begin with. */
export const alertHeader = shape('1-platform.md, ACH alert; Wire/RTP alert', {
  alertSentDateAndTime: field.timestamp('Sent'),
  alertCode: field.code('Alert code', 'alert-code'),
  payType: field.text('Payment type'),
  eapAlertGUID: field.identifier('Alert id'),
})
export type AlertHeaderReading = Reading<typeof alertHeader>

/** AL00906 and the four codes before it. */
export const achAlert = shape('1-platform.md, ACH alert (code AL00906)', {
  transactionStatus: field.code('Status', 'ach-transaction-status'),
})
export type AchAlertReading = Reading<typeof achAlert>

/** AL00901. */
export const paymentAlert = shape('1-platform.md, Wire/RTP alert (code AL00901)', {
  tranBusnStatusCode: field.code('Business status', 'payment-business-status'),
})
export type PaymentAlertReading = Reading<typeof paymentAlert>
