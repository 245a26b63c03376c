import { describe, expect, it } from 'vitest'
import {
  batchVocabulary,
  classifyMoney,
  paymentVocabulary,
} from '../../../../main/bank/answers/classification.ts'
import type { WireOutcome } from '../../../../main/bank/client/transport.ts'
import { closeBanksAfterEach, openBank } from '../support/open-bank.ts'
import { json } from '../support/real-bank.ts'
import type { MoneyVocabulary } from '../../../../main/bank/answers/ambiguous-refusal.ts'

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
const outcomeOf = (vocabulary: MoneyVocabulary, status: number, body: unknown, sent = '{}') =>
  classifyMoney(answered(status, body), vocabulary, sent)

const ambiguous: [MoneyVocabulary, unknown][] = [
  ...['IN_PROCESS', 'COMPLETED', 'PENDING', 'failed'].flatMap(
    (status): [MoneyVocabulary, unknown][] => [
      [paymentVocabulary, { status }],
      [paymentVocabulary, { ServiceError: { status } }],
      [paymentVocabulary, { ServiceError: { status: { paymentStatus: status } } }],
      [paymentVocabulary, { ServiceError: JSON.stringify({ status }) }],
      [paymentVocabulary, [{ payment: { Status: status } }]],
      [paymentVocabulary, { status: 'FAILED', ServiceError: { status } }],
    ],
  ),
  [paymentVocabulary, { ErrorMessage: 'no', paymentState: 'QUEUED' }],
  [paymentVocabulary, { ErrorMessage: 'no', result: 'created' }],
  [paymentVocabulary, { ErrorMessage: 'Payment accepted for processing' }],
  [paymentVocabulary, { ErrorMessage: 'The transfer was submitted to the network' }],
  [paymentVocabulary, { ServiceError: { error: { code: 'SVC-1010', title: 'Duplicate' } } }],
  [paymentVocabulary, { ErrorMessage: 'Request reference already used' }],
  [paymentVocabulary, { ErrorMessage: 'Payment is IN_PROCESS' }],
  [paymentVocabulary, '<p>Status: completed</p>'],
  [paymentVocabulary, '{"ServiceError":{"status":"IN_PROCESS"'],
  [paymentVocabulary, '{"ServiceError":{"status":"PENDING"'],
  [paymentVocabulary, { ServiceError: { clearingSystemReference: 'C9' } }],
  [batchVocabulary, { batch: { status: 'accepted' } }],
  [batchVocabulary, { status: 'IN_PROCESS' }],
  [batchVocabulary, { batch: { status: 'rejected', details: [{ status: 'accepted' }] } }],
  [batchVocabulary, { ErrorMessage: 'Batch status: accepted' }],
]
/** The bank's own error body, in the shapes of the documents. */
const refused: [MoneyVocabulary, unknown][] = [
  ...['FAILED', 'ERROR'].flatMap((status): [MoneyVocabulary, unknown][] => [
    [paymentVocabulary, { ServiceError: { status } }],
    [
      paymentVocabulary,
      { ServiceError: { status: { paymentStatus: status } }, ErrorMessage: 'no' },
    ],
    [paymentVocabulary, { status, error: { code: 'SVC-1006', title: 'Required field missing' } }],
    [batchVocabulary, { ErrorMessage: 'no', ServiceError: { status } }],
  ]),
  [paymentVocabulary, { ErrorMessage: 'no', status: '', ServiceError: { status: null } }],
  [paymentVocabulary, { ServiceError: { error: { code: 'SVC-0006', title: 'Not authorized' } } }],
  [
    paymentVocabulary,
    {
      ErrorMessage: 'Invalid request or missing mandatory data',
      TransactionId: 'E1',
      'X-CorrelationId': 'C1',
      TransactionTime: '2026-11-24 10:00:00',
      ServiceError: {
        status: 'ERROR',
        transactionId: '',
        requestReference: 'REF1',
        valueDate: '2026-11-24',
        sendersReference: 'REF1',
        error: { code: 'SVC-1006', title: 'Required field missing', description: 'aba' },
      },
    },
  ],
  [paymentVocabulary, { ErrorMessage: 'Request unauthorized; valid credentials needed' }],
  [batchVocabulary, { batch: { status: 'rejected', details: [{ status: 'rejected' }] } }],
  [batchVocabulary, { ErrorMessage: 'Only application/json is accepted' }],
  [batchVocabulary, { ErrorMessage: 'mandatory data not provided', batch: { uuid: 'REF1' } }],
]

