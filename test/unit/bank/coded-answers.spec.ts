/** Answers that a gateway compressed, although every call asks for none. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentVocabulary } from '../../../main/bank/answers/classification.ts'
import { readAnswer } from '../../../main/bank/answers/read-answer.ts'
import { statusInquiryAnswerRules } from '../../../main/bank/apis/payments-answer.ts'
import { paymentAnswer } from '../../../preload/contract/bank/payments/payment-answer.ts'
import { answerText } from '../../../preload/contract/text/answers.ts'
import { readRequest } from './support/open-bank.ts'
import { RealBank } from './support/real-bank.ts'

const pay = {
  ...readRequest,
  method: 'POST',
  path: '/pay',
  lane: 'initiation',
  purpose: 'pay',
} as const
const taken = Buffer.from('{"status":"IN_PROCESS","transactionId":"T-1"}')

let bank: RealBank
beforeAll(async () => {
  bank = await RealBank.open()
  await bank.client.checkToken()
})
afterAll(() => bank.close())

function answer(coding: string, body: Buffer, status = 200): void {
  bank.reply = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': coding })
    response.end(body)
  }
}
const paid = () => bank.client.move({ ...pay, body: '{"a":1.10}' }, paymentVocabulary)

describe('an answer that is compressed all the same', () => {
  it.each([
    ['gzip', gzipSync(taken)],
    ['x-gzip', gzipSync(taken)],
    ['GZIP', gzipSync(taken)],
    ['deflate', deflateSync(taken)],
    ['deflate', deflateRawSync(taken)],
    ['br', brotliCompressSync(taken)],
    ['gzip, br', brotliCompressSync(gzipSync(taken))],
    ['identity', taken],
  ])('as %s is read: a payment is accepted, and its answer kept as text', async (coding, body) => {
    answer(coding, body)
    expect(await paid()).toMatchObject({ kind: 'answered', verdict: 'accepted' })
    expect(bank.records.at(-1)).toMatchObject({
      responseBody: taken.toString(),
      responseBodyBase64: false,
    })
    const read = await bank.client.read({ ...readRequest, path: '/read' })
    expect(read).toMatchObject({ kind: 'answered', answer: { body: taken.toString() } })
  })

  it('as a refusal of the bank is read as one', async () => {
    answer('gzip', gzipSync('{"ErrorMessage":"Invalid request"}'), 400)
    expect(await paid()).toMatchObject({ kind: 'not-sent', reason: 'refused', status: 400 })
  })

  it('to more than an answer may have is none, and a payment stays unknown', async () => {
    answer('gzip', gzipSync(Buffer.alloc(40 * 1024 * 1024, ' ')))
    expect(await paid()).toMatchObject({ kind: 'outcome-unknown', failure: 'answer-too-large' })
    expect(await bank.client.read({ ...readRequest, path: '/read' })).toMatchObject({
      kind: 'no-answer',
      reason: 'answer-too-large',
    })
  })

  it.each([
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x99])],
    ['gzip', Buffer.from([0x1f, 0x8b, 0xff, 0xff])],
    ['gzip', gzipSync(taken).subarray(0, 20)],
  ])(
    'as %s that nothing here decodes is unknown, kept as it came, and named',
    async (coding, body) => {
      for (const status of [200, 400]) {
        answer(coding, body, status)
        expect(await paid()).toMatchObject({ kind: 'outcome-unknown' })
      }
      answer(coding, body)
      const read = await bank.client.read({ ...readRequest, path: '/read' })
      if (read.kind !== 'answered') throw new Error(read.kind)
      expect(read.answer).toMatchObject({ body: body.toString('base64'), base64: true })
      const understood = readAnswer(paymentAnswer, read, statusInquiryAnswerRules)
      expect(understood).toMatchObject({ kind: 'not-understood', why: 'coded', trace: { coding } })
      expect(answerText(understood, 'reads')?.reason).toContain(`“${coding}”`)
    },
  )
})

it('is asked for by no call, nor by the token call', async () => {
  answer('identity', taken)
  await paid()
  expect(bank.tokens.length).toBeGreaterThan(0)
  for (const { headers } of bank.received) expect(headers['accept-encoding']).toBe('identity')
})
