import { describe, expect, it } from 'vitest'
import {
  batchVocabulary,
  classifyMoney,
  classifyRead,
  paymentVocabulary,
  type MoneyOutcome,
} from '../../../../main/bank/answers/classification.ts'
import { transactionIdIn } from '../../../../main/bank/answers/transaction-ids.ts'
import type { WireOutcome } from '../../../../main/bank/client/transport.ts'

const at = new Date(0)
const times = { startedAt: at, writtenAt: at, answeredAt: at, finishedAt: at }
const fault = { code: 'connection-lost', detail: 'UND_ERR_SOCKET: other side closed' } as const

const answered = (status: number, body: unknown): WireOutcome => ({
  kind: 'answered',
  times,
  answer: {
    status,
    headers: {},
    body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  },
})
const payment = (status: number, body: unknown): MoneyOutcome =>
  classifyMoney(answered(status, body), paymentVocabulary, '{}')

const refusals = [400, 401, 403, 404, 405, 415, 429]
const everyStatus = Array.from({ length: 400 }, (_, i) => 200 + i)
const bodies = {
  html: '<html>busy</html>',
  empty: '',
  text: 'sorry',
  list: '[]',
  cut: '{"status":"IN_',
}

describe('a call that moves money', () => {
  it.each(everyStatus)('%i without a transaction id is not sent, or unknown', (status) => {
    const outcome = payment(status, { ErrorMessage: 'no' })
    if (refusals.includes(status)) {
      expect(outcome).toEqual({ kind: 'not-sent', reason: 'refused', status })
    } else {
      expect(outcome).toMatchObject({ kind: 'outcome-unknown', status })
    }
  })

  it.each(everyStatus.filter((status) => status >= 300))(
    'bank note 18: %i with a transaction id is unknown, and the id is returned',
    (status) => {
      const body = { ServiceError: { transactionId: 'T1', error: { code: 'SVC-1006' } } }
      expect(payment(status, body)).toMatchObject({ kind: 'outcome-unknown', transactionId: 'T1' })
    },
  )

  it.each([
    ['IN_PROCESS', 'accepted'],
    ['COMPLETED', 'accepted'],
    ['FAILED', 'rejected'],
  ] as const)('200 with %s is answered: %s', (status, verdict) => {
    expect(payment(200, { status })).toMatchObject({ kind: 'answered', verdict })
    expect(payment(200, { status: { status } })).toMatchObject({ kind: 'answered', verdict })
  })

  it.each(['ERROR', 'PENDING', 'in_process', '', null, 7, {}, []])(
    '200 with the status %j decides nothing',
    (status) => {
      expect(payment(200, { status })).toMatchObject({
        kind: 'outcome-unknown',
        reason: 'undecided-answer',
      })
    },
  )

  it.each(Object.entries(bodies))('200 with %s is unknown', (_, body) => {
    expect(payment(200, body)).toMatchObject({
      kind: 'outcome-unknown',
      reason: 'unreadable-answer',
    })
  })

  it.each(Object.entries(bodies))('400 with %s says nothing of the money', (_, body) => {
    expect(payment(400, body)).toMatchObject({ kind: 'outcome-unknown', status: 400 })
  })

  it('is not sent when nothing was written, for the reason it failed', () => {
    expect(classifyMoney({ kind: 'not-written', fault, times }, paymentVocabulary, '{}')).toEqual({
      kind: 'not-sent',
      reason: 'connection-lost',
    })
  })

  it('is unknown when the connection broke after the first byte', () => {
    expect(classifyMoney({ kind: 'no-answer', fault, times }, paymentVocabulary, '{}')).toEqual({
      kind: 'outcome-unknown',
      reason: 'no-answer',
      failure: 'connection-lost',
    })
  })

  it('is unknown when an answer broke off, even a refusal', () => {
    const partial = { status: 400, headers: {}, body: Buffer.from('{"ServiceErr') }
    const outcome = classifyMoney(
      { kind: 'no-answer', fault, partial, times },
      paymentVocabulary,
      '{}',
    )
    expect(outcome).toMatchObject({
      kind: 'outcome-unknown',
      reason: 'answer-cut-off',
      status: 400,
    })
  })

  it('reads a status of the body itself and none that is inherited', () => {
    for (const body of [
      '{"__proto__":{"status":"IN_PROCESS"}}',
      '{"status":{"__proto__":{"status":"COMPLETED"}}}',
      '{"payment":{"status":"FAILED"}}',
    ]) {
      expect(payment(200, body)).toMatchObject({ reason: 'undecided-answer' })
    }
  })

  it('bank note 61: hands an amount on by its digits', () => {
    const outcome = payment(200, '{"status":"IN_PROCESS","transferAmount":90071992547409931.10}')
    expect(outcome).toHaveProperty('body.transferAmount.text', '90071992547409931.10')
  })

  it('is unknown when an answer is nested beyond what is read', () => {
    const body = `{"status":"IN_PROCESS","a":${'['.repeat(200)}${']'.repeat(200)}}`
    expect(payment(200, body)).toMatchObject({ reason: 'unreadable-answer' })
  })

  it.each(['status', 'paymentStatus', 'code', 'value'])(
    'bank note 60: reads a status in the %s of its object',
    (name) => {
      expect(payment(200, { status: { [name]: 'FAILED' } })).toMatchObject({ verdict: 'rejected' })
    },
  )

  it('reads a batch by its own statuses', () => {
    const batch = (status: string) =>
      classifyMoney(answered(200, { batch: { status } }), batchVocabulary, '{}')
    expect(batch('accepted')).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(batch('rejected')).toMatchObject({ kind: 'answered', verdict: 'rejected' })
    expect(batch('IN_PROCESS')).toMatchObject({ kind: 'outcome-unknown' })
  })
})

