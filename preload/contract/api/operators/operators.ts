/**
 * Operators of one profile: who signs in, and with which roles. A typed passphrase goes to main
 * once, and no part of it is ever returned (Promise P5). Dual control follows FFIEC: entry and
 * verification by different people.
 */
import { passphrase } from '../profiles/profile.ts'
import { role } from '../../domain/operators/roles.ts'
import { z } from '../../kernel/zod.ts'

/** Operator name, as shown in approvals and the audit. */
export const operatorName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })

/** Roles of an operator; at least one. */
export const operatorRoles = z
  .array(role)
  .min(1, { error: 'At least one role' })
  .refine((list) => new Set(list).size === list.length, { error: 'Each role once' })

/** An operator in the list for administrators. Never a secret. */
export const operatorLine = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(role),
  /** A disabled operator cannot sign in; earlier acts keep the name. */
  disabled: z.boolean(),
  addedAt: z.iso.datetime(),
  /**
   * The operator who last set name, roles or passphrase; null for practice and the first
   * administrator.
   */
  setBy: z.string().nullable(),
  /** True if the next sign-in requires a new passphrase. */
  mustChange: z.boolean(),
  lastSignInAt: z.iso.datetime().nullable(),
  failedSignIns: z.int(),
})
export type OperatorLine = z.infer<typeof operatorLine>

export const firstAdministrator = z.strictObject({ name: operatorName, passphrase })

/** A new operator with a temporary passphrase, to be replaced at the first sign-in. */
export const newOperator = z.strictObject({ name: operatorName, roles: operatorRoles, passphrase })

export const operatorChange = z.strictObject({
  id: z.string(),
  name: operatorName,
  roles: operatorRoles,
  disabled: z.boolean(),
})

/**
 * The person who confirms a change in addition to the requester: an operator, or a holder of the
 * recovery file if no second person can sign in. The passphrase is accepted once and never
 * returned.
 */
export const confirmer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('operator'),
    operatorId: z.string().max(64),
    passphrase: z.string().min(1).max(200),
  }),
  z.strictObject({
    kind: z.literal('recovery'),
    /** Draft id from `recovery.selectFile`. */
    draftId: z.string(),
    passphrase: z.string().min(1).max(200),
  }),
])
export type Confirmer = z.infer<typeof confirmer>

/** Reasons for locking the workstation. */
export const lockReasons = ['idle', 'screen', 'suspend', 'operator', 'not-signed-in'] as const
export type LockReason = (typeof lockReasons)[number]

/** Sign-in state. While nobody is signed in, main answers only calls needed for signing in. */
export const access = z.discriminatedUnion('state', [
  z.object({ state: z.literal('in') }),
  /** `operatorId`: the last operator; null if nobody has signed in yet. */
  z.object({
    state: z.literal('locked'),
    reason: z.enum(lockReasons),
    operatorId: z.string().nullable(),
  }),
  /**
   * Signed in with a passphrase set by another person; it must be replaced before anything else.
   */
  z.object({ state: z.literal('must-change'), operatorId: z.string() }),
  /** A real profile without operators: the first administrator must be created. */
  z.object({ state: z.literal('no-operators') }),
])
export type Access = z.infer<typeof access>
