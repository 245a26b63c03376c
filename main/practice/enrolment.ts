import { z } from '../../preload/contract/kernel/zod.ts'
import type { PracticePki } from './practice-pki.ts'
import { randomSecret } from './secrets.ts'

/**
 * The data that the practice bank gives its one client at onboarding (bank document 1,
 * Authentication). The two key pairs must never be mixed up: the consumer pair goes into the Basic
 * header, the client pair into the form (bank note 1).
 */
export const enrolment = z.object({
  baseUrl: z.url(),
  /** The root of the bank's own certificate, PEM. */
  ca: z.string(),
  /** Leaf, intermediate and root, PEM, in this order. */
  certificateChain: z.string(),
  /** PKCS#8, PEM. */
  privateKey: z.string(),
  consumerKey: z.string(),
  consumerSecret: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  /** Sent to account validation as `secondaryId`, in version 2 `secondaryID` (bank note 24). */
  secondaryId: z.string(),
  additionalId: z.string(),
  /** 32 characters; for wire and RTP calls only (bank note 11). */
  partnerClientId: z.string().length(32),
  /** The agreed limit over all APIs; 5 by default (bank document 1, Limits). */
  callsPerSecond: z.int().min(1).max(100).default(5),
  /** The proxy in front of the bank, where there is one. */
  proxy: z
    .object({
      host: z.string(),
      port: z.int(),
      credentials: z.object({ userName: z.string(), password: z.string() }),
    })
    .optional(),
})
export type Enrolment = z.infer<typeof enrolment>

/** The issued data other than the certificate. */
export const issued = enrolment.omit({
  baseUrl: true,
  ca: true,
  certificateChain: true,
  privateKey: true,
  proxy: true,
})
export type Issued = z.infer<typeof issued>

/** The client addresses registered with the practice bank (bank note 8). */
export const registeredAddresses = ['127.0.0.1']

/** Creates new secrets; ids stay recognizable. */
export const issue = (callsPerSecond = 5): Issued => ({
  consumerKey: randomSecret(24),
  consumerSecret: randomSecret(12),
  clientId: randomSecret(18),
  clientSecret: randomSecret(24),
  secondaryId: '5550142',
  additionalId: '0017',
  partnerClientId: randomSecret(24),
  callsPerSecond,
})

/** Enrols the practice workstation. */
export const enrol = (baseUrl: string, pki: PracticePki, given = issue()): Enrolment => ({
  baseUrl,
  ca: pki.root,
  certificateChain: pki.client.chain,
  privateKey: pki.client.privateKey,
  ...given,
})

/** The primary client id that the bank looks up and returns. */
export const primaryId = '900123'
