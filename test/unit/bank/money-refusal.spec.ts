import { describe, expect, it } from 'vitest'
import {
  batchVocabulary,
  classifyMoney,
  paymentVocabulary,
  type MoneyVocabulary,
} from '../../../main/bank/classification.ts'
import type { WireOutcome } from '../../../main/bank/transport.ts'
import { closeBanksAfterEach, openBank } from './parts/open-bank.ts'
import { json } from './parts/real-bank.ts'

const refusals = [400, 401, 403, 404, 405, 415, 429]
const at = new Date(0)
const times = { startedAt: at, writtenAt: at, answeredAt: at, finishedAt: at }
const answered = (status: number, body: unknown): WireOutcome => ({
  kind: 'answered',
  times,
  answer: {
    status,
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
})
const outcomeOf = (vocabulary: MoneyVocabulary, status: number, body: unknown) =>
  classifyMoney(answered(status, body), vocabulary)

const doubtful: [MoneyVocabulary, unknown][] = [
  ...['IN_PROCESS', 'COMPLETED', 'ERROR', 'PENDING', 'failed'].flatMap(
    (status): [MoneyVocabulary, unknown][] => [
      [paymentVocabulary, { status }],
      [paymentVocabulary, { ServiceError: { status, requestReference: 'REF1' } }],
      [paymentVocabulary, { ServiceError: { status: { paymentStatus: status } } }],
      [paymentVocabulary, { ServiceError: JSON.stringify({ status }) }],
      [paymentVocabulary, [{ payment: { Status: status } }]],
      [paymentVocabulary, { status: 'FAILED', ServiceError: { status } }],
    ],
  ),
  [paymentVocabulary, { ErrorMessage: 'Payment is IN_PROCESS' }],
  [paymentVocabulary, '<p>Status: completed</p>'],
  [paymentVocabulary, '{"ServiceError":{"status":"IN_PROCESS"'],
  [paymentVocabulary, '{"ServiceError":{"status":"PENDING"'],
  [paymentVocabulary, { ServiceError: { clearingSystemReference: 'C9' } }],
  [batchVocabulary, { batch: { status: 'accepted' } }],
  [batchVocabulary, { status: 'FAILED' }],
  [batchVocabulary, { batch: { status: 'rejected', details: [{ status: 'accepted' }] } }],
  [batchVocabulary, { batch: { details: [{ traceNumber: '041000120000001' }] } }],
  [batchVocabulary, { ErrorMessage: 'Batch status: accepted' }],
]
const plain: [MoneyVocabulary, unknown][] = [
  [paymentVocabulary, { ServiceError: { status: 'FAILED', requestReference: 'REF1' } }],
  [paymentVocabulary, { status: { status: 'FAILED' } }],
  [paymentVocabulary, { status: '', ServiceError: { status: null } }],
  [paymentVocabulary, { ServiceError: { error: { code: 'SVC-0006', title: 'Not authorized' } } }],
  [paymentVocabulary, '{"ServiceError":{"status":"FAILED"'],
  [paymentVocabulary, 'HTTP Status 400 - Bad Request'],
  [batchVocabulary, { batch: { status: 'rejected', details: [{ status: 'rejected' }] } }],
  [batchVocabulary, { ErrorMessage: 'Only application/json is accepted' }],
]

describe('trap 18: a refusal of a payment or batch', () => {
  it.each(doubtful)('is unknown when it leaves a doubt (%#)', (vocabulary, body) => {
    for (const status of refusals) {
      const outcome = outcomeOf(vocabulary, status, body)
      expect(outcome, JSON.stringify(body)).toEqual({
        kind: 'outcome-unknown',
        reason: 'refused-with-status',
        status,
      })
    }
  })

  it.each(plain)('is not sent when it leaves none (%#)', (vocabulary, body) => {
    for (const status of refusals) {
      const outcome = outcomeOf(vocabulary, status, body)
      expect(outcome, JSON.stringify(body)).toEqual({ kind: 'not-sent', reason: 'refused', status })
    }
  })

  it('says nothing of a payment with the status of HTTP', () => {
    const body = { status: 401, error: 'Unauthorized', path: '/rtp/v1/payment/initiate' }
    expect(outcomeOf(paymentVocabulary, 401, body).kind).toBe('not-sent')
    expect(outcomeOf(paymentVocabulary, 400, body).kind).toBe('outcome-unknown')
  })
})

describe('a success that contradicts itself', () => {
  it.each([
    [paymentVocabulary, { status: 'FAILED', ServiceError: { status: 'IN_PROCESS' } }],
    [paymentVocabulary, { status: { status: 'FAILED', paymentStatus: 'IN_PROCESS' } }],
    [paymentVocabulary, { status: 'FAILED', clearingSystemReference: 'C9' }],
    [paymentVocabulary, { ServiceError: { status: 'FAILED' } }],
    [batchVocabulary, { batch: { status: 'accepted' }, status: 'rejected' }],
    [batchVocabulary, { batch: { status: 'rejected' }, status: 'accepted' }],
    [batchVocabulary, { batch: { status: 'rejected', details: [{ status: 'accepted' }] } }],
    [batchVocabulary, { status: 'rejected', details: [{ traceNumber: '1' }] }],
  ])('trap 71: decides nothing (%#)', (vocabulary, body) => {
    expect(outcomeOf(vocabulary, 200, body)).toMatchObject({
      kind: 'outcome-unknown',
      reason: 'undecided-answer',
    })
  })

  it('decides where it says the same twice', () => {
    const batch = { batch: { status: 'rejected' }, status: 'rejected' }
    expect(outcomeOf(batchVocabulary, 200, batch)).toMatchObject({ verdict: 'rejected' })
    const payment = { status: 'COMPLETED', ServiceError: { status: 'IN_PROCESS' } }
    expect(outcomeOf(paymentVocabulary, 200, payment)).toMatchObject({ verdict: 'accepted' })
  })
})

describe('over the wire', () => {
  closeBanksAfterEach()
  const pay = {
    method: 'POST',
    path: '/pay',
    body: '{}',
    lane: 'initiation',
    purpose: 'test',
    actor: 'ann',
  } as const

  it('trap 18: sends a payment once when the 401 says that it is in process', async () => {
    const bank = await openBank()
    const said = { ServiceError: { status: 'IN_PROCESS', requestReference: 'REF1' } }
    bank.reply = (_, response) => json(response, 401, said)
    expect(await bank.client.move(pay, paymentVocabulary)).toMatchObject({
      kind: 'outcome-unknown',
      reason: 'refused-with-status',
    })
    expect(bank.calls).toHaveLength(1)
  })

  it('records the id that an error text names', async () => {
    const bank = await openBank()
    bank.reply = (_, response) => json(response, 400, { ErrorMessage: 'made transactionId: P7' })
    await bank.client.move(pay, paymentVocabulary)
    expect(bank.records.at(-1)?.detail).toMatchObject({ transactionId: 'P7' })
  })
})
