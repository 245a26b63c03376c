/**
 * Fields of an alert, by the two tables of bank document 1, Events (bank notes 90-94, 101, 102). A
 * field has the bank's own name if well spelled; otherwise the correct spelling is the name, and
 * every spelling in the document is accepted (bank note 90). Meanings of the fields are in
 * alert-field-meanings.ts.
 */
import { field, shape, type Reading } from '../answers/shape.ts'

/** Fields common to all alerts; payType belongs to wire and RTP. */
export const alertHeader = shape('Platform Specification, ACH alert; Wire/RTP alert', {
  alertSentDateAndTime: field.timestamp('Sent'),
  alertCode: field.code('Alert code', 'alert-code'),
  payType: field.code('Payment type', 'requested-service'),
  eapAlertGUID: field.identifier('Alert id'),
})
export type AlertHeaderReading = Reading<typeof alertHeader>

/**
 * AL00906 and the four earlier codes. In the document the amount is a number and the rest is text;
 * the code relies on neither.
 */
export const achAlert = shape('Platform Specification, ACH alert (code AL00906)', {
  transactionStatus: field.code('Status', 'ach-transaction-status'),
  traceNumber: field.identifier('Trace number'),
  parNumber: field.identifier('PAR number'),
  transactionAmount: field.amount('Amount'),
  collectionDate: field.date('Collection date'),
  settlementDate: field.date('Settlement date'),
  returnDate: field.date('Return date'),
  transactionCode: field.code('Transaction code', 'ach-transaction-code'),
  transactionDescription: field.text('Description'),
  authorizedCustomerName: field.text('Authorized customer'),
  standardEntryClassCode: field.code('SEC code', 'sec-code'),
  receivingAccountNumber: field.account('Receiving account'),
  receivingCustomerIdentificationNumber: field.identifier('Receiver, customer id'),
  receivingCompanyName: field.text('Receiver, company'),
  originatingAccountNumber: field.account('Originating account'),
  originatingCustomerIdentificationNumber: field.identifier('Originator, customer id'),
  originatingCompanyName: field.text('Originator, company'),
  returnReasonCode: field.code('Return reason', 'return-reason'),
  returnReasonDescription: field.text('Return reason, in words'),
  notificationOfChangeAddendaCount: field.count('Notification of change count'),
  internationalAddendaCount: field.count('International addenda count'),
  addendaCount: field.count('Addenda count'),
})
export type AchAlertReading = Reading<typeof achAlert>

const sides = {
  crOrDbCode: field.code('Credit or debit', 'credit-or-debit'),
  crArngNum: field.account('Credit account'),
  crArngTypeCode: field.text('Credit account, type'),
  crArngBankNum: field.identifier('Credit account, bank number'),
  crTranCurrencyCode: field.text('Credit currency'),
  dbArngNum: field.account('Debit account'),
  dbArngTypeCode: field.text('Debit account, type'),
  dbArngBankNum: field.identifier('Debit account, bank number'),
  dbTranCurrencyCode: field.text('Debit currency'),
  requestReferenceNumber: field.identifier('Request reference'),
  crIpId: field.identifier('Credit customer number'),
  crIpNm: field.text('Credit customer'),
  dbIpId: field.identifier('Debit customer number'),
  dbIpNm: field.text('Debit customer', 'dbIpNm', 'dbIpINm'),
  crVirtualNum: field.account('Credit virtual account'),
  dbVirtualNum: field.account('Debit virtual account'),
} as const

const event = {
  payNotifyTs: field.timestamp('Event time'),
  // Not in the family of business statuses: the document does not show whether the two share values
  // (bank note 101).
  wireEventNm: field.text('Payment status code'),
  tranAmt: field.amount('Amount'),
  tranExecutedDt: field.date('Executed'),
  federalReferNum: field.identifier('Federal reference'),
  sndngBankReferNum: field.identifier('Sending bank reference'),
  tranId: field.identifier('Transaction id'),
  tranBusnStatusCode: field.code('Business status', 'payment-business-status'),
  wireDirectionCode: field.text('Direction'),
  tranType: field.text('Transaction type'),
  tranValueTypeCode: field.text('Value type'),
  wireProcessTypeCode: field.text('Process type'),
} as const

const beneficiary = {
  benefitAba: field.routing('Beneficiary ABA'),
  benefitArngNum: field.account('Beneficiary account'),
  benefitIpAddrLine: field.texts('Beneficiary address'),
  benefitBicCode: field.identifier('Beneficiary BIC'),
  benefitBankAbaNum: field.routing('Beneficiary bank ABA'),
  benefitBankArngNum: field.account('Beneficiary bank account'),
  benefitBankAddrLine: field.texts(
    'Beneficiary bank address',
    'benefitBankAddrLine',
    'benefirBankAddrLine',
  ),
  benefitBankBicCode: field.identifier('Beneficiary bank BIC'),
  benefitBankNm: field.text('Beneficiary bank'),
} as const

const intermediaries = {
  intrmdryBankAbaNum1: field.routing('Intermediary bank 1 ABA'),
  intrmdryBankAddrLine1: field.texts(
    'Intermediary bank 1 address',
    'intrmdryBankAddrLine1',
    'intrmdryBNankAddrLine1',
  ),
  intrmdryBankNm1: field.text('Intermediary bank 1'),
  intrmdryBicCode1: field.identifier('Intermediary bank 1 BIC'),
  intrmdryBankAbaNum2: field.routing('Intermediary bank 2 ABA'),
  intrmdryBankAddrLine2: field.texts(
    'Intermediary bank 2 address',
    'intrmdryBankAddrLine2',
    'intramdryBankAddrLine2',
  ),
  intrmdryBankNm2: field.text('Intermediary bank 2'),
  intrmdryBicCode2: field.identifier('Intermediary bank 2 BIC'),
  intrmdryBankAbaNum3: field.routing('Intermediary bank 3 ABA'),
  intrmdryBankAddrLine3: field.texts('Intermediary bank 3 address'),
  intrmdryBankNm3: field.text('Intermediary bank 3'),
  intrmdryBicCode3: field.identifier('Intermediary bank 3 BIC'),
} as const

const originators = {
  orgntngBankAbaNum: field.routing('Originating bank ABA'),
  orgntngBankAddrLine: field.texts('Originating bank address'),
  orgntngBankBicCode: field.identifier('Originating bank BIC'),
  orgntngBankNm: field.text('Originating bank'),
  orgntngAba1: field.routing('Originator 1 ABA'),
  orgntngArngNum1: field.account('Originator 1 account'),
  orgntngIpNm1: field.text('Originator 1'),
  orgntngIpAddrLine1: field.texts('Originator 1 address'),
  orgntngAba2: field.routing('Originator 2 ABA'),
  orgntngArngNum2: field.account('Originator 2 account'),
  orgntngIpNm2: field.text('Originator 2'),
  orgntngIpAddrLine2: field.texts('Originator 2 address'),
  orgntngAba3: field.routing('Originator 3 ABA'),
  orgntngArngNum3: field.account('Originator 3 account'),
  orgntngIpNm3: field.text('Originator 3'),
  orgntngIpAddrLine3: field.texts('Originator 3 address'),
} as const

/** AL00901: wire and RTP. Every field is text except the address lines (bank note 92). */
export const paymentAlert = shape('Platform Specification, Wire/RTP alert (code AL00901)', {
  ...event,
  ...sides,
  ...beneficiary,
  ...intermediaries,
  ...originators,
})
export type PaymentAlertReading = Reading<typeof paymentAlert>
