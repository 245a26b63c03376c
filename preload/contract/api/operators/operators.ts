/**
 * Operators of one profile: who signs in, and what each may do. A passphrase goes to main once, when it is
 * typed, and nothing of it comes back (design P5). Dual control: FFIEC, entry and verification by different people.
 */
import { passphrase } from '../profiles/profile.ts'
import { role } from '../../domain/operators/roles.ts'
import { z } from '../../kernel/zod.ts'

/** The name of an operator, as approvals and the audit show it. */
export const operatorName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })

/** What an operator may do; at least one thing. */
export const operatorRoles = z
  .array(role)
  .min(1, { error: 'At least one role' })
  .refine((list) => new Set(list).size === list.length, { error: 'Each role once' })

/** An operator in the list that administrators see. Never a secret. */
export const operatorLine = z.object({
  id: z.string(),
  name: z.string(),
  roles: z.array(role),
  /** One who is disabled cannot sign in; what was done under the name stays. */
  disabled: z.boolean(),
  addedAt: z.iso.datetime(),
  /** Who set name, roles or passphrase last; null: practice, or the first administrator. */
  setBy: z.string().nullable(),
  /** Its next sign-in asks for a passphrase of its own. */
  mustChange: z.boolean(),
  lastSignInAt: z.iso.datetime().nullable(),
  failedSignIns: z.int(),
})
export type OperatorLine = z.infer<typeof operatorLine>

/** The first administrator of a real profile. */
export const firstAdministrator = z.strictObject({ name: operatorName, passphrase })

/** A new operator, with a passphrase that its first sign-in replaces. */
export const newOperator = z.strictObject({ name: operatorName, roles: operatorRoles, passphrase })

/** What an administrator changes of an operator. */
export const operatorChange = z.strictObject({
  id: z.string(),
  name: operatorName,
  roles: operatorRoles,
  disabled: z.boolean(),
})

/**
 * Whoever confirms a change beside the one who asks for it: an operator, or the recovery file where no second person
 * can. The passphrase goes in once.
 */
export const confirmer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('operator'),
    operatorId: z.string().max(64),
    passphrase: z.string().min(1).max(200),
  }),
  z.strictObject({
    kind: z.literal('recovery'),
    /** Of `recovery.selectFile`. */
    draftId: z.string(),
    passphrase: z.string().min(1).max(200),
  }),
])
export type Confirmer = z.infer<typeof confirmer>

/** Why the workstation is locked. */
export const lockReasons = ['idle', 'screen', 'suspend', 'operator', 'not-signed-in'] as const
export type LockReason = (typeof lockReasons)[number]

/** Whether somebody is signed in. While nobody is, main answers only what signing in needs. */
export const access = z.discriminatedUnion('state', [
  z.object({ state: z.literal('in') }),
  /** `operatorId`: who was here; null: nobody yet. */
  z.object({
    state: z.literal('locked'),
    reason: z.enum(lockReasons),
    operatorId: z.string().nullable(),
  }),
  /** Signed in with a passphrase that somebody else set: nothing else before it is replaced. */
  z.object({ state: z.literal('must-change'), operatorId: z.string() }),
  /** A real profile without operators: the first administrator is made. */
  z.object({ state: z.literal('no-operators') }),
])
export type Access = z.infer<typeof access>
