/**
 * Alerts as the bank writes them (bank document 1, ACH alert; Wire/RTP alert): every documented
 * field, null when empty, in the spelling of the field table.
 */
import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { jsonNumber } from '../../platform/json/exact-json.ts'
import { returnTexts } from '../ach/code-texts.ts'
import { changeOf, returnOf, type AchEntry, type AchStatus } from '../ach/entry.ts'
import { sidesOf } from '../ach/parties.ts'
import { dollars, significant, utcTimeOf } from '../ach/written.ts'
import { operatingBank } from '../data/client-accounts.ts'
import type { IncomingPayment } from '../payments/payment-history.ts'
import type { PaymentEvent } from '../payments/payment-ledger.ts'

type Fields = Readonly<Record<string, unknown>>

/** One alert: its two objects, whose names a scenario may still change. */
export interface AlertForm {
  readonly header: Fields
  readonly body: Fields
}

const paymentFields = [
  'crOrDbCode',
  'crArngNum',
  'crArngTypeCode',
  'crArngBankNum',
  'crTranCurrencyCode',
  'dbArngNum',
  'dbArngTypeCode',
  'dbArngBankNum',
  'dbTranCurrencyCode',
  'requestReferenceNumber',
  'crIpId',
  'crIpNm',
  'dbIpId',
  'dbIpINm',
  'payNotifyTs',
  'wireEventNm',
  'tranAmt',
  'tranExecutedDt',
  'federalReferNum',
  'sndngBankReferNum',
  'tranId',
  'tranBusnStatusCode',
  'wireDirectionCode',
  'tranType',
  'tranValueTypeCode',
  'wireProcessTypeCode',
  'benefitAba',
  'benefitArngNum',
  'benefitIpAddrLine',
  'benefitBicCode',
  'benefitBankAbaNum',
  'benefitBankArngNum',
  'benefirBankAddrLine',
  'benefitBankBicCode',
  'benefitBankNm',
  'intrmdryBankAbaNum1',
  'intrmdryBankAbaNum2',
  'intrmdryBankAbaNum3',
  'intrmdryBNankAddrLine1',
  'intramdryBankAddrLine2',
  'intrmdryBankAddrLine3',
  'intrmdryBankNm1',
  'intrmdryBankNm2',
  'intrmdryBankNm3',
  'intrmdryBicCode1',
  'intrmdryBicCode2',
  'intrmdryBicCode3',
  'orgntngBankAbaNum',
  'orgntngBankAddrLine',
  'orgntngBankBicCode',
  'orgntngBankNm',
  'orgntngAba1',
  'orgntngAba2',
  'orgntngAba3',
  'orgntngArngNum1',
  'orgntngArngNum2',
  'orgntngArngNum3',
  'orgntngIpNm1',
  'orgntngIpNm2',
  'orgntngIpNm3',
  'orgntngIpAddrLine1',
  'orgntngIpAddrLine2',
  'orgntngIpAddrLine3',
  'crVirtualNum',
  'dbVirtualNum',
] as const

const nothing: Fields = Object.fromEntries(paymentFields.map((name) => [name, null]))

const headerOf = (sentAtMs: number, alertCode: string, guid: string, payType?: string): Fields => ({
  alertSentDateAndTime: utcTimeOf(sentAtMs),
  alertCode,
  ...(payType !== undefined && { payType }),
  eapAlertGUID: guid,
})

/** Returns the alert for an ACH entry that reached a status. */
export function achAlert(
  entry: AchEntry,
  status: AchStatus,
  { atMs, guid }: { readonly atMs: number; readonly guid: string },
): AlertForm {
  const { originating, receiving } = sidesOf(entry)
  const returned = status === 'RETURNED' ? returnOf(entry, atMs) : null
  return {
    header: headerOf(atMs, 'AL00906', guid),
    body: {
      transactionStatus: status,
      traceNumber: entry.traceNumber,
      parNumber: entry.parNumber,
      transactionAmount: jsonNumber(dollars(entry.amountCents)),
      collectionDate: utcDay(entry.collectedAtMs),
      settlementDate: atMs >= entry.settledAtMs ? utcDay(entry.settledAtMs) : null,
      returnDate: returned ? utcDay(returned.atMs) : null,
      transactionCode: entry.transactionCode,
      transactionDescription: entry.description,
      authorizedCustomerName:
        entry.side === 'originating' ? entry.account.name : entry.counterparty.name,
      standardEntryClassCode: entry.secCode,
      receivingAccountNumber: receiving.accountNumber,
      receivingCustomerIdentificationNumber: receiving.identification,
      receivingCompanyName: receiving.companyName ?? null,
      originatingAccountNumber: originating.accountNumber,
      originatingCustomerIdentificationNumber: originating.identification,
      originatingCompanyName: originating.companyName ?? null,
      returnReasonCode: returned?.reasonCode ?? null,
      returnReasonDescription: returned ? (returnTexts[returned.reasonCode] ?? null) : null,
      notificationOfChangeAddendaCount: changeOf(entry, atMs) ? '1' : '0',
      internationalAddendaCount: entry.international ? '7' : '0',
      addendaCount: String(entry.remittance.length),
    },
  }
}

/** Returns the alert for a step of an originated payment. */
export function paymentAlert(
  { transactionId, at, status, order }: PaymentEvent,
  guid: string,
): AlertForm {
  return {
    header: headerOf(Date.parse(at), 'AL00901', guid, order.service),
    body: {
      ...nothing,
      crOrDbCode: 'D',
      // The bank removes leading zeros from these two (bank document 1, Events; bank note 36).
      crArngNum: significant(order.creditAccount),
      crTranCurrencyCode: order.currency,
      dbArngNum: significant(order.debitAccount),
      dbArngBankNum: operatingBank.bankNumber,
      dbTranCurrencyCode: order.currency,
      requestReferenceNumber: order.requestReference,
      crIpNm: order.creditName,
      dbIpINm: 'Alder Falls Group',
      payNotifyTs: at,
      wireEventNm: status,
      tranAmt: dollars(order.amountMinor),
      tranExecutedDt: order.valueDate.replaceAll('-', ''),
      tranId: transactionId,
      tranBusnStatusCode: status,
      benefitAba: order.creditBank,
      benefitArngNum: order.creditAccount,
      benefitIpAddrLine: ['12 Quay Street', 'Alder Falls'],
    },
  }
}

/** Returns the alert for an incoming payment, an event of its own. */
export function incomingAlert(
  payment: IncomingPayment,
  { atMs, guid }: { readonly atMs: number; readonly guid: string },
): AlertForm {
  const { service, transactionId, accountNumber, senderName, senderBank, amountMinor } = payment
  return {
    header: headerOf(atMs, 'AL00901', guid, service),
    body: {
      ...nothing,
      crOrDbCode: 'C',
      crArngNum: significant(accountNumber),
      crArngBankNum: operatingBank.bankNumber,
      crTranCurrencyCode: 'USD',
      dbTranCurrencyCode: 'USD',
      crIpNm: 'Alder Falls Group',
      dbIpINm: senderName,
      payNotifyTs: utcTimeOf(atMs),
      wireEventNm: 'Completed',
      tranAmt: dollars(amountMinor),
      tranExecutedDt: payment.date.replaceAll('-', ''),
      ...(service === 'WIRE' && { federalReferNum: `${utcDay(atMs).replaceAll('-', '')}B1Q8` }),
      tranId: transactionId,
      tranBusnStatusCode: 'Completed',
      orgntngBankAbaNum: senderBank,
      orgntngIpNm1: senderName,
      orgntngIpAddrLine1: ['400 Mill Street'],
    },
  }
}
