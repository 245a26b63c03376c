/** What changed between two policies, in words that a reader of the audit chain understands. */
import { amountForReading, minorUnits } from '../../preload/contract/money.ts'
import type { AmountLimit, ApprovalStep, Policy } from '../../preload/contract/operators/policy.ts'

/** One change; null stands for what was not, or is no more. */
export interface PolicyChange {
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

const money = (minor: number | null, currency = 'USD'): string =>
  minor === null ? 'no limit' : `${currency} ${amountForReading(minorUnits(minor), currency)}`

const yesOrNo = (is: boolean): string => (is ? 'required' : 'not required')

/** The rules of a policy by what each is about. Operators stand by their ids: names change. */
function rulesOf(policy: Policy): Map<string, string> {
  const { ownership, wireCutoff } = policy
  return new Map([
    ...policy.approvals.map(stepOf),
    ...policy.limits.map(limitOf),
    [
      'Ownership check',
      ownership === null
        ? 'not required'
        : `from ${money(ownership.from)}, at most ${String(ownership.maxAgeHours)} h old`,
    ],
    ['Validation by the bank first', yesOrNo(policy.validateFirst)],
    ['Payee from the book', yesOrNo(policy.payeeFromBook)],
    ['A release waits for the bank', `${String(policy.releaseHoldsMinutes)} min`],
    ['A look-up counts after', `${String(policy.lookUpAfterMinutes)} min`],
    ['A look-up stays fresh', `${String(policy.lookUpFreshMinutes)} min`],
    ['Locks when idle', `${String(policy.autoLockMinutes)} min`],
    ['Wire cutoff', wireCutoff === null ? 'no warning' : `${wireCutoff.time} ${wireCutoff.zone}`],
    ['RTP limit', money(policy.rtpLimit)],
  ])
}

const stepOf = ({ from, approvals, approvers }: ApprovalStep): [string, string] => [
  `Approvals from ${money(from)}`,
  `${String(approvals)} by ${approvers === null ? 'any checker' : [...approvers].sort().join(', ')}`,
]

const limitOf = (limit: AmountLimit): [string, string] => [
  `Limit of ${limit.operatorId ?? 'everybody'}, ${limit.service}, ${limit.currency}`,
  `a payment ${money(limit.perPayment, limit.currency)}, a day ${money(limit.perDay, limit.currency)}`,
]

/** Every rule that differs, was added or was taken away; nothing where the two say the same. */
export function policyDifference(before: Policy, after: Policy): PolicyChange[] {
  const [old, next] = [rulesOf(before), rulesOf(after)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((what) => {
    const [from = null, to = null] = [old.get(what), next.get(what)]
    return from === to ? [] : [{ what, from, to }]
  })
}
