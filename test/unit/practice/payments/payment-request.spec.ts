import { expect, it } from 'vitest'
import { errorOf, PaymentBank, rtp, wire } from './payment-bank.ts'
import { bankPlace } from '../../preload/contract/bank/support/refused-paths.ts'

const party = wire()['creditParty'] as object
const long = (length: number): string => 'A'.repeat(length)

it.each([
  ['a wire', wire()],
  ['an RTP payment', rtp()],
  ['an RTP draft', rtp({ type: 'DRAFT' })],
  [
    'every field that the document lists',
    wire({
      originatorReference: 'O-1',
      receiversReference: long(140),
      bankToBankInstructions: 'Call on arrival',
      ultimateDebitParty: { name: 'Alder Falls', anything: 'else' },
      debitPartyBank: { aba: '550060066' },
      intermediaryBank1: { name: 'Signal Hill Bank', aba: '550050050' },
      intermediaryBank2: { aba: '550010016' },
      intermediaryBank3: { aba: '550020022' },
      externalTemplateName: 'T1',
      customData: long(500),
      requestReference: long(35),
      sendersReference: long(35),
      transferAmount: 0.01,
    }),
  ],
])('takes in %s without a breach', async (_name, body) => {
  await using session = await PaymentBank.open()
  expect((await session.validate(body)).status).toBe(200)
  const answer = await session.initiate(body)
  expect(answer.status).toBe(200)
  expect(answer.json['status']).toBe('IN_PROCESS')
  expect(await session.caller.broken()).toEqual([])
})

it.each([
  'requestedService',
  'requestReference',
  'type',
  'requestedValueDate',
  'sendersReference',
  'debitParty',
  'creditPartyBank',
  'creditParty',
  'transferAmount',
  'transferCurrency',
])('refuses a payment without %s, naming it (bank note 68)', async (field) => {
  await using session = await PaymentBank.open()
  for (const send of [session.initiate.bind(session), session.validate.bind(session)]) {
    const answer = await send(rtp({ [field]: undefined }))
    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: 'SVC-1006', description: field })
  }
  expect(await session.caller.broken()).toEqual(['payment-field-missing', 'payment-field-missing'])
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it.each([
  ['payment-body-unreadable', '[1]'],
  ['payment-body-unreadable', '{'],
  ['payment-field-missing', wire({ debitParty: { name: 'Nobody' } })],
  ['payment-field-missing', wire({ creditPartyBank: { name: 'Northfield Trust' } })],
  ['payment-field-missing', wire({ requestReference: '' })],
  ['payment-field-unknown', wire({ memo: 'x' })],
  ['payment-field-unknown', wire({ creditParty: { ...party, country: 'US' } })],
  ['payment-field-type', wire({ transferAmount: '12500.00' })],
  ['payment-field-type', wire({ receiversReference: 7 })],
  ['payment-field-type', wire({ debitPartyBank: '550060066' })],
  ['payment-field-type', wire({ originatorReference: null })],
  ['payment-field-type', wire({ creditParty: { ...party, accountNumber: 880_017 } })],
  ['payment-field-type', wire({ creditParty: { ...party, postalAddress: { adrLine: 'one' } } })],
  ['payment-field-length', wire({ requestReference: long(36) })],
  ['payment-field-length', wire({ sendersReference: long(36) })],
  ['payment-field-length', wire({ receiversReference: long(141) })],
  ['payment-field-length', wire({ customData: long(501) })],
  ['payment-field-format', wire({ requestedService: 'ACH' })],
  ['payment-field-format', wire({ requestedValueDate: '2026-02-30' })],
  ['payment-field-format', wire({ transferCurrency: 'usd' })],
  ['payment-type-wrong', wire({ type: 'PAYMENT' })],
  ['payment-type-wrong', rtp({ type: 'LIVE' })],
  ['payment-amount-wrong', wire({ transferAmount: 0 })],
  ['payment-amount-wrong', wire({ transferAmount: -5 })],
  ['payment-amount-wrong', wire({ transferAmount: 1.005 })],
  ['payment-amount-wrong', JSON.stringify(wire()).replace('12500', '125e2')],
  ['payment-amount-wrong', JSON.stringify(wire()).replace('12500', '12500.000')],
  ['payment-custom-data', wire({ customData: 'batch-1' })],
  [
    'payment-address-empty',
    wire({ creditParty: { ...party, postalAddress: { adrLine: ['4 Quarry Lane', ''] } } }),
  ],
  ['payment-address-empty', wire({ creditParty: { ...party, postalAddress: { adrLine: [] } } })],
  ['payment-address-empty', wire({ ultimateDebitParty: { postalAddress: { townName: ' ' } } })],
])('records %s once and creates nothing (bank notes 59, 62, 69, 107) %#', async (rule, body) => {
  await using session = await PaymentBank.open()
  const answer = await session.initiate(body)
  expect(answer.status).toBe(400)
  expect(errorOf(answer)['code']).toBe(rule === 'payment-field-missing' ? 'SVC-1006' : 'SVC-1007')
  const breaches = await session.caller.control.breaches()
  expect(breaches.map((each) => each.rule)).toEqual([rule])
  expect(breaches[0]?.source).toMatch(bankPlace)
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('refuses an unknown account and a past day without calling either a breach', async () => {
  await using session = await PaymentBank.open()
  const stranger = await session.initiate(wire({ debitParty: { accountNumber: '999' } }))
  expect([stranger.status, errorOf(stranger)['code']]).toEqual([400, 'SVC-1012'])
  const late = await session.initiate(wire({ requestedValueDate: '2020-01-02' }))
  expect([late.status, errorOf(late)['code']]).toEqual([400, 'SVC-1015'])
  expect(await session.caller.broken()).toEqual([])
})

it('repeats the readable part of the request in a refusal, and no transaction id (bank note 18)', async () => {
  await using session = await PaymentBank.open()
  const answer = await session.initiate(wire({ creditPartyBank: undefined }))
  const { status, requestReference, sendersReference, valueDate, transactionId } = answer.json[
    'ServiceError'
  ] as Record<string, unknown>
  expect([status, requestReference, sendersReference]).toEqual(['ERROR', 'REF0001', 'REF0001'])
  expect(valueDate).toBe(wire()['requestedValueDate'])
  expect(transactionId).toBeUndefined()
})

it('requires PartnerClientId on every payment call and on both inquiries (bank note 11)', async () => {
  await using session = await PaymentBank.open()
  const none = { partnerclientid: null }
  const another = { partnerclientid: 'x'.repeat(32) }
  const requests = [none, another].flatMap((headers) => [
    () => session.post('/rtp/v1/payment/initiate', wire(), headers),
    () => session.post('/rtp/v1/payment/validate', wire(), headers),
    () => session.call('/rtp/v1/payment/status/transactionId/1', { headers }),
    () => session.call('/rtp/v1/payment/status/debitAccount/1/reference/2', { headers }),
    () => session.call('/rtp/v1/payment/rtp/participant?limit=1&offset=0', { headers }),
    () => session.post('/wireInquiry/v1/transactions/details', {}, headers),
    () => session.post('/rtp/v1/transactions/list', {}, headers),
  ])
  for (const request of requests) expect((await request()).status).toBe(400)
  const broken = await session.caller.broken()
  expect(broken).toEqual([
    ...Array<string>(7).fill('partner-id-missing'),
    ...Array<string>(7).fill('partner-id-wrong'),
  ])
  expect((await session.caller.control.ledger()).payments).toEqual([])
})
