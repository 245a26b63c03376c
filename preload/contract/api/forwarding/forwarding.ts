/**
 * Forwarding of stored alerts to another HTTPS endpoint: settings, state, and the result of each
 * try.
 */
import { z } from '../../kernel/zod.ts'

/** Furthest start of forwarding, in days before today. */
export const mostDaysBack = 90
/** Most alerts in one post, as in a delivery of the bank (bank document 1, Limits). */
export const alertsPerPost = 100

/** Target address. Must contain no user name or password: those go to the keychain. */
export const forwardAddress = z
  .url({ protocol: /^https$/, error: 'An address such as https://alerts.client.example/take' })
  .max(500)
  .refine(
    (text) => {
      const url = URL.parse(text)
      return url?.username === '' && url.password === '' && url.hash === ''
    },
    { error: 'No user name, password or # in it' },
  )

export const forwardingSettings = z
  .strictObject({
    enabled: z.boolean(),
    url: forwardAddress.nullable(),
    /**
     * 0: from now on; more: also alerts of this many past days; null: from where forwarding
     * stopped.
     */
    sinceDays: z.int().min(0).max(mostDaysBack).nullable(),
    /** The host as typed by a person; required in production. */
    confirmedHost: z.string().max(300).nullable(),
  })
  .refine(({ enabled, url }) => !enabled || url !== null, {
    error: 'An address is needed',
    path: ['url'],
  })
export type ForwardingSettings = z.infer<typeof forwardingSettings>

const printable = z
  .string()
  .min(1)
  .max(500)
  .regex(/^[\x20-\x7e]+$/, { error: 'Letters, digits and signs of ASCII only' })

/** Credential for the endpoint. Accepted once and never returned; null removes it. */
export const forwardingSecret = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('basic'),
      userName: printable.refine((text) => !text.includes(':'), { error: 'No colon in it' }),
      password: printable,
    }),
    z.strictObject({ kind: z.literal('bearer'), token: printable }),
  ])
  .nullable()
export type ForwardingSecret = NonNullable<z.infer<typeof forwardingSecret>>

/** Reasons that block forwarding to the address. */
export const forwardingBlocks = ['bank', 'own-listener', 'retired'] as const
export type ForwardingBlock = (typeof forwardingBlocks)[number]

/**
 * `blocked`: nothing leaves. `waiting`: the endpoint did not accept the last post, which will be
 * retried.
 */
const deliveryStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('blocked'), why: z.enum(forwardingBlocks) }),
  z.object({ state: z.literal('on') }),
  z.object({
    state: z.literal('waiting'),
    since: z.iso.datetime(),
    tries: z.int(),
    nextAt: z.iso.datetime(),
  }),
])

export const forwardingState = z.object({
  enabled: z.boolean(),
  /** `https://…`; null if not set. */
  url: z.string().nullable(),
  deliveryStatus,
  /** Alerts still to be forwarded, counted up to 100,001. */
  waiting: z.int(),
  /** Alerts set aside until somebody sends them again. */
  parked: z.int(),
  lastTakenAt: z.iso.datetime().nullable(),
  /** True if forwarding has run before, so it can continue from there. */
  hasBegun: z.boolean(),
  /** Never the secret itself. Null if none for this address. */
  credential: z
    .object({ kind: z.enum(['basic', 'bearer']), storedAt: z.iso.datetime() })
    .nullable(),
  /** The practice profile stores none: it has no keychain entry. */
  canStoreCredential: z.boolean(),
  /** The profile's private CA is trusted in addition to the usual roots. */
  trustsPrivateCa: z.boolean(),
})
export type ForwardingState = z.infer<typeof forwardingState>

/** Result of a post. `later`: retried automatically. */
export const forwardingOutcomes = ['taken', 'later', 'refused'] as const
export type ForwardingOutcome = (typeof forwardingOutcomes)[number]

export const forwardingTry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `again`: parked alerts sent again by hand. `test`: an empty post. */
  kind: z.enum(['new', 'again', 'test']),
  alerts: z.int(),
  outcome: z.enum(forwardingOutcomes),
  /** Null if no answer came. */
  status: z.int().nullable(),
  /** Message of this program or the system; nothing from the answer's body. */
  problem: z.string().nullable(),
  ms: z.int(),
  bytes: z.int(),
})
export type ForwardingTry = z.infer<typeof forwardingTry>

/**
 * Reasons for parking an alert. `given-up`: not accepted for a week. `unreadable`: its stored text
 * was not found.
 */
export const parkedReasons = ['refused', 'given-up', 'unreadable'] as const
export type ParkedReason = (typeof parkedReasons)[number]

export const parkedAlert = z.object({
  /** Sequence number among the alerts; the id for `sendAgain`. */
  id: z.string(),
  alertId: z.string(),
  receivedAt: z.iso.datetime(),
  kind: z.string(),
  /** The bank's alert code. */
  code: z.string().nullable(),
  parkedAt: z.iso.datetime(),
  why: z.enum(parkedReasons),
  answer: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ParkedAlert = z.infer<typeof parkedAlert>

/** Result of a manual test. */
export const forwardingTest = z.object({
  outcome: z.enum(forwardingOutcomes),
  status: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ForwardingTest = z.infer<typeof forwardingTest>
