/** Stored alerts handed on to another HTTPS endpoint: what is set, how it stands, and what became of each try. */
import { z } from '../../kernel/zod.ts'

/** The most days back that forwarding may begin with. */
export const mostDaysBack = 90
/** So many alerts go in one post, as in a delivery of the bank (1-platform.md, Limits). */
export const alertsPerPost = 100

/** Where alerts are handed on to. Neither user name nor password in it: those go to the keychain. */
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

/** What an administrator sets. */
export const forwardingSettings = z
  .strictObject({
    enabled: z.boolean(),
    url: forwardAddress.nullable(),
    /** 0: from now on; more: those of so many days before too; null: where it stopped. */
    sinceDays: z.int().min(0).max(mostDaysBack).nullable(),
    /** The host as a person typed it; asked for in production. */
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

/** What proves to the endpoint who calls. It goes in once and never comes back; null: nothing from now on. */
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

/** Why nothing may be handed on to the address that is set. */
export const forwardingBars = ['bank', 'own-listener', 'retired'] as const
export type ForwardingBar = (typeof forwardingBars)[number]

/** `barred`: nothing leaves. `waiting`: the endpoint did not take the last post, and it is tried again. */
const standing = z.discriminatedUnion('state', [
  z.object({ state: z.literal('off') }),
  z.object({ state: z.literal('barred'), why: z.enum(forwardingBars) }),
  z.object({ state: z.literal('on') }),
  z.object({
    state: z.literal('waiting'),
    since: z.iso.datetime(),
    tries: z.int(),
    nextAt: z.iso.datetime(),
  }),
])

/** How forwarding stands. */
export const forwardingState = z.object({
  enabled: z.boolean(),
  /** `https://…`; null: none is set. */
  url: z.string().nullable(),
  standing,
  /** Alerts that are still to be handed on, counted up to 100,001. */
  waiting: z.int(),
  /** Alerts that stand aside until somebody sends them again. */
  parked: z.int(),
  lastTakenAt: z.iso.datetime().nullable(),
  /** Whether it stopped somewhere, so that it can go on there. */
  hasBegun: z.boolean(),
  /** Never the secret itself. Null: none for this address. */
  credential: z
    .object({ kind: z.enum(['basic', 'bearer']), storedAt: z.iso.datetime() })
    .nullable(),
  /** The practice profile keeps none: it has no keychain entry. */
  keepsCredential: z.boolean(),
  /** The private CA of the profile is trusted beside the usual roots. */
  trustsPrivateCa: z.boolean(),
})
export type ForwardingState = z.infer<typeof forwardingState>

/** What became of a post. `later`: tried again by itself. */
export const forwardingOutcomes = ['taken', 'later', 'refused'] as const
export type ForwardingOutcome = (typeof forwardingOutcomes)[number]

/** One post. */
export const forwardingTry = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** `again`: somebody sent parked alerts once more. `test`: an empty post. */
  kind: z.enum(['new', 'again', 'test']),
  alerts: z.int(),
  outcome: z.enum(forwardingOutcomes),
  /** Null: no answer came. */
  status: z.int().nullable(),
  /** In words of this program or of the system; nothing of the answer's body. */
  problem: z.string().nullable(),
  ms: z.int(),
  bytes: z.int(),
})
export type ForwardingTry = z.infer<typeof forwardingTry>

/** Why an alert stands aside. `given-up`: not taken for a week. `unreadable`: its own text was not found. */
export const parkedReasons = ['refused', 'given-up', 'unreadable'] as const
export type ParkedReason = (typeof parkedReasons)[number]

/** One alert that stands aside. */
export const parkedAlert = z.object({
  /** Its place among the alerts; what `sendAgain` names. */
  id: z.string(),
  alertId: z.string(),
  receivedAt: z.iso.datetime(),
  kind: z.string(),
  /** The bank's code of the alert. */
  code: z.string().nullable(),
  parkedAt: z.iso.datetime(),
  why: z.enum(parkedReasons),
  answer: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ParkedAlert = z.infer<typeof parkedAlert>

/** What one try by hand came to. */
export const forwardingTest = z.object({
  outcome: z.enum(forwardingOutcomes),
  status: z.int().nullable(),
  problem: z.string().nullable(),
})
export type ForwardingTest = z.infer<typeof forwardingTest>
