/**
 * Requirements before money of a profile may leave: approvals by amount, limits, evidence, times.
 * Amounts are in the currency's smallest unit. Anything without a rule is refused (Promise P3).
 */
import { listSort } from '../../kernel/list-sort.ts'
import { fedwireZone } from '../../kernel/banking-days.ts'
import { isZone } from '../../kernel/calendar.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { requestedServices } from '../../bank/payments/payment-rules.ts'
import { z } from '../../kernel/zod.ts'

/** Services with limits: each payment service, and all ACH batches together. */
export const limitedServices = [...requestedServices, 'ACH'] as const

const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'Three capital letters, such as USD' })
const minor = z.int().min(0)
/** An IANA zone. */
const zone = z.string().max(60).refine(isZone, { error: 'A time zone, such as America/New_York' })

/** Number of approvals from an amount on; the highest step that an amount reaches applies. */
export const approvalStep = z.strictObject({
  from: minor,
  /** At least one: nothing leaves on one person's decision. */
  approvals: z.int().min(1, { error: 'At least one approval' }).max(5),
  /** Ids of permitted approvers from this amount on; null for every checker. */
  approvers: z.array(z.string()).min(1).max(100).nullable(),
})
export type ApprovalStep = z.infer<typeof approvalStep>

/** A limit. A rule that names the operator takes precedence over a rule for everybody. */
export const amountLimit = z.strictObject({
  /** Null: every operator without a rule of their own. */
  operatorId: z.string().nullable(),
  service: z.enum(limitedServices),
  currency,
  /** For a batch: the sum of its credits and debits. */
  perPayment: minor.nullable(),
  /**
   * Two daily sums of the operator: orders submitted on one banking day that may have left or may
   * still leave, and orders that leave, or may have left, on one banking day.
   */
  perDay: minor.nullable(),
})
export type AmountLimit = z.infer<typeof amountLimit>

export const policy = z.strictObject({
  /** Ascending, the first from zero. For currencies other than USD the strictest step applies. */
  approvals: z
    .array(approvalStep)
    .min(1)
    .max(10)
    .refine((steps) => steps[0]?.from === 0, { error: 'The first step must start at 0' })
    .refine(
      (steps) => steps.every((step, at) => at === 0 || step.from > (steps[at - 1]?.from ?? 0)),
      {
        error: 'Each step must start above the previous one',
      },
    ),
  limits: z.array(amountLimit).max(200),
  /** Where the days of limits begin and end. */
  bankingZone: zone,
  /** An ownership check of the beneficiary is required from this amount on; null if never. */
  ownership: z.strictObject({ from: minor, maxAgeHours: z.int().min(1).max(8_760) }).nullable(),
  /** True if the bank's `validate` must be called with the body first. */
  validateFirst: z.boolean(),
  /** True if the payee must be in the book, approved and unchanged. */
  payeeFromBook: z.boolean(),
  /**
   * Minutes that a release waits for the bank; afterwards a person must decide again (Promise P8).
   */
  releaseHoldsMinutes: z.int().min(1).max(1_440),
  /**
   * Minutes to wait after sending before an inquiry counts as evidence about an unknown outcome
   * (bank note 67).
   */
  inquiryAfterMinutes: z.int().min(0).max(1_440),
  /**
   * Minutes for which such an inquiry remains valid; the second person must confirm within this
   * time.
   */
  inquiryFreshMinutes: z.int().min(1).max(1_440),
  autoLockMinutes: z.int().min(1).max(60),
  /**
   * A wire after this time of day gets a warning and is never blocked (Fedwire); null for no
   * warning.
   */
  wireCutoff: z
    .strictObject({ time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), zone })
    .nullable(),
  /** An RTP payment above this amount gets a warning. Cents. */
  rtpLimit: minor,
})
export type Policy = z.infer<typeof policy>

/**
 * Returns the limit of one operator: the operator's own rule, else the rule for everybody;
 * undefined if none, which means refusal.
 */
export function limitFor(
  { limits }: Pick<Policy, 'limits'>,
  { operatorId, service, currency }: Pick<AmountLimit, 'operatorId' | 'service' | 'currency'>,
): AmountLimit | undefined {
  const fitting = limits.filter((one) => one.service === service && one.currency === currency)
  return (
    fitting.find((one) => one.operatorId === operatorId) ??
    fitting.find((one) => one.operatorId === null)
  )
}

/** The limits of one draft, and the amount that they leave of today. */
export const limitLeft = z.object({
  currency,
  /** Null if none is set. */
  perPayment: minor.nullable(),
  /** Null if none is set. */
  day: z
    .object({
      perDay: minor,
      /** Beside the other orders submitted today. */
      left: minor,
      /** Beside the other orders sent or queued today; each sending of a resent order counts. */
      leftToRelease: minor,
      /** The part of today's sendings that counts again, because orders were resent. */
      resent: minor,
      /** The banking day, YYYY-MM-DD, in the zone of the policy. */
      date: z.string(),
      zone,
    })
    .nullable(),
})
export type LimitLeft = z.infer<typeof limitLeft>

/** Valid until an administrator changes it. */
export const defaultPolicy: Policy = {
  approvals: [{ from: 0, approvals: 1, approvers: null }],
  limits: [
    { operatorId: null, service: 'WIRE', currency: 'USD', perPayment: null, perDay: null },
    { operatorId: null, service: 'RTP', currency: 'USD', perPayment: null, perDay: null },
    { operatorId: null, service: 'ACH', currency: 'USD', perPayment: null, perDay: null },
  ],
  bankingZone: fedwireZone,
  ownership: null,
  validateFirst: false,
  payeeFromBook: false,
  releaseHoldsMinutes: 15,
  inquiryAfterMinutes: 5,
  inquiryFreshMinutes: 15,
  autoLockMinutes: 10,
  wireCutoff: { time: '18:45', zone: 'America/New_York' },
  rtpLimit: 1_000_000_000,
}

/** Practice does not make a learner wait. */
export const practicePolicy: Policy = { ...defaultPolicy, inquiryAfterMinutes: 0 }

/** The current policy. */
export const policyState = z.object({
  policy,
  /** Starts at 0, the default policy. */
  version: z.int(),
  at: z.iso.datetime().nullable(),
  by: z.string().nullable(),
})
export type PolicyState = z.infer<typeof policyState>

/** Earlier policies, newest first. */
export const policyHistoryRequest = z.object({
  ...pageRequest,
  sort: listSort(['version', 'at', 'by']),
})
export const policyHistory = page(policyState)
