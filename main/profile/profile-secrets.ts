/**
 * The secrets that a profile stores in the OS keychain and nowhere else (Promise P5): the key of
 * its store, the four credentials, the certificate with its private key, the listener's certificate
 * and credentials, and the key that signs its audit. Never logged, never sent to the window.
 */
import { createHash } from 'node:crypto'
import {
  requestedKey,
  requestedName,
} from '../../preload/contract/api/certificates/certificate-request.ts'
import {
  credentialNames,
  proxyCredentials,
  type CredentialName,
} from '../../preload/contract/api/profiles/profile.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { ForwardingSecret } from '../../preload/contract/api/forwarding/forwarding.ts'
import type { Result } from '../../preload/contract/kernel/result.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import type { Clock } from '../platform/clock.ts'
import { authorityOf, type ProxyAccess, type ProxyAddress } from '../platform/proxy-tunnel.ts'
import { newAuditKey } from '../store/audit-key.ts'
import { storeKeyBytes, type StoreKey } from '../store/store-key.ts'
import type { Keychain } from './keychain.ts'
import { chunkBytesFor, createVault, type Vault } from './keychain/vault.ts'
import type { RealCard } from './profile-registry.ts'

const credential = z.object({ value: z.string().min(1), storedAt: z.iso.datetime() })
const certificate = z.object({
  /** PEM, leaf first. */
  certificateChain: z.string(),
  /** PKCS#8, PEM, not encrypted: the keychain protects it. */
  privateKey: z.string(),
  takenAt: z.iso.datetime(),
  provenAt: z.iso.datetime().nullable(),
  /** Time of the request created here that this certificate answers. */
  requestedAt: z.iso.datetime().optional(),
})
/** A certificate with its key, as stored in the keychain. */
export type SecretCertificate = z.infer<typeof certificate>

const pendingRequest = z.object({
  kind: requestedKey,
  name: requestedName,
  /** PKCS#8, PEM, not encrypted. */
  privateKey: z.string(),
  /** PKCS#10, PEM. */
  request: z.string(),
  createdAt: z.iso.datetime(),
})
/** A pending certificate request, with its key. */
export type SecretRequest = z.infer<typeof pendingRequest>

const listenerCertificate = z.object({
  /** PEM, leaf first. */
  chain: z.string(),
  /** PKCS#8, PEM, not encrypted. */
  privateKey: z.string(),
  /** Created by this workstation, not imported. */
  isCreatedHere: z.boolean(),
  takenAt: z.iso.datetime(),
})
const listenerCredentials = z.object({
  userName: z.string().min(1),
  password: z.string().min(1),
  createdAt: z.iso.datetime(),
})
const listener = z.object({
  certificate: listenerCertificate.nullable(),
  credentials: listenerCredentials.nullable(),
  /** Also accepted beside the current credentials, until the operator ends them (bank note 95). */
  previous: listenerCredentials.nullable(),
})
/** The listener's secrets. */
export type ListenerSecrets = z.infer<typeof listener>
const noListener: ListenerSecrets = { certificate: null, credentials: null, previous: null }

const forwarding = z.object({
  secret: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('basic'), userName: z.string(), password: z.string() }),
    z.object({ kind: z.literal('bearer'), token: z.string() }),
  ]),
  /** `https://host[:port]`. The secret is sent to no other origin. */
  origin: z.string(),
  storedAt: z.iso.datetime(),
})
/** Proves this workstation's identity to the endpoint that alerts are forwarded to. */
export type ForwardSecrets = z.infer<typeof forwarding>

/**
 * The access of forwarding to a real profile: the secret of its endpoint, its private CA, its proxy,
 * and whether the profile is retired. Read at each use, because all of it can change during the
 * session.
 */
