/** The policy while it is edited: amounts as decimals, everything else as in its field. */
import { amountFrom, amountText, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import {
  policy as policyRules,
  type AmountLimit,
  type ApprovalStep,
  type Policy,
} from '../../../../preload/contract/domain/operators/policy.ts'
import { readInput, type FormProblem, type FormRead } from '../../../state/use-form.ts'

/** A step as typed; no approvers: every checker. */
export interface TypedStep {
  from: string
  approvals: string
  approvers: string[]
}

/** A limit as typed; an empty operator is everybody, an empty amount is no limit. */
export interface TypedLimit {
  operatorId: string
  service: string
  currency: string
  perPayment: string
  perDay: string
}

export interface TypedPolicy {
  steps: TypedStep[]
  limits: TypedLimit[]
  bankingZone: string
  ownership: boolean
  ownershipFrom: string
  ownershipMaxAge: string
  validateFirst: boolean
  payeeFromBook: boolean
  releaseHolds: string
  inquiryAfter: string
  inquiryFresh: string
  autoLock: string
  cutoff: boolean
  cutoffTime: string
  cutoffZone: string
  rtpLimit: string
}

const money = (minor: number | null, currency = 'USD'): string =>
  minor === null ? '' : amountText(minorUnits(minor), currency)

const typedStep = ({ from, approvals, approvers }: ApprovalStep): TypedStep => ({
  from: money(from),
  approvals: String(approvals),
  approvers: [...(approvers ?? [])],
})
const typedLimit = (limit: AmountLimit): TypedLimit => ({
  operatorId: limit.operatorId ?? '',
  service: limit.service,
  currency: limit.currency,
  perPayment: money(limit.perPayment, limit.currency),
  perDay: money(limit.perDay, limit.currency),
})

/** Returns the policy as an operator edits it. */
export function typedPolicy(policy: Policy): TypedPolicy {
  const { ownership, wireCutoff } = policy
  return {
    steps: policy.approvals.map(typedStep),
    limits: policy.limits.map(typedLimit),
    bankingZone: policy.bankingZone,
    ownership: ownership !== null,
    ownershipFrom: money(ownership?.from ?? 0),
    ownershipMaxAge: String(ownership?.maxAgeHours ?? 24),
    validateFirst: policy.validateFirst,
    payeeFromBook: policy.payeeFromBook,
    releaseHolds: String(policy.releaseHoldsMinutes),
    inquiryAfter: String(policy.inquiryAfterMinutes),
    inquiryFresh: String(policy.inquiryFreshMinutes),
    autoLock: String(policy.autoLockMinutes),
    cutoff: wireCutoff !== null,
    cutoffTime: wireCutoff?.time ?? '18:45',
    cutoffZone: wireCutoff?.zone ?? 'America/New_York',
    rtpLimit: money(policy.rtpLimit),
  }
}

const amountProblems = {
  'not-an-amount': 'An amount, such as 12500.00',
  'too-many-decimals': 'More decimals than the currency has',
  'too-large': 'Larger than can be counted exactly',
} as const

/** Maps the schema's fields to the fields of the form. */
const fieldOf = (path: string): string => {
  const [first, ...rest] = path.split('.')
  const names: Record<string, string> = {
    approvals: 'steps',
    releaseHoldsMinutes: 'releaseHolds',
    inquiryAfterMinutes: 'inquiryAfter',
    inquiryFreshMinutes: 'inquiryFresh',
    autoLockMinutes: 'autoLock',
  }
  if (first === 'ownership') return rest[0] === 'from' ? 'ownershipFrom' : 'ownershipMaxAge'
  if (first === 'wireCutoff') return rest[0] === 'time' ? 'cutoffTime' : 'cutoffZone'
  return [names[first ?? ''] ?? first, ...rest].join('.')
}

const zoneText = 'A time zone, such as America/New_York'

/** Parses the input: returns the policy, or its problems by field, such as `steps.0.from`. */
export function readPolicy(typed: TypedPolicy): FormRead<Policy> {
  const problems: FormProblem[] = []
  const refuse = (path: string, message: string): void =>
    void problems.push({ path, message, source: null })
  const amount = (field: string, text: string, currency = 'USD'): number => {
    const read = amountFrom(text, currency)
    if ('minor' in read) return read.minor
    refuse(field, amountProblems[read.problem])
    return 0
  }
  const atMost = (field: string, text: string, currency: string): number | null =>
    text.trim() === '' ? null : amount(field, text, currency)
  const count = (text: string): number => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : NaN)
  const limits = typed.limits.map(({ operatorId, service, currency, perPayment, perDay }, at) => ({
    operatorId: operatorId === '' ? null : operatorId,
    service,
    currency: currency.trim(),
    perPayment: atMost(`limits.${String(at)}.perPayment`, perPayment, currency.trim()),
    perDay: atMost(`limits.${String(at)}.perDay`, perDay, currency.trim()),
  }))
  const { cutoffTime, cutoffZone } = typed
  doubles(limits).forEach((at) =>
    refuse(
      `limits.${String(at)}.operatorId`,
      'A rule for this operator, service and currency exists',
    ),
  )
  const { data, problems: broken } = readInput(policyRules, {
    approvals: typed.steps.map(({ from, approvals, approvers }, at) => ({
      from: amount(`steps.${String(at)}.from`, from),
      approvals: count(approvals),
      approvers: approvers.length === 0 ? null : [...approvers],
    })),
    limits,
    bankingZone: typed.bankingZone.trim(),
    ownership: typed.ownership
      ? {
          from: amount('ownershipFrom', typed.ownershipFrom),
          maxAgeHours: count(typed.ownershipMaxAge),
        }
      : null,
    validateFirst: typed.validateFirst,
    payeeFromBook: typed.payeeFromBook,
    releaseHoldsMinutes: count(typed.releaseHolds),
    inquiryAfterMinutes: count(typed.inquiryAfter),
    inquiryFreshMinutes: count(typed.inquiryFresh),
    autoLockMinutes: count(typed.autoLock),
    wireCutoff: typed.cutoff ? { time: cutoffTime.trim(), zone: cutoffZone.trim() } : null,
    rtpLimit: amount('rtpLimit', typed.rtpLimit),
  })
  for (const { path, message, code } of broken) {
    const field = fieldOf(path)
    refuse(field, textOf(field, code, message))
  }
  return { data: problems.length === 0 ? data : undefined, problems }
}

/** A shape without a text in the schema is explained by the field's own hint. */
function textOf(field: string, code: string | undefined, message: string): string {
  if (field === 'bankingZone' || field === 'cutoffZone') return zoneText
  if (field === 'cutoffTime') return 'A time of day, such as 18:45'
  if (field.endsWith('.approvals')) return '1 to 5 approvals'
  const isWritten = code === 'custom' || (field.endsWith('.currency') && code === 'invalid_format')
  return isWritten ? message : 'A whole number in the range below'
}

/** The positions of rules with the same operator, service and currency as an earlier one. */
function doubles(
  limits: readonly { operatorId: string | null; service: string; currency: string }[],
): number[] {
  const keys = limits.map(({ operatorId, service, currency }) =>
    JSON.stringify([operatorId, service, currency]),
  )
  return keys.flatMap((key, at) => (keys.indexOf(key) < at ? [at] : []))
}
