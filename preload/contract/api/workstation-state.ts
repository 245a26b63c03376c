/** State that the window always shows: environment, operator, store, connection, rate budget. */
import { callFailures } from '../bank/account-validation.ts'
import { lanes } from '../bank/lanes.ts'
import { environment } from '../domain/environment.ts'
import { keychainState } from './keychain-problem.ts'
import { access } from './operators/operators.ts'
import { operator } from '../domain/operators/roles.ts'
import { z } from '../kernel/zod.ts'

export const themes = ['system', 'light', 'dark'] as const

/** Settings that an operator may change here; each change is audited. */
export const settings = z.object({
  theme: z.enum(themes),
  /** Lowest score that counts as an owner match (bank note 33). */
  scoreThreshold: z.int().min(0).max(100),
  /** Version of account validation to call; v2 only if a path is configured (bank note 26). */
  validationVersion: z.enum(['v1', 'v2']),
  /** Path of account validation v2, which the document does not show; null until configured. */
  validationV2Path: z
    .string()
    .trim()
    .regex(/^\/[A-Za-z0-9/_.-]+$/, {
      error: 'A path that starts with / and holds letters, digits, / _ . -',
    })
    .max(200)
    .nullable(),
  welcomeSeen: z.boolean(),
  /** The first steps are no longer shown on the overview. */
  firstStepsDismissed: z.boolean(),
})
export type Settings = z.infer<typeof settings>

/** Whether the store can be used, and if not, why. */
export const storeState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('opening') }),
  z.object({ state: z.literal('open') }),
  z.object({ state: z.literal('refused'), reason: z.string(), detail: z.string().nullable() }),
])
export type StoreState = z.infer<typeof storeState>

/** A workstation of a team, as the store knows it. */
export const teamWorkstation = z.object({
  id: z.string(),
  name: z.string(),
  /** The window's own. */
  isThis: z.boolean(),
  /** False: it has left, or its sign of life is missing. */
  isHere: z.boolean(),
  /** Its last sign of life, by the database's clock; null: none yet. */
  heardAt: z.iso.datetime().nullable(),
  /** Name of who is signed in there; null: nobody. */
  operator: z.string().nullable(),
  operatorSince: z.iso.datetime().nullable(),
})
export type TeamWorkstation = z.infer<typeof teamWorkstation>

/** The workstations that share the profile; null: one computer has it. */
export const teamState = z
  .object({
    /** False: the database does not answer, so nothing that moves money is done here. */
    isReachable: z.boolean(),
    /**
     * The clock of this computer is half a minute or more off that of the team. Rules go by the
     * latter.
     */
    isClockOff: z.boolean(),
    workstations: z.array(teamWorkstation),
  })
  .nullable()
export type TeamState = z.infer<typeof teamState>

/** With less free space than this on the disk of this computer, the window warns. */
export const lowDiskBytes = 200_000_000

/** The disk with the data of this computer has little room; null: it has enough, or is not known. */
export const lowDisk = z.object({ freeMegabytes: z.int() }).nullable()
export type LowDisk = z.infer<typeof lowDisk>

/** Signed-in operator, profile, environment and state of the store. */
export const workstationState = z.object({
  version: z.string(),
  environment,
  profileId: z.string(),
  profileName: z.string(),
  /** A retired profile is readable; its bank is not called. */
  retired: z.boolean(),
  /** The signed-in operator; a placeholder without roles while nobody is signed in. */
  operator,
  /** Operators who can sign in. */
  operators: z.array(operator),
  access,
  settings,
  store: storeState,
  keychain: keychainState,
  team: teamState,
  lowDisk,
})
export type WorkstationState = z.infer<typeof workstationState>

/** The most places with input that is not saved, and the most letters of a name. */
export const unsavedAtMost = { places: 100, letters: 120 } as const
/** Names of the places in the window with input that is not saved. */
export const unsavedPlaces = z.object({
  places: z.array(z.string().max(unsavedAtMost.letters)).max(unsavedAtMost.places),
})

/**
 * Rate budget for the status bar, of all workstations that share it. Times are instants, so the window
 * can count down by itself.
 */
export const budgetState = z.object({
  limitPerSecond: z.int(),
  /** Slots in use now. */
  used: z.int(),
  waiting: z.int(),
  waitingByLane: z.record(z.enum(lanes), z.int()),
  /** This workstation's part; null: it has the budget for itself. */
  here: z.object({ used: z.int(), waiting: z.int() }).nullable(),
  pausedUntil: z.iso.datetime().nullable(),
  /** When the bank wants to be called again, where that is after the longest pause; else null. */
  statedUntil: z.iso.datetime().nullable(),
  /**
   * Current limit on the travel time of a written request, in milliseconds; null while only answers
   * count.
   */
  transitAllowanceMs: z.number().nullable(),
})

/** Last known state of the connection to the bank. */
export const connectionState = z.object({
  bank: z.discriminatedUnion('state', [
    z.object({ state: z.literal('starting') }),
    z.object({ state: z.literal('not-running') }),
    /** The profile lacks a setting that a call needs. */
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
  /**
   * Possible cause of a 403: the client address that the bank sees (bank note 8). Null without a
   * bank.
   */
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

/** Answer of the health check (bank note 10): every value unchanged. */
export const healthAnswer = z.object({
  status: z.int().nullable(),
  fields: z.array(z.object({ name: z.string(), value: z.string() })),
  failure: z.enum(callFailures).nullable(),
})
export type HealthAnswer = z.infer<typeof healthAnswer>