/** Bodies that may come from a gateway in front of the bank, or that name nothing. */
const bare: unknown[] = [
  '',
  '{}',
  '[]',
  'null',
  '"Not Found"',
  'HTTP Status 400 - Bad Request',
  '<html>Bad Request</html>',
  '{"ErrorMessage":"Inva',
  [{ ErrorMessage: 'no' }],
  { ErrorMessage: '' },
  { ServiceError: {} },
  { ServiceError: 'connection refused' },
  { message: 'no Route matched with those values' },
  { error: 'No listener for endpoint: /rtp' },
  { timestamp: '2026-11-24T10:00:00Z', error: 'Unauthorized', path: '/rtp/v1/payment/initiate' },
  { fault: { faultstring: 'Invalid access token' } },
  { error: 'invalid_token', error_description: 'expired' },
]

/** An id of something that may have been created, beside the bank's own error text. */
const named: unknown[] = [
  'transactionId',
  'paymentId',
  'PaymentID',
  'payment_id',
  'id',
  'imad',
  'uetr',
  'paymentNumber',
  'traceNumber',
  'uuid',
  'confirmationNumber',
  'endToEndId',
  'requestReference',
  'batchid',
].map((name) => ({ ErrorMessage: 'no', ServiceError: { [name]: 'P-1' } }))

describe('bank note 18: a refusal of a payment or batch', () => {
  it.each(ambiguous)('is unknown when it is ambiguous (%#)', (vocabulary, body) => {
    for (const status of refusals) {
      const outcome = outcomeOf(vocabulary, status, body)
      expect(outcome, JSON.stringify(body)).toEqual({
        kind: 'outcome-unknown',
        reason: 'refused-with-status',
        status,
      })
    }
  })

  it.each(refused)(
    'is not sent when the bank states so in its own error body (%#)',
    (vocabulary, body) => {
      const sent = '{"requestReference":"REF1","sendersReference":"REF1","batch":{"uuid":"REF1"}}'
      for (const status of refusals) {
        const outcome = outcomeOf(vocabulary, status, body, sent)
        expect(outcome, JSON.stringify(body)).toEqual({
          kind: 'not-sent',
          reason: 'refused',
          status,
        })
      }
    },
  )

  it.each(bare)('is unknown without the error body of the bank, except for a 429 (%#)', (body) => {
    for (const status of refusals.filter((one) => one !== 429)) {
      expect(outcomeOf(paymentVocabulary, status, body), JSON.stringify(body)).toEqual({
        kind: 'outcome-unknown',
        reason: 'refused-barely',
        status,
      })
    }
    expect(outcomeOf(paymentVocabulary, 429, body)).toMatchObject({ kind: 'not-sent' })
  })

  it.each(named)(
    'is unknown when it names a transaction that may have been created (%#)',
    (body) => {
      const sent = '{"requestReference":"REF1"}'
      for (const status of refusals) {
        expect(
          outcomeOf(paymentVocabulary, status, body, sent),
          JSON.stringify(body),
        ).toMatchObject({
          kind: 'outcome-unknown',
          reason: 'refused-with-transaction',
        })
      }
    },
  )

  it('is unknown under every other status, whatever it says', () => {
    for (const status of [402, 406, 408, 409, 410, 413, 422, 423, 425, 428, 431, 451, 500, 503]) {
      const outcome = outcomeOf(paymentVocabulary, status, { ErrorMessage: 'no' })
      expect(outcome).toMatchObject({ kind: 'outcome-unknown', reason: 'unclear-status' })
    }
  })

  it('says nothing of a payment with the status of HTTP', () => {
    const body = { ErrorMessage: 'no', status: 401 }
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
  ])('bank note 71: decides nothing (%#)', (vocabulary, body) => {
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

  it('bank note 18: sends a payment once when the 401 says that it is in process', async () => {
    const bank = await openBank()
    const answerBody = { ServiceError: { status: 'IN_PROCESS' } }
    bank.reply = (_, response) => json(response, 401, answerBody)
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