describe('an answer that says two things', () => {
  const sent = '{"requestReference":"REF-1","batch":{"uuid":"0123abcd","details":[{"uuid":"e1"}]}}'
  const verdictOf = (status: number, body: string, vocabulary = paymentVocabulary) =>
    classifyMoney(answered(status, body), vocabulary, sent)

  it.each([
    [200, '{"status":"IN_PROCESS","status":"FAILED"}'],
    [200, '{"status":"FAILED","status":"FAILED"}'],
    [200, '{"status":"IN_PROCESS","error":{"code":"1","code":"2"}}'],
    [200, '{"status":"IN_PROCESS","st\\u0061tus":"FAILED"}'],
    [400, '{"ErrorMessage":"no","status":"IN_PROCESS","status":"FAILED"}'],
    [401, '{"status":"IN_PROCESS","status":"401"}'],
    [400, '{"ErrorMessage":"no","transactionId":"T1","transactionId":null}'],
    [429, '{"ErrorMessage":"no","ErrorMessage":"no"}'],
  ])('is unknown where one object names a member twice (%i %s)', (status, body) => {
    for (const vocabulary of [paymentVocabulary, batchVocabulary])
      expect(verdictOf(status, body, vocabulary)).toMatchObject({
        kind: 'outcome-unknown',
        reason: 'names-repeated',
      })
  })

  it.each([
    ['{"status":"IN_PROCESS","a\\d":1}', 'unreadable-answer'],
    ['{"a\\d":1,"a\\d":1', 'names-repeated'],
    [`${'{"a":'.repeat(101)}{"b":1,"b":2}`, 'unreadable-answer'],
    [`{"b":1,"a":${'{"a":'.repeat(101)}${'}'.repeat(101)},"b":2}`, 'names-repeated'],
  ])('is unknown where it is no JSON, whatever its names (%#)', (body, reason) => {
    expect(verdictOf(200, body)).toMatchObject({ kind: 'outcome-unknown', reason })
  })

  it.each([
    '{"status":"FAILED","paymentStatus":"IN_PROCESS"}',
    '{"status":"FAILED","Status":"IN_PROCESS"}',
    '{"status":"FAILED","payment":{"status":"COMPLETED"}}',
    '{"status":"IN_PROCESS","transaction_status":"FAILED"}',
    '{"status":"IN_PROCESS","data":[{"payment":{"statusCode":"FAILED"}}]}',
    '{"status":"COMPLETED","Status":{"code":"HELD"}}',
  ])('is unknown where another status of it disagrees (%s)', (body) => {
    expect(verdictOf(200, body)).toMatchObject({ reason: 'undecided-answer' })
  })

  it.each([
    '{"batch":{"status":"rejected"},"batchStatus":"accepted"}',
    '{"status":"rejected","result":{"status":"accepted"}}',
  ])('is unknown where another status of the batch disagrees (%s)', (body) => {
    expect(verdictOf(200, body, batchVocabulary)).toMatchObject({ reason: 'undecided-answer' })
  })

  it('decides where every status agrees, beside the status of HTTP and those of entries', () => {
    const payment = '{"status":"IN_PROCESS","paymentStatus":"COMPLETED","statusCode":200}'
    expect(verdictOf(200, payment)).toMatchObject({ verdict: 'accepted' })
    const batch = '{"batch":{"status":"accepted","details":[{"uuid":"e1","status":"rejected"}]}}'
    expect(verdictOf(200, batch, batchVocabulary)).toMatchObject({ verdict: 'accepted' })
  })

  it.each(['IN_PROCESS', 'COMPLETED', 'FAILED'])(
    'is unknown where it names another payment or batch than the sent one (%s)',
    (status) => {
      const answers = (name: object) => verdictOf(200, JSON.stringify({ status, ...name }))
      expect(answers({ requestReference: 'REF-2' })).toMatchObject({ reason: 'answer-of-another' })
      expect(answers({ requestReference: 'ref-1', transactionId: 'T' }).kind).toBe('answered')
      expect(answers({ transactionId: 'T' }).kind).toBe('answered')
      const batch = { uuid: 'ffff', status: 'accepted' }
      expect(verdictOf(200, JSON.stringify({ batch }), batchVocabulary)).toMatchObject({
        reason: 'answer-of-another',
      })
      const ours = { batch: { ...batch, uuid: '0123-ABCD', details: [{ uuid: 'E1' }] } }
      expect(verdictOf(200, JSON.stringify(ours), batchVocabulary).kind).toBe('answered')
    },
  )
})

