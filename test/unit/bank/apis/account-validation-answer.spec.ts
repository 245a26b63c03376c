import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readValidation } from '../../../../main/bank/apis/account-validation-answer.ts'
import { accountAnswer } from '../../../../preload/contract/bank/account-validation.ts'

const read = (status: number, contentType: string | null, body: string) => {
  const headers: Record<string, string> =
    contentType === null ? {} : { 'content-type': contentType }
  return readValidation({ status, answer: { status, headers, body, base64: false } })
}
const json = (status: number, value: unknown) =>
  read(status, 'application/json', JSON.stringify(value))
const answer = (Result: object) => ({ accountValidationResponse: { AOAResponse: { Result } } })
const full = {
  errorCode: '000',
  systemRecordId: 'SR1',
  secondaryID: '5550142',
  routingNumber: '021000021',
  accountNumber: '12345678',
  feeAttrib: 'HH',
  AcctOwner: { conditionCode: '000', overallMatchScore: '95', nameMatch: 'Y', cityMatch: '' },
  AcctStatus: { primaryStatusCode: '099', primMessage: 'Open Valid' },
  Client: { UserDef: 'R1' },
}
const readingOf = (Result: object) => {
  const outcome = json(200, answer(Result))
  if (outcome.kind !== 'answered') return expect.fail(outcome.kind)
  return outcome.reading
}

describe('reading an answer', () => {
  it('reads every documented field', () => {
    expect(readingOf(full)).toMatchObject({
      errorCode: '000',
      accountStatus: { code: '099', message: 'Open Valid' },
      conditionCode: '000',
      overallMatchScore: '95',
      systemRecordId: 'SR1',
      feeAttrib: 'HH',
      other: [],
    })
  })

  it('bank notes 24 and 25: takes both spellings for the same thing', () => {
    const reading = readingOf(full)
    expect(reading.secondaryId).toBe('5550142')
    expect(reading.userDefined).toBe('R1')
    expect(readingOf({ secondaryId: '1', Client: { userDefined: 'R2' } })).toMatchObject({
      secondaryId: '1',
      userDefined: 'R2',
    })
  })

  it('bank note 30: leaves out a blank match field', () => {
    expect(readingOf(full).matches).toEqual({ nameMatch: 'Y' })
  })

  it('bank note 33: keeps a blank score apart from 0', () => {
    const scored = (overallMatchScore: unknown) => readingOf({ AcctOwner: { overallMatchScore } })
    expect(scored('').overallMatchScore).toBeNull()
    expect(scored(null).overallMatchScore).toBeNull()
    expect(scored('0').overallMatchScore).toBe('0')
    expect(scored(0).overallMatchScore).toBe('0')
  })

  it('bank note 40: ignores mdmId and keeps every other unknown field', () => {
    const reading = readingOf({ ...full, mdmId: 'M', extra: { deep: 7 }, amount: '10' })
    expect(reading.other).toEqual([{ path: 'extra.deep', value: '7' }])
    expect(reading.amount).toBe('10')
  })

  it('bank note 23: reads the error code that a 400 carries', () => {
    const outcome = json(400, {
      ErrorMessage: 'Bad request',
      ServiceError: { AOAResponse: { Result: { errorCode: '104' } } },
    })
    expect(outcome).toMatchObject({
      kind: 'refused',
      trace: { status: 400 },
      reading: { errorCode: '104' },
      messages: [{ code: null, text: 'Bad request' }],
    })
  })

  it('bank note 20: takes 299 for an answer with warnings', () => {
    const outcome = json(299, {
      ...answer(full),
      ServiceError: {
        businessFault: [{ errorCode: 'ECA-W-001', errorDescription: 'Some data unavailable' }],
      },
    })
    expect(outcome).toMatchObject({
      kind: 'answered',
      trace: { status: 299 },
      warnings: [{ code: 'ECA-W-001', text: 'Some data unavailable' }],
    })
  })

  const envelopes: [string, unknown, string][] = [
    ['text', { ServiceError: 'no route to host' }, 'no route to host'],
    ['ConnectError', { ServiceError: { ConnectError: 'down' } }, 'down'],
    ['error', { ServiceError: { error: { code: 'SVC-1', title: 'T', description: 'D' } } }, 'T: D'],
    [
      'systemFault',
      { errorResponse: { systemFault: [{ errorCode: '1', errorDescription: 'F' }] } },
      'F',
    ],
  ]
  it.each(envelopes)('bank note 15: reads ServiceError as %s', (_form, body, text) => {
    const outcome = json(503, body)
    expect(outcome.kind === 'refused' && outcome.messages.map((each) => each.text)).toContain(text)
  })

  const odd: [string, number, string | null, string, object][] = [
    ['an empty 400', 400, null, '', { kind: 'refused', messages: [], reading: null }],
    ['an empty 200', 200, null, ' ', { kind: 'not-understood', why: 'empty' }],
    ['a page of HTML', 502, 'text/html', '<html></html>', { kind: 'refused', unreadable: 'html' }],
    [
      'garbage',
      200,
      'application/json',
      '{"accountVal',
      { kind: 'not-understood', why: 'not-json' },
    ],
    ['JSON of something else', 200, null, '{"a":1}', { kind: 'not-understood', why: 'not-listed' }],
  ]
  it.each(odd)('takes %s as what it is', (_what, status, contentType, body, expected) => {
    expect(read(status, contentType, body)).toMatchObject(expected)
  })

  it('returns the trace ids of a refusal, its kind, and its other fields', () => {
    const body = { TransactionId: 'T', TransactionTime: 'then', 'X-CorrelationId': 'C', odd: 1 }
    expect(json(429, body)).toMatchObject({
      kind: 'refused',
      problem: 'threshold-reached',
      trace: { transactionId: 'T', transactionTime: 'then', correlationId: 'C' },
      beside: [{ path: 'odd', value: '1' }],
    })
  })

  it('never throws and always answers within the contract, whatever JSON comes', () => {
    const status = fc.constantFrom(200, 201, 299, 400, 401, 404, 429, 500, 502)
    const wrapped = fc
      .jsonValue()
      .map((Result) => ({ accountValidationResponse: { AOAResponse: { Result } } }))
    fc.assert(
      fc.property(status, fc.oneof(fc.jsonValue(), wrapped), (code, value) => {
        expect(accountAnswer.safeParse(json(code, value)).success).toBe(true)
      }),
    )
  })
})
