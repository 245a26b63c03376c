import { expect, it } from 'vitest'
import type { Scenario, ScenarioOrder } from '../../../../preload/contract/api/practice/practice.ts'
import { inside, someText, type Answer } from '../practice-caller.ts'
import { debitAccount, errorOf, PaymentBank, rowsOf, rtp, wire } from './payment-bank.ts'

const order = (
  session: PaymentBank,
  scenario: Scenario,
  more: Partial<ScenarioOrder> = {},
): Promise<unknown> => session.caller.control.setScenario({ scenario, times: 1, ...more })

it('holds a payment in review until the scenarios are cleared', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'payment-held')
  await session.initiate(rtp())
  session.caller.clock.advance(3_600_000)
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
  expect(await session.caller.control.state()).toMatchObject({ heldPayments: 1, armed: [] })
  await session.caller.control.clearScenarios('slow-answer')
  expect(await session.caller.control.state()).toMatchObject({ heldPayments: 1 })
  await session.caller.control.clearScenarios()
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
  session.caller.clock.advance(5000)
  expect((await session.byReference()).json['status']).toBe('COMPLETED')
  expect(await session.caller.control.state()).toMatchObject({ heldPayments: 0 })
})

it('rejects a payment after taking it in', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'payment-rejected')
  expect((await session.initiate(rtp())).json['status']).toBe('IN_PROCESS')
  session.caller.clock.advance(5000)
  const { json } = await session.byReference()
  expect(json).toMatchObject({ status: 'FAILED', error: { code: 'SVC-2001', title: someText } })
})

it('returns a payment after its completion, and puts both on the account (bank note 74)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'payment-returned')
  const { json } = await session.initiate(rtp())
  session.caller.clock.advance(5000)
  expect((await session.byReference()).json['status']).toBe('COMPLETED')
  session.caller.clock.advance(30_000)
  expect((await session.byReference()).json).toMatchObject({
    status: 'FAILED',
    error: { code: 'SVC-2002' },
  })
  const rows = rowsOf(await session.report('intraday/list', { accountNumber: debitAccount }))
  const codes = rows
    .filter((row) => row['referenceNumber'] === json['transactionId'])
    .map((row) => row['baiCode'])
  expect(codes).toEqual(['158', '458'])
})

it('takes a payment in and answers 504; checks and status inquiries leave the scenario alone (bank note 17)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'accepted-then-504')
  expect((await session.validate()).status).toBe(200)
  expect((await session.byReference()).status).toBe(404)
  expect((await session.initiate()).status).toBe(504)
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
  expect((await session.caller.control.ledger()).payments).toMatchObject([{ count: 1 }])
})

it('does not find a payment that it has, once', async () => {
  await using session = await PaymentBank.open()
  const { json } = await session.initiate()
  await order(session, 'found-late', { times: 2 })
  expect((await session.byReference()).status).toBe(404)
  expect((await session.byId(json['transactionId'])).status).toBe(404)
  expect((await session.byReference()).status).toBe(200)
})

it('does not find a payment whose answer did not get out, and finds one that it has answered for', async () => {
  await using session = await PaymentBank.open()
  await session.initiate()
  await order(session, 'accepted-then-504')
  await session.initiate(wire({ requestReference: 'UNTOLD' }))
  await order(session, 'unreported-found-late', { times: 1 })
  expect((await session.byReference()).status).toBe(200)
  expect((await session.byReference('UNTOLD')).status).toBe(404)
  expect((await session.byReference('UNTOLD')).status).toBe(200)
})

it('is not used up by a status inquiry about a missing payment', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'found-late')
  expect((await session.byReference('NONE')).status).toBe(404)
  await session.initiate()
  expect((await session.byReference()).status).toBe(404)
})

it('takes a repeat in when ordered to, and counts it (bank note 65)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'repeat-allowed')
  const first = await session.initiate()
  expect((await session.validate()).status).toBe(200)
  const second = await session.initiate()
  expect(second.status).toBe(200)
  expect(second.json['transactionId']).not.toBe(first.json['transactionId'])
  expect((await session.caller.control.ledger()).payments).toEqual([
    { debitAccount, requestReference: 'REF0001', count: 2 },
  ])
  expect((await session.initiate()).status).toBe(400)
})

