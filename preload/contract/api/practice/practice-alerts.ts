/** Sender of alerts in the practice bank, as main and the practice bank know it. */
import { z } from '../../kernel/zod.ts'

/**
 * Target of the alerts with its credentials. Passed only between main and the practice bank,
 * because it contains the password.
 */
export const alertSubscription = z.strictObject({
  url: z.url({ protocol: /^https$/ }),
  userName: z.string(),
  password: z.string(),
  /** The listener's certificate, or its root; PEM. */
  ca: z.string(),
  /** Factor for the documented retry delays; 1 leaves them unchanged. */
  retryScale: z.number().positive().max(1),
})
export type AlertSubscription = z.infer<typeof alertSubscription>

/** Alerts that can be sent on demand. */
export const sendableAlerts = ['incoming-wire', 'incoming-rtp', 'ach', 'payment'] as const
/** Request to send a number of alerts of one kind. */
export const sendAlertsOrder = z.strictObject({
  kind: z.enum(sendableAlerts),
  count: z.int().min(1).max(10_000),
})
export type SendAlertsOrder = z.infer<typeof sendAlertsOrder>

/** State of the sender. Numbers count alerts, except attempts, deliveries and retries. */
export const senderState = z.object({
  /** Null: no subscriber, so alerts wait. */
  subscribedTo: z.string().nullable(),
  waiting: z.int(),
  attempts: z.int(),
  delivered: z.int(),
  acknowledged: z.int(),
  /** Acknowledged with FAILURE. */
  refusedAlerts: z.int(),
  retries: z.int(),
  /** Dropped for good: a 4xx answer, or 24 hours of failures (bank notes 95, 96). */
  givenUp: z.int(),
  lastAttempt: z.object({ at: z.iso.datetime(), status: z.int().nullable() }).nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
})
export type SenderState = z.infer<typeof senderState>
