/** Deliveries for tests, as a bank writes them. */

type Json = Readonly<Record<string, unknown>>

/** An incoming wire, in the spellings of the document's field table or of its sample payload. */
export function wireAlert(header: Json = {}, body: Json = {}) {
  return {
    alertNotification: {
      alertHeader: {
        alertSentDateAndTime: '2026-11-23T13:59:58Z',
        alertCode: 'AL00901',
        payType: 'WIRE',
        eapAlertGUID: 'EAP-W-1',
        ...header,
      },
      alertBody: {
        crOrDbCode: 'C',
        crArngNum: '4417890',
        crTranCurrencyCode: 'USD',
        dbArngNum: '99120001',
        dbTranCurrencyCode: 'USD',
        requestReferenceNumber: null,
        crIpNm: 'Harbor Mill',
        dbIpINm: 'Ridgeway Supply',
        tranAmt: '12500.00',
        tranExecutedDt: '20261123',
        tranId: 'T-1',
        tranBusnStatusCode: 'Completed',
        benefitIpAddrLine: ['1 Quay Road', 'Portland'],
        ...body,
      },
    },
  }
}

/** A collected ACH entry. */
export function achAlert(header: Json = {}, body: Json = {}) {
  return {
    alertNotification: {
      alertHeader: {
        alertSentDateAndTime: '2026-11-23T13:59:58Z',
        alertCode: 'AL00906',
        eapAlertGUID: 'EAP-A-1',
        ...header,
      },
      alertBody: {
        transactionStatus: 'COLLECTED',
        traceNumber: '091000010000001',
        transactionAmount: 120.5,
        collectionDate: '2026-11-23',
        standardEntryClassCode: 'CCD',
        receivingAccountNumber: '0000123456789',
        receivingCompanyName: 'Ridgeway Supply',
        originatingAccountNumber: '4417890',
        ...body,
      },
    },
  }
}

/** The bytes of a delivery with these alerts. */
export const deliveryOf = (...alerts: readonly unknown[]): Uint8Array =>
  bytesOf(JSON.stringify({ alertNotificationRequest: alerts }))

/** The bytes of a text. */
export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
