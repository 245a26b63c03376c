/** What the window always shows: environment, operator, store, connection, rate budget. */
import { callFailures } from '../bank/account-validation.ts'
import { environment } from '../domain/environment.ts'
import { keychainState } from './keychain-problem.ts'
import { access } from './operators/operators.ts'
import { operator } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

export const themes = ['system', 'light', 'dark'] as const

/** Settings that an operator may change here; each change is audited. */
export const settings = z.object({
  theme: z.enum(themes),
  /** The score from which an owner counts as matching (trap 33). */
  scoreThreshold: z.int().min(0).max(100),
  /** The version of account validation asked for; v2 only where a path is configured (trap 26). */
  validationVersion: z.enum(['v1', 'v2']),
  /** The path of account validation v2, which the document does not show; null until configured. */
  validationV2Path: z
    .string()
    .trim()
    .regex(/^\/[A-Za-z0-9/_.-]+$/, {
      error: 'A path that starts with / and holds letters, digits, / _ . -',
    })
    .max(200)
    .nullable(),
  welcomeSeen: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** Whether the store can be used, and why not. */
export const storeState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('opening') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('refused'), reason: z.string(), detail: z.string().nullable() }),
])
export type StoreState = z.infer<typeof storeState>

/** Who is here, where, and on what. */
export const workstationState = z.object({
  version: z.string(),
  environment,
  profileId: z.string(),
  profileName: z.string(),
  /** A retired profile can be read; its bank is not called. */
  retired: z.boolean(),
  /** Who is signed in; while nobody is, one who may do nothing. */
  operator,
  /** Who can sign in. */
  operators: z.array(operator),
  access,
  settings,
  store: storeState,
  keychain: keychainState,
})
export type WorkstationState = z.infer<typeof workstationState>

/** The rate budget as the status bar shows it. Times are instants, so that the window can count down itself. */
export const budgetState = z.object({
  limitPerSecond: z.int(),
  /** Slots in use at this moment. */
  used: z.int(),
  waiting: z.int(),
  pausedUntil: z.iso.datetime().nullable(),
  /** The bound in force on how long a written request may travel, in milliseconds; null while only answers count. */
  transitAllowanceMs: z.number().nullable(),
})

/** The connection to the bank, as last seen. */
export const connectionState = z.object({
  bank: z.discriminatedUnion('state', [
    z.object({ state: z.literal('starting') }),
    z.object({ state: z.literal('not-running') }),
    /** The profile lacks what a call needs. */
    z.object({ state: z.literal('not-set-up'), missing: z.array(z.string()) }),
    z.object({ state: z.literal('retired') }),
    z.object({ state: z.literal('never-tried') }),
    z.object({ state: z.literal('reachable'), since: z.iso.datetime() }),
    z.object({
      state: z.literal('unreachable'),
      since: z.iso.datetime(),
      reason: z.enum(callFailures),
    }),
    z.object({ state: z.literal('refused'), since: z.iso.datetime(), status: z.int() }),
  ]),
  address: z.string().nullable(),
  /** What a 403 may be about: the address that the bank sees (trap 8). Null while there is no bank. */
  forbiddenHint: z.string().nullable(),
  token: z.discriminatedUnion('state', [
    z.object({ state: z.literal('none') }),
    z.object({ state: z.literal('fetching') }),
    z.object({
      state: z.literal('held'),
      obtainedAt: z.iso.datetime(),
      expiresAt: z.iso.datetime(),
    }),
  ]),
  budget: budgetState,
})
export type ConnectionState = z.infer<typeof connectionState>

/** The health check's answer (trap 10): every value as it came. */
export const healthAnswer = z.object({
  status: z.int().nullable(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  failure: z.enum(callFailures).nullable(),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
