/** The listener of a profile as the window sees it: whether the bank's alerts can come in, and what came last. */
import { environment } from '../../domain/environment.ts'
import { z } from '../../kernel/zod.ts'
import { quarantineReasons } from './alert.ts'

/** Why no listener runs. */
export const listenerAbsences = [
  'not-enabled',
  'no-address',
  'no-certificate',
  'no-credentials',
  'retired',
  'not-started',
] as const
export type ListenerAbsence = (typeof listenerAbsences)[number]

/** Why it could not start. `other` comes with the system's own words. */
export const listenerProblems = [
  'port-in-use',
  'port-not-allowed',
  'address-not-here',
  'certificate-refused',
  'other',
] as const
export type ListenerProblem = (typeof listenerProblems)[number]

/** Why a delivery was turned away before it was read. */
export const refusalKinds = [
  'credentials',
  'address',
  'too-large',
  'not-post',
  'busy',
  'not-stored',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

/**
 * What a call of our own to the public address came to. `other-answer`: something else stands there.
 * `own-certificate`: it is reached, but with the certificate that was made here, which a bank has no reason
 * to trust. `not-found`: no such host.
 */
export const reachFindings = [
  'reachable',
  'own-certificate',
  'not-found',
  'refused',
  'timeout',
  'tls',
  'other-answer',
  'other',
] as const
export type ReachFinding = (typeof reachFindings)[number]

const running = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off'), why: z.enum(listenerAbsences) }),
  z.object({ state: z.literal('starting') }),
  /** `address`: `https://host:port/alerts`, where it listens on this computer. */
  z.object({ state: z.literal('listening'), address: z.string(), since: z.iso.datetime() }),
  z.object({
    state: z.literal('failed'),
    problem: z.enum(listenerProblems),
    /** In the system's words. */
    detail: z.string(),
    at: z.iso.datetime(),
    /** When it will be tried again; null: when something changes. */
    retryAt: z.iso.datetime().nullable(),
  }),
])

/** In the store's words. `needsRestart`: the store has ended, and takes nothing more before the program is restarted. */
const notStoring = z.object({
  since: z.iso.datetime(),
  detail: z.string(),
  needsRestart: z.boolean(),
})

/** The listener of the shown profile. */
export const listenerState = z.object({
  running,
  /** The address to give to the bank; null: not entered. */
  publicUrl: z.string().nullable(),
  reach: z.object({
    state: z.enum(['never-probed', 'probing', 'probed']),
    at: z.iso.datetime().nullable(),
    finding: z.enum(reachFindings).nullable(),
    detail: z.string().nullable(),
  }),
  /** The user name of the credentials; the password never comes to the window. */
  userName: z.string().nullable(),
  credentialsMadeAt: z.iso.datetime().nullable(),
  /** While the credentials before are still taken beside the new; null: they are not. */
  previousCredentialsMadeAt: z.iso.datetime().nullable(),
  certificate: z
    .object({
      subject: z.string(),
      sha256: z.string(),
      validTo: z.iso.datetime(),
      /** Made by this workstation, rather than imported. */
      isMadeHere: z.boolean(),
    })
    .nullable(),
  permitted: z.array(z.string()),
  /** Since the listener service began, which is when the profile was opened. */
  counts: z.object({
    deliveries: z.int(),
    alerts: z.int(),
    refused: z.record(z.enum(refusalKinds), z.int()),
  }),
  /** The newest that was stored, in this run or an earlier one. `held`: it stands in quarantine. */
  lastDelivery: z
    .object({
      at: z.iso.datetime(),
      alerts: z.int(),
      held: z.enum(quarantineReasons).nullable(),
    })
    .nullable(),
  lastRefusal: z
    .object({ at: z.iso.datetime(), kind: z.enum(refusalKinds), from: z.string().nullable() })
    .nullable(),
  /** Set while deliveries cannot be stored, such as on a full disk. */
  notStoring: notStoring.nullable(),
  /** The listeners of the other profiles that are enabled. */
  others: z.array(
    z.object({
      profileId: z.string(),
      name: z.string(),
      environment,
      running,
      notStoring: notStoring.nullable(),
    }),
  ),
})
export type ListenerState = z.infer<typeof listenerState>
export type ListenerRunning = ListenerState['running']
export type LastDelivery = NonNullable<ListenerState['lastDelivery']>

/** The path at which the listener takes alerts. */
export const alertPath = '/alerts'
