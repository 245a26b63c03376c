import { describe, expect, it } from 'vitest'
import type { StoredAnswer } from '../../../../main/bank/call-record.ts'
import {
  initiationRules,
  statusInquiryAnswerRules,
  validationRules,
} from '../../../../main/bank/apis/payments-answer.ts'
import { readAnswer, type AnswerRules } from '../../../../main/bank/answers/read-answer.ts'
import { answerText } from '../../../../preload/contract/text/answers.ts'
import {
  paymentAnswer,
  paymentReading,
  type PaymentReading,
} from '../../../../preload/contract/bank/payments/payment-answer.ts'

const read = (rules: AnswerRules, status: number, body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer: StoredAnswer = { status, headers: {}, body: text, base64: false }
  return readAnswer(paymentAnswer, { status, answer }, rules)
}
const readingOf = (
  body: unknown,
  status = 200,
  rules = statusInquiryAnswerRules,
): PaymentReading => {
  const answer = read(rules, status, body)
  if (!('reading' in answer) || !answer.reading) throw new Error(`${answer.kind}: no reading`)
  return paymentReading.parse(answer.reading)
}

describe('what the payments API answers', () => {
  it('reads every field of the payment response and keeps unknown ones', () => {
    const reading = readingOf({
      status: 'IN_PROCESS',
      transactionId: 'T1',
      requestReference: 'R1',
      sendersReference: 'T1',
      receiversReference: 'X',
      debitAccountNumber: '0072',
      creditAccountNumber: '5550142',
      valueDate: '2026-11-03',
      transferAmount: 12500,
      transferCurrency: 'USD',
      doddFrank: 'No',
      clearingSystemReference: 'C9',
      settlement: { cycle: 2 },
    })
    expect(reading).toEqual({
      status: 'IN_PROCESS',
      transactionId: 'T1',
      requestReference: 'R1',
      sendersReference: 'T1',
      receiversReference: 'X',
      debitAccountNumber: '0072',
      creditAccountNumber: '5550142',
      valueDate: '2026-11-03',
      transferAmount: '12500',
      transferCurrency: 'USD',
      error: null,
      doddFrank: 'No',
      clearingSystemReference: 'C9',
      other: [{ path: 'settlement.cycle', value: '2' }],
    })
  })

  it.each([
    ['COMPLETED'],
    [{ status: 'COMPLETED' }],
    [{ paymentStatus: 'COMPLETED' }],
    [{ code: 'COMPLETED' }],
    [{ value: 'COMPLETED' }],
  ])('bank note 60: reads the status %j', (status) => {
    expect(readingOf({ status }).status).toBe('COMPLETED')
  })

  it('bank note 60: reads Dodd-Frank as text or object, and loses nothing of a status object', () => {
    for (const doddFrank of ['Yes', { noYesType: 'Yes' }, { value: 'Yes' }, { doddFrank: 'Yes' }]) {
      expect(readingOf({ status: 'COMPLETED', doddFrank }).doddFrank).toBe('Yes')
    }
    expect(
      readingOf({ status: { status: 'FAILED', since: 'noon' }, transactionId: '1' }),
    ).toMatchObject({
      status: 'FAILED',
      other: [{ path: 'status.since', value: 'noon' }],
    })
  })

  it.each(['12500.00', '1250000', '12500', '0.10', '90071992547409931.07', '1e3'])(
    'bank note 61: keeps the amount %s by its digits',
    (digits) => {
      const body = `{"status":"COMPLETED","transferAmount":${digits}}`
      expect(readingOf(body).transferAmount).toBe(digits)
    },
  )

  it('bank note 18: keeps the transaction id and references of a refusal', () => {
    const body = {
      TransactionId: 'envelope',
      ServiceError: {
        status: 'FAILED',
        transactionId: 'T9',
        requestReference: 'R9',
        sendersReference: 'S9',
        valueDate: '2026-11-03',
        doddFrank: 'No',
        error: {
          code: 'SVC-1006',
          title: 'Required field missing',
          description: 'creditPartyBank',
        },
      },
    }
    for (const rules of [initiationRules, validationRules, statusInquiryAnswerRules]) {
      const answer = read(rules, 400, body)
      expect(answer).toMatchObject({
        kind: 'refused',
        problem: 'request-invalid',
        trace: { status: 400, transactionId: 'T9' },
        reading: {
          status: 'FAILED',
          requestReference: 'R9',
          sendersReference: 'S9',
          valueDate: '2026-11-03',
          doddFrank: 'No',
          error: { code: 'SVC-1006', title: 'Required field missing' },
        },
      })
      expect(answer).toHaveProperty('messages.0.code', 'SVC-1006')
    }
  })

  it('bank note 7: distinguishes an unauthorized service from an unauthorized token and from a failing backend', () => {
    const withCode = (code: string) => ({ ServiceError: { error: { code } } })
    const problemOf = (status: number, body: unknown) => read(initiationRules, status, body)
    expect(problemOf(401, withCode('SVC-0006'))).toMatchObject({
      problem: 'service-not-authorized',
    })
    expect(problemOf(401, withCode('ABC-0006'))).toMatchObject({
      problem: 'service-not-authorized',
    })
    expect(problemOf(401, { ErrorMessage: 'no' })).toMatchObject({ problem: 'not-authenticated' })
    expect(problemOf(500, withCode('SVC-9999'))).toMatchObject({ problem: 'backend-unknown-error' })
    expect(problemOf(500, '')).toMatchObject({ problem: 'backend-failed' })
  })
})

