/** Differences between two policies, as text for a reader of the audit chain. */
import { amountForReading, minorUnits } from '../../kernel/money.ts'
import { limitFor, type AmountLimit, type ApprovalStep, type Policy } from './policy.ts'

/** One change; null if the rule did not exist before, or was removed. */
export interface PolicyChange {
  readonly what: string
  readonly from: string | null
  readonly to: string | null
}

const money = (minor: number | null, currency = 'USD'): string =>
  minor === null ? 'no limit' : `${currency} ${amountForReading(minorUnits(minor), currency)}`

const yesOrNo = (is: boolean): string => (is ? 'required' : 'not required')

/** Returns an operator's name; the chain holds ids, because names change. */
export type OperatorNaming = (id: string) => string

/** Returns the rules of a policy as text by subject, in the order of the form. */
export function policyRules(
  policy: Policy,
  nameOf: OperatorNaming = (id) => id,
): Map<string, string> {
  const { ownership, wireCutoff } = policy
  return new Map([
    ...policy.approvals.map((step) => stepOf(step, nameOf)),
    ...policy.limits.map((limit) => limitOf(limit, nameOf)),
    ['Time zone of banking days', policy.bankingZone],
    [
      'Ownership check',
      ownership === null
        ? 'not required'
        : `from ${money(ownership.from)}, at most ${String(ownership.maxAgeHours)} h old`,
    ],
    ['Bank pre-check', yesOrNo(policy.validateFirst)],
    ['Saved payee', yesOrNo(policy.payeeFromBook)],
    ['Queued release expires after', `${String(policy.releaseHoldsMinutes)} min`],
    ['Status check counts after', `${String(policy.inquiryAfterMinutes)} min`],
    ['Status check valid for', `${String(policy.inquiryFreshMinutes)} min`],
    ['Lock when idle', `${String(policy.autoLockMinutes)} min`],
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
  `Limit of ${limit.operatorId === null ? 'everyone' : nameOf(limit.operatorId)}, ${limit.service}, ${limit.currency}`,
  limit.perPayment === null && limit.perDay === null
    ? 'no limit'
    : `${money(limit.perPayment, limit.currency)} a payment, ${money(limit.perDay, limit.currency)} a day`,
]

/** Returns every rule that changed, was added or was removed; empty if the policies are equal. */
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
 * Returns whether `after` permits anything that `before` would have stopped, or with less evidence:
 * fewer or other approvals, a wider limit, days of limits in another zone, longer waiting times, a
 * shorter delay of inquiries. Rules that only warn (wire cutoff, RTP limit) do not count.
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
    grew(after.inquiryAfterMinutes, before.inquiryAfterMinutes) ||
    grew(before.inquiryFreshMinutes, after.inquiryFreshMinutes) ||
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
      // An amount without a rule is refused, so a new rule permits something.
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