export interface ForwardAccess {
  /** Null: none is stored. */
  readonly secret: () => ForwardSecrets | null
  /** Saves the secret for this origin, or deletes the stored one; recorded. */
  readonly save: (
    given: { readonly secret: ForwardingSecret; readonly origin: string } | null,
    actor: string,
  ) => Promise<Result<void, Failure<'keychain-problem'>>>
  /** PEM; null: none is set. */
  readonly privateCa: () => string | null
  /** The profile's, with its credentials; null: none. */
  readonly proxy: () => ProxyAccess | null
  readonly isRetired: () => boolean
}

const proxy = z.object({
  credentials: proxyCredentials,
  /** Host and port. The credentials are sent to no other proxy. */
  authority: z.string(),
  storedAt: z.iso.datetime(),
})

const secrets = z.object({
  format: z.literal(1),
  storeKey: z.base64().refine((text) => Buffer.from(text, 'base64').length === storeKeyBytes),
  credentials: z.partialRecord(z.enum(credentialNames), credential),
  certificate: certificate.nullable(),
  previousCertificate: certificate.nullable(),
  /** Absent without a request. */
  pendingRequest: pendingRequest.optional(),
  listener,
  /** Absent for profiles that forward nothing. */
  forwarding: forwarding.nullable().optional(),
  /** Absent without credentials for a proxy. */
  proxy: proxy.optional(),
  /** Signs the checkpoints of the audit chain: PKCS#8, DER in base64. Created once where missing. */
  auditKey: z.base64().min(1).optional(),
})
/** All secrets of one profile as one value, so no part of it can be newer than another. */
export type ProfileSecrets = z.infer<typeof secrets>

/** Returns the secrets of a new profile: the key of its store, and the key that signs its audit. */
export const firstSecrets = (key: StoreKey): ProfileSecrets => ({
  format: 1,
  storeKey: Buffer.from(key).toString('base64'),
  credentials: {},
  certificate: null,
  previousCertificate: null,
  listener: noListener,
  auditKey: newAuditKey(),
})

/** Returns the key of the store. */
export const storeKeyIn = ({ storeKey }: ProfileSecrets): StoreKey =>
  new Uint8Array(Buffer.from(storeKey, 'base64'))

/** Returns the text to store in the keychain; throws for invalid secrets. */
export const writeSecrets = (given: ProfileSecrets): string => JSON.stringify(secrets.parse(given))
/** Reads the keychain's text; undefined for a text in another format. */
export function readSecrets(text: string): ProfileSecrets | undefined {
  try {
    return secrets.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

/** Returns the credential's value, where it is stored. */
export const credentialIn = (
  { credentials }: ProfileSecrets,
  name: CredentialName,
): string | undefined => credentials[name]?.value

/** Returns what is stored for this proxy; undefined for another proxy or none. */
export const proxySecretIn = (
  { proxy }: ProfileSecrets,
  address: ProxyAddress | null,
): ProfileSecrets['proxy'] =>
  address && proxy?.authority === authorityOf(address) ? proxy : undefined

/** Returns the proxy with what is stored for it. */
export const proxyAccessIn = (
  secrets: ProfileSecrets,
  address: ProxyAddress | null,
): ProxyAccess | null =>
  address && { ...address, credentials: proxySecretIn(secrets, address)?.credentials }

/**
 * Identifies a consumer key for the rate budget without holding it. The bank counts calls by this
 * key, whatever address is used, so profiles with the same key share one budget.
 */
export const budgetKeyOf = (consumerKey: string): string =>
  `bank-${createHash('sha256').update(consumerKey).digest('hex').slice(0, 32)}`

/**
 * Returns the keychain entry of a profile's secrets. Each environment has its own service name
 * (Promise P7). Names contain no slash, because Windows joins the two with one.
 */
export const profileVault = (
  keychain: Keychain,
  { id, environment }: Pick<RealCard, 'id' | 'environment'>,
  markerFile: string,
  clock: Clock,
): Vault =>
  createVault({
    keychain,
    service: `Countersign ${environment}`,
    account: id,
    markerFile,
    chunkBytes: chunkBytesFor(process.platform),
    clock,
  })