describe('bank note 71: a success that says failure', () => {
  const failed = { status: 'FAILED', transactionId: 'T1', error: { code: 'SVC-1006' } }

  it('is a failure of an initiation that was rejected', () => {
    expect(read(initiationRules, 200, failed)).toMatchObject({
      kind: 'refused',
      problem: 'failed-in-success',
      reading: { status: 'FAILED', transactionId: 'T1' },
      messages: [{ code: 'SVC-1006' }],
    })
  })

  it.each(['ERROR', 'PENDING'])(
    'is not what %s means for an initiation: that decides nothing',
    (status) => {
      expect(read(initiationRules, 200, { status, error: { title: 'x' } })).toMatchObject({
        kind: 'answered',
        reading: { status },
      })
    },
  )

  it('is the answer to a status inquiry about the payment', () => {
    expect(read(statusInquiryAnswerRules, 200, failed)).toMatchObject({
      kind: 'answered',
      reading: { status: 'FAILED' },
      warnings: [{ code: 'SVC-1006' }],
    })
    const byReference = { status: { status: 'FAILED' }, requestReference: 'R1' }
    expect(read(statusInquiryAnswerRules, 200, byReference)).toMatchObject({ kind: 'answered' })
  })

  it('bank note 67: is a failure of the status inquiry where it names no payment', () => {
    for (const body of [
      { status: 'FAILED' },
      { status: 'FAILED', transactionId: '', requestReference: null, error: { title: 'none' } },
      { ServiceError: { status: 'FAILED', error: { title: 'none' } } },
    ]) {
      expect(read(statusInquiryAnswerRules, 200, body)).toMatchObject({
        kind: 'refused',
        problem: 'failed-in-success',
      })
    }
    expect(read(statusInquiryAnswerRules, 404, '')).toMatchObject({
      kind: 'refused',
      problem: 'not-found',
    })
  })

  it.each([
    { status: 'FAILED' },
    { status: 'ERROR' },
    { status: { status: 'ERROR' } },
    { status: 'IN_PROCESS', error: { description: 'creditPartyBank' } },
    { status: 'IN_PROCESS', error: 'creditPartyBank' },
    { ServiceError: { error: { code: 'SVC-1006' } } },
    { ServiceError: 'no route' },
  ])('is a validation that %j contradicts', (body) => {
    expect(read(validationRules, 200, body)).toMatchObject({
      kind: 'refused',
      problem: 'failed-in-success',
    })
  })
})

describe('bank note 65: the answer of a validation, whose shape is not shown', () => {
  it('is read where its fields fit and left as received where they do not', () => {
    const body = { result: 'VALID', checks: [{ name: 'limit', ok: true }], requestReference: 'R1' }
    expect(read(validationRules, 200, body)).toMatchObject({
      kind: 'answered',
      reading: {
        status: null,
        requestReference: 'R1',
        other: [
          { path: 'result', value: 'VALID' },
          { path: 'checks[0].name', value: 'limit' },
          { path: 'checks[0].ok', value: 'true' },
        ],
      },
    })
  })

  it.each([
    { status: 'REJECTED' },
    { status: 'failed' },
    { status: { value: 'REJECTED' } },
    { checks: [{ status: 'OPEN' }] },
    { valid: false },
    { valid: true },
    { passed: false },
    { errors: [{ code: 'SVC-1006', title: 'Required field missing' }] },
    { validationErrors: ['x'] },
    { businessFault: 'x' },
    { result: 'INVALID', requestReference: 'R1' },
    { ErrorMessage: 'bad' },
    '"Invalid creditPartyBank"',
    '"fine"',
  ])('bank note 71: decides nothing where it may object: %j', (body) => {
    const answer = read(validationRules, 200, body)
    expect(answer).toMatchObject({ kind: 'not-understood', why: 'not-decided' })
    expect(answer).not.toHaveProperty('beside', [])
    expect(answerText(answer, 'reads')?.reason).toContain('does not say clearly')
    expect(read(validationRules, 299, body).kind).toBe('not-understood')
  })

  it('may be any JSON, with an empty error in it, and needs no field', () => {
    for (const body of [{}, { error: {} }, { error: { code: '', title: null } }, []]) {
      expect(read(validationRules, 200, body)).toMatchObject({ kind: 'answered' })
    }
    expect(read(validationRules, 200, '')).toMatchObject({ kind: 'not-understood', why: 'empty' })
    expect(read(validationRules, 200, '<p>')).toMatchObject({ kind: 'not-understood', why: 'html' })
  })
})
