import { describe, expect, it } from 'vitest'
import { readValidation } from '../../../main/bank/apis/account-validation-answer.ts'
import { storedAnswer } from '../../../main/inquiry/stored-answer.ts'
import type { AccountAnswer } from '../../../preload/contract/bank/account-validation.ts'

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

describe('a stored answer', () => {
  it.each(bodies)('is read as it was written: %s', (_what, status, body) => {
    const answer = read(status, body)
    expect(stored(answer)).toEqual(answer)
  })

  it.each(['no-answer', 'not-sent'] as const)('is read as it was written: %s', (kind) => {
    expect(stored({ kind, reason: 'timed-out' })).toEqual({ kind, reason: 'timed-out' })
  })

  it.each([{}, [], 7, null, { kind: 'answered' }, { kind: 'answered', status: 200 }, 'text'])(
    'in an unknown form is not understood: %j',
    (outcome) => {
      expect(stored(outcome)).toMatchObject({ kind: 'not-understood', trace: { status: 0 } })
    },
  )
})
