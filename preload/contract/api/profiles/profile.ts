/**
 * A profile: the identity of this workstation at one bank, in one environment. Secrets (keys,
 * credentials, certificates) stay in main and the OS keychain; the window learns only that they
 * exist.
 */
import {
  installedCertificate,
  inspectedCertificate,
} from '../certificates/certificate-inspection.ts'
import { pendingRequest } from '../certificates/certificate-request.ts'
import { certificateTicks } from '../certificates/steps.ts'
import { environment, realEnvironment } from '../../domain/environment.ts'
import { ownAccount, profileDetails } from './profile-details.ts'
import { z } from '../../kernel/zod.ts'

/** Profile name given by a person. */
export const profileName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })

/**
 * The four credentials issued at onboarding (bank document 1, Authentication 4). Accepted once and
 * never returned.
 */
export const credentialNames = [
  'consumerKey',
  'consumerSecret',
  'clientId',
  'clientSecret',
] as const
export type CredentialName = (typeof credentialNames)[number]
export const credentialLabels: Readonly<Record<CredentialName, string>> = {
  consumerKey: 'Consumer key',
  consumerSecret: 'Consumer secret',
  clientId: 'Client id',
  clientSecret: 'Client secret',
}

/** The identifiers that the bank issues beside the credentials; not secret. */
export const identifierLabels = {
  partnerClientId: 'Partner client id',
  secondaryId: 'Secondary id',
  additionalId: 'Additional id',
} as const

/** Printable text without spaces, valid in a header and in a form. */
const credential = z
  .string()
  .trim()
  .min(1, { error: 'Required' })
  .max(500, { error: 'At most 500 characters' })
  .regex(/^[\x21-\x7e]+$/, { error: 'Letters, digits and signs without spaces' })

/** Typed credentials; an omitted one stays unchanged. */
export const credentialsInput = z
  .strictObject({
    consumerKey: credential.optional(),
    consumerSecret: credential.optional(),
    clientId: credential.optional(),
    clientSecret: credential.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: 'Required',
  })
export type CredentialsInput = z.infer<typeof credentialsInput>

/** Basic authentication at the proxy; a colon would end the user name (RFC 7617, section 2). */
export const proxyCredentials = z.strictObject({
  userName: z
    .string()
    .trim()
    .min(1, { error: 'Required' })
    .max(200, { error: 'At most 200 characters' })
    .regex(/^[^:\p{Cc}]+$/u, { error: 'Without a colon' }),
  password: z
    .string()
    .min(1, { error: 'Required' })
    .max(500, { error: 'At most 500 characters' })
    .regex(/^\P{Cc}+$/u, { error: 'Without control characters' }),
})
export type ProxyCredentials = z.infer<typeof proxyCredentials>

export const openProfile = z.object({
  details: profileDetails,
  accounts: z.array(ownAccount),
  /** When each credential was stored; null if not yet. */
  credentials: z.record(z.enum(credentialNames), z.iso.datetime().nullable()),
  /** When user name and password for the present proxy were stored; null if not. */
  proxyCredentialsAt: z.iso.datetime().nullable(),
  certificate: installedCertificate.nullable(),
  /** The previous certificate, stored until a health check with the new one succeeds. */
  previousCertificate: installedCertificate.nullable(),
  /** A request created here that has no certificate yet. */
  pendingRequest: pendingRequest.nullable(),
  /** Dates of the steps with the authority and the bank, as recorded by an operator. */
  certificateTicks,
  /** A CA that is trusted instead of the known roots. */
  privateCa: inspectedCertificate.nullable(),
  /** When a recovery file was last written; null if never. */
  recoveryFileAt: z.iso.datetime().nullable(),
  /** Missing settings that a call needs, in the terms of the screen. */
  missing: z.array(z.string()),
})
export type OpenProfile = z.infer<typeof openProfile>

/** A profile in the list, with the data known without opening it. */
export const profileCard = z.object({
  id: z.string(),
  name: z.string(),
  environment,
  createdAt: z.iso.datetime().nullable(),
  /** When it was retired: its store stays readable, and its bank is not called. */
  retiredAt: z.iso.datetime().nullable(),
})
export type ProfileCard = z.infer<typeof profileCard>

/** All profiles, the shown one, and the result of the last attempt to show another. */
export const profilesState = z.object({
  cards: z.array(profileCard),
  shownId: z.string(),
  /** The profile being opened; null if none. */
  openingId: z.string().nullable(),
})
export type ProfilesState = z.infer<typeof profilesState>

/** Source of a new profile's data. */
export const profileOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  /** Details and accounts of the shown profile; none of its secrets. */
  z.object({ kind: z.literal('copy') }),
  z.object({ kind: z.literal('file'), draftId: z.string() }),
])

export const newProfile = z.object({
  name: profileName,
  environment: realEnvironment,
  from: profileOrigin,
  /** The typed confirmation for production; null otherwise. */
  confirmation: z.string().max(40).nullable(),
})
export type NewProfile = z.infer<typeof newProfile>

/** Content of a profile file, before a profile is created from it. */
export const profileFileDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  name: z.string(),
  environment: realEnvironment,
  details: profileDetails,
  accounts: z.int(),
  /** True if account numbers were left out of the file. */
  accountsMasked: z.boolean(),
})
export type ProfileFileDraft = z.infer<typeof profileFileDraft>

/** A chosen recovery file with the data of its unencrypted header. */
export const recoveryDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  profileName: z.string(),
  environment: realEnvironment,
  writtenAt: z.iso.datetime(),
  /** The hint that the operator wrote; empty if none. */
  hint: z.string(),
  /** True if the file belongs to this profile. */
  belongs: z.boolean(),
})
export type RecoveryDraft = z.infer<typeof recoveryDraft>

export const passphrase = z
  .string()
  .min(12, { error: 'At least 12 characters' })
  .max(200, { error: 'At most 200 characters' })

/** A file that main wrote where the operator chose; null if none was chosen. */
export const writtenFile = z.object({ file: z.string() }).nullable()
