import { z } from '../../preload/contract/kernel/zod.ts'
import type { PracticePki } from './practice-pki.ts'
import { randomSecret } from './secrets.ts'

/**
 * What the practice bank gives its one client at onboarding (`1-platform.md`, Authentication). The two
 * key sets are never to be mixed up: the consumer pair goes into the Basic header, the client pair into
 * the form (trap 1).
 */
export const enrolment = z.object({
  baseUrl: z.url(),
  /** The root that the bank's own certificate ends in, PEM. */
  ca: z.string(),
  /** Leaf, intermediate and root, PEM, in this order. */
  certificateChain: z.string(),
  /** PKCS#8, PEM. */
  privateKey: z.string(),
  consumerKey: z.string(),
  consumerSecret: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  /** Given by account validation as `secondaryId`, in version 2 `secondaryID` (trap 24). */
  secondaryId: z.string(),
  additionalId: z.string(),
  /** 32 characters; for wire and RTP calls only (trap 11). */
  partnerClientId: z.string().length(32),
  /** What was agreed over all APIs; 5 where nothing else was (`1-platform.md`, Limits). */
  callsPerSecond: z.int().min(1).max(100).default(5),
})
export type Enrolment = z.infer<typeof enrolment>

/** What is issued beside the certificate. */
export const issued = enrolment.omit({
  baseUrl: true,
  ca: true,
  certificateChain: true,
  privateKey: true,
})
export type Issued = z.infer<typeof issued>

/** The addresses of the client that are registered with the practice bank (trap 8). */
export const registeredAddresses = ['127.0.0.1']

/** Fresh secrets, and ids that stay recognisable. */
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

/** The primary client id that the bank itself looks up and answers with. */
export const primaryId = '900123'
