/**
 * How soon something ends on which the connection or the alerts rest: the certificate that signs in, what it is issued
 * by, a private CA, the listener's. Certificates typically expire annually (`1-platform.md`, Certificates).
 */
import { z } from '../../kernel/zod.ts'

/** So many days before its end somebody is warned, and once more at each. */
export const warningDays = [60, 30, 14, 7, 3, 1] as const
/** From here on the status bar tells of it. */
export const statusBarDays = 14
/** From here on the desktop is told, too. */
export const noticeDays = 7

/** What a certificate is here. */
export const watchedUses = ['client', 'client-issuer', 'private-ca', 'listener'] as const
export type WatchedUse = (typeof watchedUses)[number]

/** What is in hand to take its place; null: nothing is. */
export const successor = z.discriminatedUnion('kind', [
  /** A request was made, and its answer is not there yet. */
  z.object({ kind: z.literal('request'), madeAt: z.iso.datetime() }),
  /** Another certificate is kept beside it, and ends later. */
  z.object({ kind: z.literal('certificate'), validTo: z.iso.datetime() }),
])
export type Successor = z.infer<typeof successor>

/** One certificate that ends soon, or has ended. */
export const certificateWarning = z.object({
  use: z.enum(watchedUses),
  subject: z.string(),
  sha256: z.string(),
  validTo: z.iso.datetime(),
  /** Whole days until its end by the clock as it is; negative: it has ended. */
  daysLeft: z.int(),
  /** The nearest threshold that was reached: one of the warning days, or 0 when it has ended. */
  reached: z.int(),
  /** A nearer threshold was reached before than the clock says now: one of the two times was wrong. */
  clockWentBack: z.boolean(),
  successor: successor.nullable(),
})
export type CertificateWarning = z.infer<typeof certificateWarning>

/** What each is called within a sentence. */
export const watchedNames: Readonly<Record<WatchedUse, string>> = {
  client: 'client certificate',
  'client-issuer': 'issuer of the client certificate',
  'private-ca': 'private CA',
  listener: 'listener certificate',
}