describe('the transaction id of an error', () => {
  it.each([
    ['{"TransactionId":"E1","ServiceError":{"transactionId":"P1"}}', 'P1'],
    ['{"TransactionId":"E1"}', 'E1'],
    ['{"a":[{"transactionid":7}]}', '7'],
    ['<error><transactionId>X-9</transactionId></error>', 'X-9'],
    ['{"transactionId":""}', undefined],
    ['{"transactionId":null}', undefined],
    ['', undefined],
  ])('%s', (body, id) => {
    expect(transactionIdIn(body)).toBe(id)
  })
})

describe('a refusal that names a transaction', () => {
  it.each([400, 401, 403, 404, 405, 415, 429])(
    'bank note 18: %s with a payment\u2019s own id is unknown, with the envelope\u2019s alone it is not',
    (status) => {
      const envelope = { ErrorMessage: 'no', TransactionId: 'E1', ServiceError: {} }
      expect(payment(status, envelope)).toEqual({ kind: 'not-sent', reason: 'refused', status })
      expect(payment(status, { ...envelope, ServiceError: { transactionId: 'P1' } })).toEqual({
        kind: 'outcome-unknown',
        reason: 'refused-with-transaction',
        status,
        transactionId: 'P1',
      })
      expect(payment(status, { ...envelope, transactionId: 'P2' })).toMatchObject({
        transactionId: 'P2',
      })
    },
  )

  it('treats either id as one of a payment in what is no JSON', () => {
    expect(payment(400, '<TransactionId>E1</TransactionId>')).toMatchObject({
      reason: 'refused-with-transaction',
    })
  })
})

describe('a call that only reads', () => {
  it('is answered by any complete answer', () => {
    for (const status of everyStatus) {
      expect(classifyRead(answered(status, ''))).toEqual({ kind: 'answered', status })
    }
  })

  it('distinguishes a call that was never sent from one without an answer', () => {
    expect(classifyRead({ kind: 'not-written', fault, times }).kind).toBe('not-sent')
    expect(classifyRead({ kind: 'no-answer', fault, times }).kind).toBe('no-answer')
  })
})
