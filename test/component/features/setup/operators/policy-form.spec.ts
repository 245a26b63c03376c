import { describe, expect, it } from 'vitest'
import { defaultPolicy } from '../../../../../preload/contract/domain/operators/policy.ts'
import {
  readPolicy,
  typedPolicy,
  type TypedPolicy,
} from '../../../../../renderer/features/setup/operators/policy-form.ts'

/** The messages of the default policy after a change, by field. */
function messagesOf(change: (typed: TypedPolicy) => unknown): Record<string, string> {
  const typed = typedPolicy(defaultPolicy)
  change(typed)
  const { data, problems } = readPolicy(typed)
  expect(data).toBeUndefined()
  return Object.fromEntries(problems.map(({ path, message }) => [path, message]))
}

describe('the policy form', () => {
  it('is parsed to the policy that it shows', () => {
    expect(readPolicy(typedPolicy(defaultPolicy))).toEqual({ data: defaultPolicy, problems: [] })
  })

  it.each([
    ['autoLock', '0', 'autoLock'],
    ['inquiryAfter', 'soon', 'inquiryAfter'],
    ['releaseHolds', '9999', 'releaseHolds'],
  ] as const)(
    'explains a number of %s out of range by the hint of its field',
    (name, text, field) => {
      expect(messagesOf((typed) => (typed[name] = text))).toEqual({
        [field]: 'A whole number in the range below',
      })
    },
  )

  it('explains each invalid value by its field, not by the text of the schema', () => {
    expect(messagesOf(({ steps }) => steps.forEach((step) => (step.approvals = '0')))).toEqual({
      'steps.0.approvals': '1 to 5 approvals',
    })
    expect(
      messagesOf(({ limits: [first] }) => Object.assign(first ?? {}, { currency: 'usd' })),
    ).toMatchObject({
      'limits.0.currency': 'Three capital letters, such as USD',
    })
    expect(messagesOf((typed) => (typed.cutoffTime = '25:00'))).toEqual({
      cutoffTime: 'A time of day, such as 18:45',
    })
  })

  it('keeps the text of a rule between fields', () => {
    expect(messagesOf(({ steps }) => steps.forEach((step) => (step.from = '5.00')))).toEqual({
      steps: 'The first step must start at 0',
    })
    expect(messagesOf((typed) => (typed.bankingZone = 'Mars'))).toEqual({
      bankingZone: 'A time zone, such as America/New_York',
    })
    expect(messagesOf((typed) => (typed.cutoffZone = 'Mars'))).toEqual({
      cutoffZone: 'A time zone, such as America/New_York',
    })
    const long = `America/${'x'.repeat(60)}`
    expect(
      messagesOf((typed) => Object.assign(typed, { bankingZone: long, cutoffZone: long })),
    ).toEqual({
      bankingZone: 'A time zone, such as America/New_York',
      cutoffZone: 'A time zone, such as America/New_York',
    })
    expect(messagesOf(({ limits }) => limits.push(...limits.slice(0, 1)))).toEqual({
      'limits.3.operatorId': 'A rule for this operator, service and currency exists',
    })
  })

  it('explains an invalid amount before the rule that it breaks', () => {
    expect(
      messagesOf(({ limits: [first] }) => Object.assign(first ?? {}, { perDay: '1.234' })),
    ).toEqual({
      'limits.0.perDay': 'More decimals than the currency has',
    })
  })
})
