import { describe, expect, it } from 'vitest'
import { isRetryable, retryPauses } from '../../../../main/bank/client/retry-rules.ts'
import { callFailures } from '../../../../preload/contract/bank/account-validation.ts'
import {
  bankProblems,
  unreadableKinds,
  type BankAnswer,
} from '../../../../preload/contract/bank/answers/bank-answer.ts'

const trace = {
  status: 0,
  transactionId: null,
  namesPayment: false,
  correlationId: null,
  transactionTime: null,
}
const nothing = { messages: [], reading: null, beside: [], trace }
const lost = [
  'connection-refused',
  'connection-lost',
  'timed-out',
  'proxy-unreachable',
  'proxy-no-answer',
  'proxy-no-way',
]

const every: readonly (readonly [string, BankAnswer<null>])[] = [
  ['answered', { kind: 'answered', reading: null, warnings: [], beside: [], trace }],
  ['nothing-found', { kind: 'nothing-found', ...nothing }],
  ...unreadableKinds.map(
    (why) => [why, { kind: 'not-understood', why, beside: [], trace }] as const,
  ),
  ...bankProblems.map(
    (problem) =>
      [
        problem,
        { kind: 'refused', problem, connectError: null, unreadable: null, ...nothing },
      ] as const,
  ),
  ...callFailures.flatMap((reason) => [
    [reason, { kind: 'no-answer', reason }] as const,
    [reason, { kind: 'not-sent', reason }] as const,
  ]),
]

describe('retrying a query', () => {
  it('bank note 17: is done after a lost connection, a 502 and a 504, and after nothing else', () => {
    const again = every.filter(([, answer]) => isRetryable(answer)).map(([name]) => name)
    expect(new Set(again)).toEqual(
      new Set([...lost, 'downstream-unreachable', 'gateway-timed-out']),
    )
  })

  it('is done twice at most, after pauses that grow and are never the same for all', () => {
    const drawn = Array.from({ length: 200 }, retryPauses)
    for (const pauses of drawn) {
      expect(pauses).toHaveLength(2)
      expect(pauses[0]).toBeGreaterThanOrEqual(1_000)
      expect(pauses[0]).toBeLessThanOrEqual(1_500)
      expect(pauses[1]).toBeGreaterThanOrEqual(4_000)
      expect(pauses[1]).toBeLessThanOrEqual(6_000)
    }
    expect(new Set(drawn.map(([first]) => first)).size).toBeGreaterThan(20)
  })
})
