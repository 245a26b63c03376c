/**
 * The meaning of every field of an alert and its source: the bank's text shortened, and conclusions
 * from the bank notes. A field of the shapes that is missing here does not compile.
 */
import type {
  achAlert,
  alertHeader,
  paymentAlert,
} from '../../preload/contract/bank/alerts/alert-shapes.ts'

/** A field in one sentence, and the source. */
export interface FieldMeaning {
  readonly meaning: string
  /** The document and section, then the numbers of bank notes, if any. */
  readonly source: string
}

type Meanings<S extends { readonly fields: object }> = Readonly<
  Record<keyof S['fields'], FieldMeaning>
>

const meaningFrom =
  (table: string) =>
  (meaning: string): FieldMeaning => ({ meaning, source: table })
const both = meaningFrom('Platform Specification, ACH alert; Wire/RTP alert')
const ach = meaningFrom('Platform Specification, ACH alert')
const payment = meaningFrom('Platform Specification, Wire/RTP alert')

export const headerMeanings: Meanings<typeof alertHeader> = {
  alertSentDateAndTime: both('When the bank sent the alert, YYYY-MM-DDTHH:MM:SSZ.'),
  alertCode: both(
    'AL00901: wire or RTP event. AL00906: ACH event; AL00902 to AL00905 are the ACH codes before it.',
  ),
  payType: payment('WIRE or RTP; ACH alerts carry none.'),
  eapAlertGUID: both(
    'The bank\u2019s unique id of the alert; whether a second delivery keeps it is not stated.',
  ),
}

export const achMeanings: Meanings<typeof achAlert> = {
  transactionStatus: ach('COLLECTED, RETURNED or SETTLED.'),
  traceNumber: ach('The originator-provided transaction number.'),
  parNumber: ach('The PAR number that the ACH processor assigned.'),
  transactionAmount: ach('The amount in dollars; the document calls it a number.'),
  collectionDate: ach('The date of collection, YYYY-MM-DD.'),
  settlementDate: ach('The date of settlement, YYYY-MM-DD.'),
  returnDate: ach('The date of the return, YYYY-MM-DD.'),
  transactionCode: ach('The two-digit code of the account type.'),
  transactionDescription: ach('The purpose of the transaction.'),
  authorizedCustomerName: ach('The customer\u2019s name.'),
  standardEntryClassCode: ach('CCD, CTX, PPD, TEL or WEB.'),
  receivingAccountNumber: ach('The receiver\u2019s account.'),
  receivingCustomerIdentificationNumber: ach('The receiver\u2019s customer id.'),
  receivingCompanyName: ach('The receiver\u2019s company name.'),
  originatingAccountNumber: ach('The originator\u2019s account.'),
  originatingCustomerIdentificationNumber: ach('The originator\u2019s customer id.'),
  originatingCompanyName: ach('The originator\u2019s company name.'),
  returnReasonCode: ach('Why it was returned: R and two digits.'),
  returnReasonDescription: ach('Why it was returned, in words.'),
  notificationOfChangeAddendaCount: ach(
    'How many notifications of change there are; their content is found by inquiry only.',
  ),
  internationalAddendaCount: ach('How many international addenda records there are.'),
  addendaCount: ach('How many addenda records there are.'),
}

const intermediary = (place: number) => ({
  aba: payment(`The ABA number of intermediary bank ${String(place)}.`),
  address: payment(`The address of intermediary bank ${String(place)}, up to 7 lines.`),
  name: payment(`The name of intermediary bank ${String(place)}.`),
  bic: payment(`The BIC of intermediary bank ${String(place)}.`),
})
const [bank1, bank2, bank3] = [intermediary(1), intermediary(2), intermediary(3)]

const originator = (place: number) => ({
  aba: payment(`The ABA number of originator ${String(place)}.`),
  account: payment(`The account of originator ${String(place)}.`),
  name: payment(`The name of originator ${String(place)}.`),
  address: payment(`The address of originator ${String(place)}, up to 7 lines.`),
})
const [party1, party2, party3] = [originator(1), originator(2), originator(3)]

const noValues = 'Its values are not shown.'
const noZeros = 'Since December 2023 without leading zeros.'

