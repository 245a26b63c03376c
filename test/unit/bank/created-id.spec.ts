import { describe, expect, it } from 'vitest'
import { classifyMoney, paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { readAnswer } from '../../../main/bank/answers/read-answer.ts'
import { createdIdIn, transactionIdIn } from '../../../main/bank/answers/transaction-ids.ts'
import { paymentAnswer } from '../../../preload/contract/bank/payments/payment-answer.ts'

const refusals = [400, 401, 403, 404, 405, 415, 429]
const at = new Date(0)
const times = { startedAt: at, writtenAt: at, answeredAt: at, finishedAt: at }
const outcomeOf = (status: number, body: string) =>
  classifyMoney(
    { kind: 'answered', times, answer: { status, headers: {}, body: Buffer.from(body) } },
    paymentVocabulary,
    '{}',
  )

const named: string[] = [
  '"Payment created, transactionId: PAY-77"',
  'Payment created, transactionId: PAY-77',
  'Payment created under transaction id PAY-77.',
  'The transaction id of the payment is PAY-77',
  '{"ErrorMessage":"Timed out after create, transactionId: PAY-77"}',
  '{"ErrorMessage":"no","TransactionId":"E1","ServiceError":"Transaction-Id PAY-77"}',
  '{"ServiceError":"{\\"transactionId\\":\\"PAY-77\\"}"}',
  JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ transactionId: 'PAY-77' }) }) }),
  JSON.stringify({ a: [`cut {"x":"${JSON.stringify({ transactionId: 'PAY-77' }).slice(0, -2)}`] }),
  '{"ServiceError":{"transactionId":{"value":"PAY-77"}}}',
  '{"transactionId":["PAY-77"]}',
  '{"Transaction-ID":"PAY-77"}',
  '{"transaction\\u0049d":"PAY-77"}',
  '{"ServiceError":"transaction\\u0049d: PAY-77"}',
  '<p>Transaction ID: PAY-77</p>',
  '<p>Transaction-Id: PAY-77</p>',
  '<td><b>Transaction ID</b></td><td>&nbsp;PAY-77</td>',
  '<transactionId type="string">PAY-77</transactionId>',
  '<ns:transactionId><![CDATA[PAY-77]]></ns:transactionId>',
  '<transactionId></transactionId><p>transaction id = PAY-77</p>',
  '<input name="transactionId" value="PAY-77">',
  "{'transactionId': 'PAY-77'}",
]
const unnamed: string[] = [
  'TransactionId missing',
  '"TransactionId missing"',
  '{"ErrorMessage":"TransactionId missing"}',
  '{"ErrorMessage":"The field \'transactionId\' must be present"}',
  '{"ErrorMessage":"transactionId: must not be blank"}',
  '{"ErrorMessage":"transactionId: null"}',
  '{"ErrorMessage":"TransactionId: MISSING"}',
  '{"ErrorMessage":"transaction identity was not found"}',
  '{"ServiceError":{"transactionId":""}}',
  '{"ServiceError":{"transactionId":null}}',
  '{"ServiceError":{"transactionId":{}}}',
  '<transactionId/>',
  '<transactionId></transactionId>',
  '{"TransactionId":"E1"}',
  '{"TransactionId":"E1","ErrorMessage":"Bad request"}',
  '',
]

describe('bank note 18: an id in the text of a refusal', () => {
  it.each(named)('is found in %s, and the outcome is unknown', (body) => {
    expect(createdIdIn(body)).toBe('PAY-77')
    for (const status of refusals) {
      expect(outcomeOf(status, body)).toEqual({
        kind: 'outcome-unknown',
        reason: 'refused-with-transaction',
        status,
        transactionId: 'PAY-77',
      })
    }
  })

  it.each(unnamed)('is not read into %s', (body) => {
    expect(createdIdIn(body)).toBeUndefined()
    // Whether the bank itself rejects is another question; a 429 needs no text.
    expect(outcomeOf(429, body)).toEqual({ kind: 'not-sent', reason: 'refused', status: 429 })
  })

  it.each(named)('traces the refusal %s by that id', (text) => {
    const answer = { status: 400, headers: {}, body: text, base64: false }
    const read = readAnswer(paymentAnswer, { status: 400, answer })
    expect(read).toMatchObject({ trace: { namesPayment: true, transactionId: 'PAY-77' } })
  })

  it('takes no id from the text of a success', () => {
    const body = '{"transactions":[{"paymentRelatedInformation":"TRANSACTION ID 123"}]}'
    expect(transactionIdIn(body)).toBeUndefined()
    const answer = { status: 200, headers: {}, body, base64: false }
    expect(readAnswer(paymentAnswer, { status: 200, answer }, { anyJson: true })).toHaveProperty(
      'trace.transactionId',
      null,
    )
  })

  it('ends in good time, whatever is written', () => {
    const started = process.cpuUsage()
    for (const part of ['transaction id', 'transactionId<><><>', '<transactionId ', '&x;<']) {
      expect(createdIdIn(part.repeat(20_000))).toBeUndefined()
    }
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000)
  })
})
