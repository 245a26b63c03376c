/** What changed between two policies, in words that a reader of the audit chain understands. */
import { amountForReading, minorUnits } from '../money.ts'
import type { AmountLimit, ApprovalStep, Policy } from './policy.ts'

/** One change; null stands for what was not, or is no more. */
export interface PolicyChange {
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

const money = (minor: number | null, currency = 'USD'): string =>
  minor === null ? 'no limit' : `${currency} ${amountForReading(minorUnits(minor), currency)}`

const yesOrNo = (is: boolean): string => (is ? 'required' : 'not required')

/** What an operator is called; in the chain operators stand by their ids, because names change. */
export type OperatorNaming = (id: string) => string

/** The rules of a policy in words, by what each is about, in the order of the form. */
export function policyRules(
  policy: Policy,
  nameOf: OperatorNaming = (id) => id,
): Map<string, string> {
  const { ownership, wireCutoff } = policy
  return new Map([
    ...policy.approvals.map((step) => stepOf(step, nameOf)),
    ...policy.limits.map((limit) => limitOf(limit, nameOf)),
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

const stepOf = (
  { from, approvals, approvers }: ApprovalStep,
  nameOf: OperatorNaming,
): [string, string] => [
  `Approvals from ${money(from)}`,
  `${String(approvals)} by ${approvers === null ? 'any checker' : approvers.map(nameOf).sort().join(', ')}`,
]

const limitOf = (limit: AmountLimit, nameOf: OperatorNaming): [string, string] => [
  `Limit of ${limit.operatorId === null ? 'everybody' : nameOf(limit.operatorId)}, ${limit.service}, ${limit.currency}`,
  `a payment ${money(limit.perPayment, limit.currency)}, a day ${money(limit.perDay, limit.currency)}`,
]

/** Every rule that differs, was added or was taken away; nothing where the two say the same. */
export function policyDifference(
  before: Policy,
  after: Policy,
  nameOf?: OperatorNaming,
): PolicyChange[] {
  const [old, next] = [policyRules(before, nameOf), policyRules(after, nameOf)]
  return [...new Set([...next.keys(), ...old.keys()])].flatMap((what) => {
    const [from = null, to = null] = [old.get(what), next.get(what)]
    return from === to ? [] : [{ what, from, to }]
  })
}
