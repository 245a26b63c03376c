/** State of a profile's listener: whether the bank's alerts can arrive, and the last delivery. */
import { environment } from '../../domain/environment.ts'
import { z } from '../../kernel/zod.ts'
import { quarantineReasons } from './alert.ts'

/** Reasons why no listener runs. */
export const listenerAbsences = [
  'not-enabled',
  'no-address',
  'no-certificate',
  'no-credentials',
  'retired',
  'not-started',
] as const
export type ListenerAbsence = (typeof listenerAbsences)[number]

/** Reasons why the listener could not start. `other` carries the system's message. */
export const listenerProblems = [
  'port-in-use',
  'port-not-allowed',
  'address-not-here',
  'certificate-refused',
  'other',
] as const
export type ListenerProblem = (typeof listenerProblems)[number]

/**
 * Reasons for not storing a delivery. `unreadable`: its head is no HTTP, too long or late, or its
 * body breaks off.
 */
export const refusalKinds = [
  'credentials',
  'address',
  'too-large',
  'not-post',
  'unreadable',
  'busy',
  'not-stored',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

/**
 * Results of calling the own public address. `other-answer`: another server answers there.
 * `own-certificate`: reachable, but with the certificate created here, which a bank has no reason to
 * trust. `not-found`: no such host.
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
  /** Another workstation of the team listens, or can; this one takes over. */
  z.object({ state: z.literal('standby') }),
  z.object({ state: z.literal('starting') }),
  /** `address`: `https://host:port/alerts`, the local address of the listener. */
  z.object({ state: z.literal('listening'), address: z.string(), since: z.iso.datetime() }),
  z.object({
    state: z.literal('failed'),
    problem: z.enum(listenerProblems),
    /** Message of the system. */
    detail: z.string(),
    at: z.iso.datetime(),
    /** Time of the next try; null if the next try waits for a change. */
    retryAt: z.iso.datetime().nullable(),
  }),
])

/**
 * `detail` is the store's message. `needsRestart`: the store has stopped and accepts nothing until
 * the program restarts.
 */
const notStoring = z.object({
  since: z.iso.datetime(),
  detail: z.string(),
  needsRestart: z.boolean(),
})

/** Who listens for the team. */
const teamListener = z.discriminatedUnion('state', [
  z.object({ state: z.literal('this'), address: z.string() }),
  z.object({
    state: z.literal('other'),
    /** Name of the workstation. */
    name: z.string(),
    /** The address at that workstation. */
    address: z.string(),
    since: z.iso.datetime(),
  }),
  /** `since`: when somebody last listened; null: nobody ever has. */
  z.object({ state: z.literal('nobody'), since: z.iso.datetime().nullable() }),
  /** The store of the team does not answer. */
  z.object({ state: z.literal('unknown') }),
])
export type TeamListener = z.infer<typeof teamListener>

export const listenerState = z.object({
  running,
  /** Address to give to the bank; null if not entered. */
  publicUrl: z.string().nullable(),
  reach: z.object({
    state: z.enum(['never-probed', 'probing', 'probed']),
    at: z.iso.datetime().nullable(),
    finding: z.enum(reachFindings).nullable(),
    detail: z.string().nullable(),
    /** Name of the workstation of a team that answered; null: none, or one computer has the profile. */
    answeredBy: z.string().nullable(),
  }),
  /** Null: one computer has the profile. */
  team: teamListener.nullable(),
  /** User name of the credentials; the password never reaches the window. */
  userName: z.string().nullable(),
  credentialsCreatedAt: z.iso.datetime().nullable(),
  /** Creation time of the previous credentials while they are still valid; null if they are not. */
  previousCredentialsCreatedAt: z.iso.datetime().nullable(),
  certificate: z
    .object({
      subject: z.string(),
      sha256: z.string(),
      validTo: z.iso.datetime(),
      /** True for a certificate created by this workstation, false for an imported one. */
      isCreatedHere: z.boolean(),
    })
    .nullable(),
  permitted: z.array(z.string()),
  /** Since the listener service started, which is when the profile was opened. */
  counts: z.object({
    deliveries: z.int(),
    alerts: z.int(),
    refused: z.record(z.enum(refusalKinds), z.int()),
  }),
  /** The newest stored delivery, of this run or an earlier one. `quarantineReason`: in quarantine. */
  lastDelivery: z
    .object({
      at: z.iso.datetime(),
      alerts: z.int(),
      quarantineReason: z.enum(quarantineReasons).nullable(),
    })
    .nullable(),
  lastRefusal: z
    .object({ at: z.iso.datetime(), kind: z.enum(refusalKinds), from: z.string().nullable() })
    .nullable(),
  /** Set while deliveries cannot be stored, for example on a full disk. */
  notStoring: notStoring.nullable(),
  /** Listeners of the other enabled profiles. */
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

/**
 * Returns the address that the bank was given: the public one, or in a practice team that of the
 * workstation that listens; null if there is none.
 */
export const alertAddress = ({
  publicUrl,
  team,
}: Pick<ListenerState, 'publicUrl' | 'team'>): string | null =>
  publicUrl ?? (team && 'address' in team ? team.address : null)
export type ListenerRunning = ListenerState['running']
export type LastDelivery = NonNullable<ListenerState['lastDelivery']>

/** Path at which the listener accepts alerts. */
export const alertPath = '/alerts'
