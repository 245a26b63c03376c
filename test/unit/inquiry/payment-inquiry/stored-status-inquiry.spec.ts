/**
 * The name of a status inquiry that ended with a 404: only the bank knows whether the payment
 * exists.
 */
import { describe, expect, it } from 'vitest'
import { statusInquiryAnswerRules } from '../../../../main/bank/apis/payments-answer.ts'
import { readAnswer } from '../../../../main/bank/answers/read-answer.ts'
import { answerOf, summaryOf } from '../../../../main/inquiry/stored-status-inquiry.ts'
import { answerText } from '../../../../preload/contract/text/answers.ts'
import { paymentAnswer } from '../../../../preload/contract/bank/payments/payment-answer.ts'

const outcomeOf = (body: string): string => {
  const answer = { status: 404, headers: {}, body, base64: false }
  return summaryOf(readAnswer(paymentAnswer, { status: 404, answer }, statusInquiryAnswerRules))
    .outcome
}

describe('bank note 67: a 404', () => {
  it.each([
    ['in the envelope', '{"ErrorMessage":"No such payment"}'],
    ['that names its transaction', '{"TransactionId":"T-1"}'],
  ])('%s means that nothing is found', (_what, body) => {
    expect(outcomeOf(body)).toBe('nothing-found')
  })

  it.each([
    ['an HTML page', '<html>404 No such route</html>'],
    ['nothing', ''],
    ['an object without content', '{}'],
  ])('of a gateway, %s, is a refusal and decides nothing about the payment', (_what, body) => {
    expect(outcomeOf(body)).toBe('refused')
  })
})

describe('an answered status inquiry without a record of its call', () => {
  it('reports that the bank answered and that the answer was not saved', () => {
    const { answer, raw, callId } = answerOf(undefined, { withoutAnswer: null }, false)
    expect({ raw, callId }).toEqual({ raw: null, callId: null })
    expect(answerText(answer, 'reads')).toMatchObject({
      title: 'The answer was not saved',
      reason: 'The bank answered, but there is no record of the call. The request moves no money.',
    })
  })
})
