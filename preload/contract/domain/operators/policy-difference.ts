/** What changed between two policies, in words that a reader of the audit chain understands. */
import { amountForReading, minorUnits } from '../../kernel/money.ts'
import { limitFor, type AmountLimit, type ApprovalStep, type Policy } from './policy.ts'

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
    ['Time zone of daily limits', policy.bankingZone],
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
  limit.perPayment === null && limit.perDay === null
    ? 'no limit'
    : `${money(limit.perPayment, limit.currency)} a payment, ${money(limit.perDay, limit.currency)} a day`,
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

/**
 * Whether anything may leave under `after` that `before` would have stopped, or with less evidence: fewer or other
 * approvals, a wider limit, days of limits in another zone, a longer wait or a shorter look-up. What only warns (wire cutoff, RTP limit) does not count.
 */
export function isWeaker(before: Policy, after: Policy): boolean {
  const grew = (from: number, to: number): boolean => to > from
  return (
    approvalsWeaker(before, after) ||
    limitsWeaker(before, after) ||
    before.bankingZone !== after.bankingZone ||
    ownershipWeaker(before.ownership, after.ownership) ||
    (before.validateFirst && !after.validateFirst) ||
    (before.payeeFromBook && !after.payeeFromBook) ||
    grew(before.releaseHoldsMinutes, after.releaseHoldsMinutes) ||
    grew(after.lookUpAfterMinutes, before.lookUpAfterMinutes) ||
    grew(before.lookUpFreshMinutes, after.lookUpFreshMinutes) ||
    grew(before.autoLockMinutes, after.autoLockMinutes)
  )
}

const stepAt = ({ approvals }: Policy, amount: number): ApprovalStep | undefined =>
  approvals.findLast(({ from }) => from <= amount)

function approvalsWeaker(before: Policy, after: Policy): boolean {
  const amounts = [...before.approvals, ...after.approvals].map(({ from }) => from)
  return amounts.some((amount) => {
    const [old, next] = [stepAt(before, amount), stepAt(after, amount)]
    if (!old || !next) return old !== next
    if (next.approvals < old.approvals) return true
    const { approvers } = old
    if (approvers === null) return false
    return next.approvers === null || next.approvers.some((id) => !approvers.includes(id))
  })
}

function limitsWeaker(before: Policy, after: Policy): boolean {
  const all = [...before.limits, ...after.limits]
  const people = [...new Set(all.map(({ operatorId }) => operatorId))]
  return all.some(({ service, currency }) =>
    [null, ...people].some((operatorId) => {
      const [old, next] = [before, after].map((one) =>
        limitFor(one, { operatorId, service, currency }),
      )
      if (!next) return false
      // What no rule names is refused: a rule where there was none lets something leave.
      if (!old) return true
      return isWider(old.perPayment, next.perPayment) || isWider(old.perDay, next.perDay)
    }),
  )
}

const isWider = (from: number | null, to: number | null): boolean =>
  from !== null && (to === null || to > from)

function ownershipWeaker(before: Policy['ownership'], after: Policy['ownership']): boolean {
  if (before === null) return false
  return after === null || after.from > before.from || after.maxAgeHours > before.maxAgeHours
}
