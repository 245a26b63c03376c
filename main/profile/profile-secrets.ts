/**
 * What a profile keeps in the OS keychain and nowhere else (design P5): the key of its store, the four
 * credentials, the certificate with its private key, what its listener runs on, and the key that signs its audit.
 * Never logged, never sent to the window.
 */
import { createHash } from 'node:crypto'
import {
  requestedKey,
  requestedName,
} from '../../preload/contract/api/certificates/certificate-request.ts'
import {
  credentialNames,
  type CredentialName,
} from '../../preload/contract/api/profiles/profile.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { newAuditKey } from '../store/audit-chain/audit-key.ts'
import { storeKeyBytes, type StoreKey } from '../store/sqlite/store-key.ts'

const credential = z.object({ value: z.string().min(1), storedAt: z.iso.datetime() })
const certificate = z.object({
  /** PEM, leaf first. */
  certificateChain: z.string(),
  /** PKCS#8, PEM, not encrypted: the keychain is what protects it. */
  privateKey: z.string(),
  takenAt: z.iso.datetime(),
  provenAt: z.iso.datetime().nullable(),
  /** When the request was made here that it answers. */
  requestedAt: z.iso.datetime().optional(),
})
/** A certificate with its key, as the keychain holds it. */
export type SecretCertificate = z.infer<typeof certificate>

const pendingRequest = z.object({
  kind: requestedKey,
  name: requestedName,
  /** PKCS#8, PEM, not encrypted. */
  privateKey: z.string(),
  /** PKCS#10, PEM. */
  request: z.string(),
  madeAt: z.iso.datetime(),
})
/** A request for a certificate that is not answered yet, with the key that it is for. */
export type SecretRequest = z.infer<typeof pendingRequest>

const listenerCertificate = z.object({
  /** PEM, leaf first. */
  chain: z.string(),
  /** PKCS#8, PEM, not encrypted. */
  privateKey: z.string(),
  /** Made by this workstation, rather than imported. */
  isMadeHere: z.boolean(),
  takenAt: z.iso.datetime(),
})
const listenerCredentials = z.object({
  userName: z.string().min(1),
  password: z.string().min(1),
  madeAt: z.iso.datetime(),
})
const listener = z.object({
  certificate: listenerCertificate.nullable(),
  credentials: listenerCredentials.nullable(),
  /** Taken beside the current ones until they are ended (trap 95). */
  previous: listenerCredentials.nullable(),
})
/** What a listener runs on that nobody may see. */
export type ListenerSecrets = z.infer<typeof listener>
const noListener: ListenerSecrets = { certificate: null, credentials: null, previous: null }

const forwarding = z.object({
  secret: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('basic'), userName: z.string(), password: z.string() }),
    z.object({ kind: z.literal('bearer'), token: z.string() }),
  ]),
  /** `https://host[:port]`: it is given to nobody else. */
  origin: z.string(),
  storedAt: z.iso.datetime(),
})
/** What proves to the endpoint that alerts are forwarded to who calls. */
export type ForwardSecrets = z.infer<typeof forwarding>

const secrets = z.object({
  format: z.literal(1),
  storeKey: z.base64().refine((text) => Buffer.from(text, 'base64').length === storeKeyBytes),
  credentials: z.partialRecord(z.enum(credentialNames), credential),
  certificate: certificate.nullable(),
  previousCertificate: certificate.nullable(),
  /** Entries without a request, or that were written before requests were made here, have none. */
  pendingRequest: pendingRequest.optional(),
  /** Entries that were written before there were listeners have none. */
  listener: listener.default(noListener),
  /** Entries of profiles that forward nothing have none. */
  forwarding: forwarding.nullable().optional(),
  /**
   * Signs the ends of the audit chain: PKCS#8, DER in base64. Made once where it is missing: entries that were
   * written before there were checkpoints have none.
   */
  auditKey: z.base64().min(1).optional(),
})
/** All secrets of one profile: one value, so that no part of it can be newer than another. */
export type ProfileSecrets = z.infer<typeof secrets>

/** What a profile begins with: the key of its store, and the key that signs its audit. */
export const firstSecrets = (key: StoreKey): ProfileSecrets => ({
  format: 1,
  storeKey: Buffer.from(key).toString('base64'),
  credentials: {},
  certificate: null,
  previousCertificate: null,
  listener: noListener,
  auditKey: newAuditKey(),
})

/** The key of the store. */
export const storeKeyIn = ({ storeKey }: ProfileSecrets): StoreKey =>
  new Uint8Array(Buffer.from(storeKey, 'base64'))

/** The keychain's text for the secrets. */
export const writeSecrets = (given: ProfileSecrets): string => JSON.stringify(secrets.parse(given))
/** The secrets of the keychain's text; undefined for a text that is not ours. */
export function readSecrets(text: string): ProfileSecrets | undefined {
  try {
    return secrets.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** The credential's value, where it is stored. */
export const credentialIn = (
  { credentials }: ProfileSecrets,
  name: CredentialName,
): string | undefined => credentials[name]?.value

/**
 * Names a consumer key for the rate budget without holding it: it is what the bank counts by, under
 * whatever address it is reached. Profiles with the same key share the budget's memory.
 */
export const budgetKeyOf = (consumerKey: string): string =>
  `bank-${createHash('sha256').update(consumerKey).digest('hex').slice(0, 32)}`
