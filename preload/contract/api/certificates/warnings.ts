/**
 * Warnings before the expiry of certificates that the connection or the alerts need: the client
 * certificate, its issuers, a private CA, the listener's certificate. Certificates typically expire
 * annually (bank document 1, Certificates).
 */
import { z } from '../../kernel/zod.ts'

/** Days before expiry at which operators are warned, once at each threshold. */
export const warningDays = [60, 30, 14, 7, 3, 1] as const
/** From this many days on, the status bar shows the warning. */
export const statusBarDays = 14
/** From this many days on, a desktop notification is shown too. */
export const noticeDays = 7

export const watchedUses = ['client', 'client-issuer', 'private-ca', 'listener'] as const
export type WatchedUse = (typeof watchedUses)[number]

/** The replacement in progress; null if there is none. */
export const successor = z.discriminatedUnion('kind', [
  /** A request is pending. */
  z.object({ kind: z.literal('request'), createdAt: z.iso.datetime() }),
  /** A newer certificate, which expires later, is also stored. */
  z.object({ kind: z.literal('certificate'), validTo: z.iso.datetime() }),
])
export type Successor = z.infer<typeof successor>

export const certificateWarning = z.object({
  use: z.enum(watchedUses),
  subject: z.string(),
  sha256: z.string(),
  validTo: z.iso.datetime(),
  /** Whole days until expiry by the current clock; negative after expiry. */
  daysLeft: z.int(),
  /** The nearest threshold reached: one of the warning days, or 0 after expiry. */
  reached: z.int(),
  /**
   * True if an earlier reading of the clock reached a nearer threshold than now: one of the two
   * readings was wrong.
   */
  clockWentBack: z.boolean(),
  successor: successor.nullable(),
})
export type CertificateWarning = z.infer<typeof certificateWarning>

/** Names for use within a sentence. */
export const watchedNames: Readonly<Record<WatchedUse, string>> = {
  client: 'client certificate',
  'client-issuer': 'issuer of the client certificate',
  'private-ca': 'private CA',
  listener: 'listener certificate',
}
