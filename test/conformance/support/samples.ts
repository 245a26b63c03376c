/** Sample data of the rows: a practice customer, a batch, a payment, and the client's accounts. */
import { randomUUID } from 'node:crypto'
import { originationBody } from '../../../main/bank/apis/ach-origination-wire.ts'
import { paymentBody } from '../../../main/bank/apis/payments-body.ts'
import { accountInquiry } from '../../../preload/contract/bank/account-validation.ts'
import {
  originationBatch,
  type SecCode,
} from '../../../preload/contract/bank/ach-origination/batch.ts'
import { paymentRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import { plainBatch, plainEntry } from '../../unit/preload/contract/bank/support/ach-batch.ts'
import { wire } from '../../unit/preload/contract/bank/support/payments.ts'
import type { PracticeApis } from './practice-apis.ts'

/** The account that batches are drawn on, and every account of the client that can be listed. */
export const operating = '7200450011'
export const listable = [operating, '7200450029', '0072004500']

/** An id of 32 hexadecimal digits. */
export const newId = (): string => randomUUID().replaceAll('-', '')

/** Margaret Alder, as the bank knows her. */
export const margaret = accountInquiry.parse({
  apiVersion: 'v1',
  routingNumber: '550010016',
  accountNumber: '1000200031',
  ownerKind: 'person',
  owner: { firstName: 'Margaret', lastName: 'Alder', ssn: '987654321', dob: '1962-03-14' },
  userDefined: 'conformance',
})

/** A batch of two entries, one of them with remittance where its class carries any. */
export function batchOf(secCode: SecCode, apis: PracticeApis, change: object = {}) {
  const uuid = newId()
  const remittance = secCode === 'PPD' ? ['PAYROLL 11'] : ['RMR*IV*1', 'RMR*IV*2']
  const batch = originationBatch.parse(
    plainBatch(secCode, {
      uuid,
      customData: uuid,
      effectiveDate: apis.daysLater(1),
      details: [
        plainEntry(1, {
          uuid: newId(),
          amount: 1_234_507,
          addenda: remittance.slice(0, secCode === 'CTX' ? 2 : 1),
        }),
        plainEntry(2, { uuid: newId(), amount: 29 }),
      ],
      ...change,
    }),
  )
  return { batch, body: originationBody(batch, { amountUnit: 'dollars' }) }
}

/** A wire or RTP payment from the operating account, for today. */
export function paymentOf(apis: PracticeApis, change: object = {}) {
  const payment = paymentRequest.parse({
    ...wire,
    requestReference: newId(),
    requestedValueDate: apis.today(),
    debitParty: { name: 'Alder Falls Operating', accountNumber: operating },
    creditPartyBank: { aba: '550030038' },
    ...change,
  })
  return { payment, body: paymentBody(payment) }
}
export const asRtp = { requestedService: 'RTP', type: 'PAYMENT' }