it('refuses a payment with the id of its record (bank note 18)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'refused-with-id')
  const answer = await session.initiate()
  expect(answer.status).toBe(400)
  const { transactionId } = inside(answer.json, 'ServiceError')
  expect((await session.byId(transactionId)).json['status']).toBe('FAILED')
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('answers FAILED or ERROR with an error in a 200, and so from then on (bank note 71)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'failure-in-200', { times: 2 })
  const failed = await session.initiate(rtp({ requestReference: 'RTP' }))
  expect(failed.json).toMatchObject({ status: 'FAILED', error: { code: someText } })
  const error = await session.initiate(wire({ requestReference: 'WIRE' }))
  expect(error.json).toMatchObject({ status: 'ERROR', error: { code: 'SVC-9999' } })
  expect((await session.byReference('RTP')).json['status']).toBe('FAILED')
  expect((await session.byReference('WIRE')).json['status']).toBe('ERROR')
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('answers a failed check, status inquiry and list in a 200 without touching the payment', async () => {
  await using session = await PaymentBank.open()
  await session.initiate()
  await order(session, 'failure-in-200', { times: 3 })
  expect((await session.validate(wire({ requestReference: 'TWO' }))).json['status']).toBe('FAILED')
  expect((await session.byReference()).json['status']).toBe('ERROR')
  expect((await session.participants('?limit=1&offset=0')).json['status']).toBe('ERROR')
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
})

it('writes status and doddFrank as objects (bank note 60)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'status-as-object')
  const { json } = await session.initiate()
  expect(json['status']).toEqual({ paymentStatus: 'IN_PROCESS' })
  expect(json['doddFrank']).toEqual({ noYesType: 'N' })
  expect((await session.byReference()).json['status']).toBe('IN_PROCESS')
})

it('refuses the service and fails at the backend, with the codes of the document (bank note 7)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'service-not-authorized-401')
  const refused = await session.initiate()
  expect([refused.status, errorOf(refused)['code']]).toEqual([401, 'SVC-0006'])
  await order(session, 'backend-authentication-500')
  const failed = await session.initiate()
  expect([failed.status, errorOf(failed)['code']]).toEqual([500, 'SVC-9999'])
  expect((await session.caller.control.ledger()).payments).toEqual([])
})

it('affects only calls that move money when ordered so', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'failure-500', { target: 'money' })
  const answers: Answer[] = [
    await session.validate(),
    await session.participants('?limit=1&offset=0'),
    await session.report('list', { endRowIndex: 1 }),
    await session.initiate(),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 500])
})

it('answers an error code that the document does not list beside the status', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'unknown-error-code', { target: 'payments' })
  expect((await session.initiate()).json).toMatchObject({
    status: 'IN_PROCESS',
    error: { code: 'SVC-5555' },
  })
  await order(session, 'unknown-error-code', { target: 'reports' })
  const report = await session.report('list')
  expect(report.status).toBe(400)
  expect(report.json['ServiceError']).toMatchObject({ errorCode: 'ECA-W-555' })
})

it('answers statuses, codes and fields that the document does not list (bank note 52)', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'unknown-codes', { times: 2 })
  expect((await session.initiate(wire({ transferAmount: 7.25 }))).json).toMatchObject({
    status: 'UNDER_OBSERVATION',
    futureField: someText,
    requestReference: 'REF0001',
  })
  const { json, text } = await session.report('list', { endRowIndex: 2 })
  const [first, second] = json['transactions'] as object[]
  expect(first).toMatchObject({ baiCode: '777', creditOrDebitCode: 'X', futureField: someText })
  expect(second).not.toHaveProperty('futureField')
  expect(text).toMatch(/"amount":\d+\.\d\d/)
})

it('answers a report with fewer rows than it says match, and with a failure in a 200', async () => {
  await using session = await PaymentBank.open()
  await order(session, 'rows-cut-off', { target: 'reports' })
  const { json } = await session.report('list', { endRowIndex: 30 })
  expect(rowsOf({ json } as Answer)).toHaveLength(20)
  await order(session, 'failure-in-200', { target: 'reports' })
  const failed = await session.report('list')
  expect(failed.json).toMatchObject({ status: 'failure', businessFault: [{ code: someText }] })
})
