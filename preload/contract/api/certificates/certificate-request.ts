/**
 * A certificate request created here: the key stays in the keychain, and only the request goes to
 * the authority (bank document 1, Certificates; bank note 12). Name lengths follow RFC 5280,
 * appendix A.1 (upper bounds).
 */
import { z } from '../../kernel/zod.ts'

/** Kinds of key on offer; every authority that issues for mutual TLS accepts them. */
export const requestedKeys = ['rsa-3072', 'p-256'] as const
export const requestedKey = z.enum(requestedKeys)
export type RequestedKey = z.infer<typeof requestedKey>

/** Source of the name lengths. */
export const nameSource = 'RFC 5280, appendix A.1'

/** One line without control characters; a blank line is left out of the request. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .refine((text) => text.length <= most, {
      error: `At most ${String(most)} characters`,
      params: { source: nameSource },
    })
    .regex(/^\P{Cc}*$/u, { error: 'One line of text' })
const named = (most: number) => line(most).min(1, { error: 'Required' })

/** Subject of the certificate. */
export const requestedName = z.object({
  commonName: named(64),
  organization: named(64),
  unit: line(64),
  locality: line(128),
  state: line(128),
  /** Two letters (ISO 3166). */
  country: z
    .string()
    .trim()
    .regex(/^(?:[A-Z]{2})?$/, { error: 'Two capital letters such as US, or nothing' }),
})
export type RequestedName = z.infer<typeof requestedName>

export const wantedRequest = z.strictObject({ kind: requestedKey, name: requestedName })
export type WantedRequest = z.infer<typeof wantedRequest>

/**
 * A request that waits for its certificate. The key stays in the keychain; no part of it is here.
 */
export const pendingRequest = z.strictObject({
  kind: requestedKey,
  name: requestedName,
  createdAt: z.iso.datetime(),
  /** PKCS#10 in PEM, for the authority. */
  request: z.string(),
  /** SHA-256 of the public key (SubjectPublicKeyInfo in DER), hex in pairs with colons. */
  publicKeySha256: z.string(),
})
export type PendingRequest = z.infer<typeof pendingRequest>
