/** The practice bank's sender of alerts as both sides know it. */
import { z } from '../../kernel/zod.ts'

/** Where alerts go, and with what. Between main and the practice bank alone: it holds the password. */
export const alertSubscription = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  userName: z.string(),
  password: z.string(),
  /** The certificate that the listener shows, or one that it ends in; PEM. */
  ca: z.string(),
  /** How long the document's times are for retries: 1 as they stand. */
  retryScale: z.number().positive().max(1),
})
/** The type of `alertSubscription`. */
export type AlertSubscription = z.infer<typeof alertSubscription>

/** What can be sent on demand. */
export const sendableAlerts = ['incoming-wire', 'incoming-rtp', 'ach', 'payment'] as const
/** An order to send so many alerts of a kind. */
export const sendAlertsOrder = z.strictObject({
  kind: z.enum(sendableAlerts),
  count: z.int().min(1).max(10_000),
})
/** The type of `sendAlertsOrder`. */
export type SendAlertsOrder = z.infer<typeof sendAlertsOrder>

/** How the sender is getting on. Numbers count alerts, except attempts, deliveries and retries. */
export const senderState = z.object({
  /** Null: nobody listens; what happens meanwhile waits. */
  subscribedTo: z.string().nullable(),
  waiting: z.int(),
  attempts: z.int(),
  delivered: z.int(),
  acknowledged: z.int(),
  /** Acknowledged with FAILURE. */
  refusedAlerts: z.int(),
  retries: z.int(),
  /** Lost for good: a 4xx, or 24 hours of failures (traps 95, 96). */
  givenUp: z.int(),
  lastAttempt: z.object({ at: z.iso.datetime(), status: z.int().nullable() }).nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
})
/** The type of `senderState`. */
export type SenderState = z.infer<typeof senderState>
