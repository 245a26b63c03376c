import { describe, expect, it } from 'vitest'
import { readValidation } from '../../../main/bank/apis/account-validation-answer.ts'
import { storedAnswer } from '../../../main/inquiry/stored-answer.ts'
import type { AccountAnswer } from '../../../preload/contract/bank/account-validation.ts'
import { resultClassOf } from '../../../preload/contract/domain/validation-reading.ts'

const read = (status: number, body: string): AccountAnswer =>
  readValidation({ status, answer: { status, headers: {}, body, base64: false } })
const stored = (outcome: unknown): AccountAnswer =>
  storedAnswer({ outcome: JSON.stringify(outcome) })

const bodies: readonly (readonly [string, number, string])[] = [
  [
    'an answer',
    200,
    '{"accountValidationResponse":{"AOAResponse":{"Result":{"errorCode":"000"}}}}',
  ],
  ['an answer with warnings', 299, '{"ErrorMessage":"in part","odd":1}'],
  ['a refusal', 429, '{"ErrorMessage":"too many","TransactionId":"T","X-CorrelationId":"C"}'],
  ['an empty refusal', 400, ''],
  ['a page of a gateway', 502, '<html></html>'],
  ['JSON of something else', 200, '{"a":1}'],
]

const untraced = {
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const trace = { ...untraced, transactionId: 'T', correlationId: 'C' }
const beside = [{ path: 'odd', value: '1' }]
/** A reading from before amount, serial number and client date had fields of their own. */
const reading = {
  errorCode: '000',
  accountStatus: { code: '099', message: 'Open Valid' },
  conditionCode: '000',
  overallMatchScore: '95',
  matches: { nameMatch: 'Y' },
  systemRecordId: null,
  primaryId: null,
  secondaryId: null,
  additionalId: null,
  routingNumber: null,
  accountNumber: null,
  feeAttrib: null,
  userDefined: null,
  other: [],
}
const messages = [{ code: null, text: 'Bad request' }]

describe('a stored answer', () => {
  it.each(bodies)('is read as it was written: %s', (_what, status, body) => {
    const answer = read(status, body)
    expect(stored(answer)).toEqual(answer)
  })

  it.each(['no-answer', 'not-sent'] as const)('is read as it was written: %s', (kind) => {
    expect(stored({ kind, reason: 'timed-out' })).toEqual({ kind, reason: 'timed-out' })
  })

  it('of an earlier version keeps its reading, warnings, ids and other fields', () => {
    const warnings = messages
    const earlier = { kind: 'answered', status: 299, reading, warnings }
    expect(stored({ ...earlier, trace: { ...trace, status: 299 }, beside })).toEqual({
      kind: 'answered',
      reading,
      warnings,
      beside,
      trace: { ...trace, status: 299 },
    })
    expect(stored(earlier)).toEqual({
      kind: 'answered',
      reading,
      warnings,
      beside: [],
      trace: { ...untraced, status: 299 },
    })
  })

  it('of an earlier version keeps its refusal; one without a kind has that of its status', () => {
    const earlier = { kind: 'refused', status: 404, reading, messages }
    const common = { kind: 'refused', reading, messages, connectError: null, unreadable: null }
    const problem = 'request-invalid'
    const whole = { ...earlier, problem, trace: { ...trace, status: 404 }, beside }
    expect(stored(whole)).toEqual({ ...common, problem, beside, trace: { ...trace, status: 404 } })
    expect(stored(earlier)).toEqual({
      ...common,
      problem: 'not-found',
      beside: [],
      trace: { ...untraced, status: 404 },
    })
  })

  it.each([
    ['empty', 'empty'],
    ['html', 'html'],
    ['not-json', 'not-json'],
    ['no-result', 'not-listed'],
  ])('of an earlier version that could not be read (%s) is still not understood', (why, now) => {
    const success = stored({ kind: 'unreadable', status: 200, why })
    const around = (status: number) => ({ beside: [], trace: { ...untraced, status } })
    expect(success).toEqual({ kind: 'not-understood', why: now, ...around(200) })
    expect(resultClassOf(success, 81)).toBe('not-understood')
    // An empty body of another status was stored as a refusal.
    if (why === 'empty') return
    const failure = stored({ kind: 'unreadable', status: 502, why })
    expect(failure).toEqual({
      kind: 'refused',
      problem: 'downstream-unreachable',
      unreadable: now,
      reading: null,
      messages: [],
      connectError: null,
      ...around(502),
    })
    expect(resultClassOf(failure, 81)).toBe('not-understood')
  })

  it.each([{}, [], 7, null, { kind: 'answered' }, { kind: 'answered', status: 200 }, 'text'])(
    'in an unknown form is not understood: %j',
    (outcome) => {
      expect(stored(outcome)).toMatchObject({ kind: 'not-understood', trace: { status: 0 } })
    },
  )
})
