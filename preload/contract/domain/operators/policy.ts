/**
 * What a profile's money needs before it leaves: approvals by amount, limits, evidence, times. Amounts are
 * counted in the currency's smallest unit. What no rule names is refused, never waved through (design P3).
 */
import { listSort } from '../../kernel/list-sort.ts'
import { fedwireZone, isZone } from '../../kernel/banking-days.ts'
import { page, pageRequest } from '../../kernel/paging.ts'
import { requestedServices } from '../../bank/payments/payment-rules.ts'
import { z } from '../../kernel/zod.ts'

/** What limits are set for: each payment service, and all ACH batches together. */
export const limitedServices = [...requestedServices, 'ACH'] as const

const currency = z.string().regex(/^[A-Z]{3}$/, { error: 'Three capital letters, such as USD' })
const minor = z.int().min(0)

/** From this amount on so many approvals are needed; the highest step that an amount reaches counts. */
export const approvalStep = z.strictObject({
  from: minor,
  /** Never none: nothing leaves on one person's word. */
  approvals: z.int().min(1, { error: 'At least one approval' }).max(5),
  /** Who may approve from here on, by id; null: every checker. */
  approvers: z.array(z.string()).min(1).max(100).nullable(),
})
export type ApprovalStep = z.infer<typeof approvalStep>

/** How much may be sent. The most exact rule counts: one that names the operator before one for everybody. */
export const amountLimit = z.strictObject({
  /** Null: everybody whom no rule names. */
  operatorId: z.string().nullable(),
  service: z.enum(limitedServices),
  currency,
  /** Of a batch: its credits and debits together. */
  perPayment: minor.nullable(),
  /**
   * Over all of the operator's that was submitted on one banking day and may have left or may still leave, and over all
   * of it that leaves, or may have left, on one.
   */
  perDay: minor.nullable(),
})
export type AmountLimit = z.infer<typeof amountLimit>

/** The policy of one profile. */
export const policy = z.strictObject({
  /** Ascending, the first from nothing. In other currencies than USD the strictest step counts. */
  approvals: z
    .array(approvalStep)
    .min(1)
    .max(10)
    .refine((steps) => steps[0]?.from === 0, { error: 'The first step begins at nothing' })
    .refine(
      (steps) => steps.every((step, at) => at === 0 || step.from > (steps[at - 1]?.from ?? 0)),
      {
        error: 'Each step begins above the one before',
      },
    ),
  limits: z.array(amountLimit).max(200),
  /** By whose clock the days of limits begin and end: an IANA zone. */
  bankingZone: z
    .string()
    .max(60)
    .refine(isZone, { error: 'A time zone, such as America/New_York' }),
  /** An account ownership check of the beneficiary, from this amount on; null: never required. */
  ownership: z.strictObject({ from: minor, maxAgeHours: z.int().min(1).max(8_760) }).nullable(),
  /** Whether the bank's `validate` has to have been asked about the body. */
  validateFirst: z.boolean(),
  /** Whether the payee has to be in the book, approved and unchanged. */
  payeeFromBook: z.boolean(),
  /** So long a release waits for the bank; older, a person is asked again (design P8). */
  releaseHoldsMinutes: z.int().min(1).max(1_440),
  /** A look-up counts as evidence of a payment in doubt only so long after it was sent (trap 67). */
  lookUpAfterMinutes: z.int().min(0).max(1_440),
  /** And only so long before the second person confirms. */
  lookUpFreshMinutes: z.int().min(1).max(1_440),
  autoLockMinutes: z.int().min(1).max(60),
  /** A wire after this time of day is warned of, never blocked (domain rules, Fedwire); null: no warning. */
  wireCutoff: z
    .strictObject({ time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/), zone: z.string().max(60) })
    .nullable(),
  /** Above it an RTP payment is warned of. Cents. */
  rtpLimit: minor,
})
export type Policy = z.infer<typeof policy>

/** The limit of one person: the rule that names them, else the one for everybody; undefined: none, so that it is refused. */
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

/** What stands until somebody changes it. */
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
  lookUpAfterMinutes: 5,
  lookUpFreshMinutes: 15,
  autoLockMinutes: 10,
  wireCutoff: { time: '18:45', zone: 'America/New_York' },
  rtpLimit: 1_000_000_000,
}

/** Practice does not wait for a person to learn. */
export const practicePolicy: Policy = { ...defaultPolicy, lookUpAfterMinutes: 0 }

/** The policy in force. */
export const policyState = z.object({
  policy,
  /** From 0, which is what stands before anybody changed it. */
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