export const paymentMeanings: Meanings<typeof paymentAlert> = {
  payNotifyTs: payment('When the payment event happened; the format is not shown.'),
  wireEventNm: payment(
    'The payment status code; how it differs from the business status is not stated.',
  ),
  tranAmt: payment('The amount in dollars, as text.'),
  tranExecutedDt: payment('The date of execution, YYYYMMDD.'),
  federalReferNum: payment('The federal reference number.'),
  sndngBankReferNum: payment('The reference that the sending bank issued.'),
  tranId: payment('The transaction id; whether it is that of the payment API is not stated.'),
  tranBusnStatusCode: payment(
    'The business status, written without spaces; alerts may come out of order.',
  ),
  wireDirectionCode: payment(`The direction. ${noValues}`),
  tranType: payment(`The transaction type. ${noValues}`),
  tranValueTypeCode: payment(`The value type. ${noValues}`),
  wireProcessTypeCode: payment(`The process type. ${noValues}`),
  crOrDbCode: payment('C for a credit, D for a debit.'),
  crArngNum: payment(`The credited account. ${noZeros}`),
  crArngTypeCode: payment(`The type of the credited account. ${noValues}`),
  crArngBankNum: payment('The bank number of the credited account.'),
  crTranCurrencyCode: payment('The currency of the credit.'),
  dbArngNum: payment(`The debited account. ${noZeros}`),
  dbArngTypeCode: payment(`The type of the debited account. ${noValues}`),
  dbArngBankNum: payment('The bank number of the debited account.'),
  dbTranCurrencyCode: payment('The currency of the debit.'),
  requestReferenceNumber: payment(
    'The id of the request that the payment came from, up to 32 characters; there when that carried a reference.',
  ),
  crIpId: payment('The customer number on the credit side.'),
  crIpNm: payment('The customer\u2019s name on the credit side.'),
  dbIpId: payment('The customer number on the debit side.'),
  dbIpNm: payment('The customer\u2019s name on the debit side.'),
  crVirtualNum: payment('The virtual account number on the credit side.'),
  dbVirtualNum: payment('The virtual account number on the debit side.'),
  benefitAba: payment('The beneficiary\u2019s ABA number.'),
  benefitArngNum: payment('The beneficiary\u2019s account.'),
  benefitIpAddrLine: payment('The beneficiary\u2019s address, up to 7 lines.'),
  benefitBicCode: payment('The beneficiary\u2019s BIC.'),
  benefitBankAbaNum: payment('The ABA number of the beneficiary\u2019s bank.'),
  benefitBankArngNum: payment('The account of the beneficiary\u2019s bank.'),
  benefitBankAddrLine: payment('The address of the beneficiary\u2019s bank.'),
  benefitBankBicCode: payment('The BIC of the beneficiary\u2019s bank.'),
  benefitBankNm: payment('The name of the beneficiary\u2019s bank.'),
  intrmdryBankAbaNum1: bank1.aba,
  intrmdryBankAddrLine1: bank1.address,
  intrmdryBankNm1: bank1.name,
  intrmdryBicCode1: bank1.bic,
  intrmdryBankAbaNum2: bank2.aba,
  intrmdryBankAddrLine2: bank2.address,
  intrmdryBankNm2: bank2.name,
  intrmdryBicCode2: bank2.bic,
  intrmdryBankAbaNum3: bank3.aba,
  intrmdryBankAddrLine3: payment('The address of intermediary bank 3, up to 7 lines.'),
  intrmdryBankNm3: bank3.name,
  intrmdryBicCode3: bank3.bic,
  orgntngBankAbaNum: payment('The ABA number of the originator\u2019s bank.'),
  orgntngBankAddrLine: payment('The address of the originator\u2019s bank.'),
  orgntngBankBicCode: payment('The BIC of the originator\u2019s bank.'),
  orgntngBankNm: payment('The name of the originator\u2019s bank.'),
  orgntngAba1: party1.aba,
  orgntngArngNum1: party1.account,
  orgntngIpNm1: party1.name,
  orgntngIpAddrLine1: party1.address,
  orgntngAba2: party2.aba,
  orgntngArngNum2: party2.account,
  orgntngIpNm2: party2.name,
  orgntngIpAddrLine2: party2.address,
  orgntngAba3: party3.aba,
  orgntngArngNum3: party3.account,
  orgntngIpNm3: party3.name,
  orgntngIpAddrLine3: party3.address,
}
