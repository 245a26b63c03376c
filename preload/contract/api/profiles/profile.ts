/**
 * A profile: who this workstation is at one bank and in which environment. What is secret (keys,
 * credentials, certificates) stays in main and the OS keychain; the window learns only that it is there.
 */
import { heldCertificate, inspectedCertificate } from '../certificates/certificate-inspection.ts'
import { pendingRequest } from '../certificates/certificate-request.ts'
import { certificateTicks } from '../certificates/steps.ts'
import { environment, realEnvironment } from '../../domain/environment.ts'
import { ownAccount, profileDetails } from './profile-details.ts'
import { z } from '../../kernel/zod.ts'

/** What a person may call a profile. */
export const profileName = z
  .string()
  .trim()
  .min(1, { error: 'A name of 1 to 60 characters' })
  .max(60, { error: 'A name of 1 to 60 characters' })

/** The four credentials that onboarding issues (`1-platform.md`, Authentication 4). They go in once and never come back. */
export const credentialNames = [
  'consumerKey',
  'consumerSecret',
  'clientId',
  'clientSecret',
] as const
export type CredentialName = (typeof credentialNames)[number]

/** Printable text without spaces: what a header and a form can carry. */
const credential = z
  .string()
  .trim()
  .min(1, { error: 'It is empty' })
  .max(500, { error: 'At most 500 characters' })
  .regex(/^[\x21-\x7e]+$/, { error: 'Letters, digits and signs without spaces' })

/** What is typed; a credential that is left out stays as it is. */
export const credentialsInput = z
  .strictObject({
    consumerKey: credential.optional(),
    consumerSecret: credential.optional(),
    clientId: credential.optional(),
    clientSecret: credential.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    error: 'Nothing was entered',
  })
export type CredentialsInput = z.infer<typeof credentialsInput>

/** The open profile, as the Connection screen shows it. */
export const openProfile = z.object({
  details: profileDetails,
  accounts: z.array(ownAccount),
  /** When each credential was stored; null: not yet. */
  credentials: z.record(z.enum(credentialNames), z.iso.datetime().nullable()),
  certificate: heldCertificate.nullable(),
  /** The one before, kept until a health check on the new succeeded. */
  previousCertificate: heldCertificate.nullable(),
  /** A request that was made here and is not answered yet. */
  pendingRequest: pendingRequest.nullable(),
  /** What a person said was done of the steps with the authority and the bank. */
  certificateTicks,
  /** A CA that is trusted in place of the known roots. */
  privateCa: inspectedCertificate.nullable(),
  /** When a recovery file was last written; null: never. */
  recoveryFileAt: z.iso.datetime().nullable(),
  /** What a call still needs, in the words of the screen. */
  missing: z.array(z.string()),
})
export type OpenProfile = z.infer<typeof openProfile>

/** A profile as the list shows it: what is known without opening it. */
export const profileCard = z.object({
  id: z.string(),
  name: z.string(),
  environment,
  createdAt: z.iso.datetime().nullable(),
  /** Retired: its store can be read, its bank is not called. */
  retiredAt: z.iso.datetime().nullable(),
})
export type ProfileCard = z.infer<typeof profileCard>

/** All profiles, which one is shown, and what became of the last try to show another. */
export const profilesState = z.object({
  cards: z.array(profileCard),
  /** The one in the window. */
  shownId: z.string(),
  /** The one that is being opened; null: none. */
  openingId: z.string().nullable(),
})
export type ProfilesState = z.infer<typeof profilesState>

/** What a new profile takes over. */
export const profileOrigin = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('nothing') }),
  /** The shown profile's details and accounts; none of its secrets. */
  z.object({ kind: z.literal('copy') }),
  z.object({ kind: z.literal('file'), draftId: z.string() }),
])

export const newProfile = z.object({
  name: profileName,
  environment: realEnvironment,
  from: profileOrigin,
  /** The typed word where the environment is production; null otherwise. */
  confirmation: z.string().max(40).nullable(),
})
export type NewProfile = z.infer<typeof newProfile>

/** What a profile file was found to hold, before a profile is made of it. */
export const profileFileDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  name: z.string(),
  environment: realEnvironment,
  details: profileDetails,
  accounts: z.int(),
  /** Whether the accounts' numbers were left out when it was written. */
  accountsMasked: z.boolean(),
})
export type ProfileFileDraft = z.infer<typeof profileFileDraft>

/** A recovery file that was chosen: what its plain head says. */
export const recoveryDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  profileName: z.string(),
  environment: realEnvironment,
  writtenAt: z.iso.datetime(),
  /** The hint that the operator wrote; empty: none. */
  hint: z.string(),
  /** Whether it is this profile's. */
  belongs: z.boolean(),
})
export type RecoveryDraft = z.infer<typeof recoveryDraft>

/** The passphrase of a recovery file. */
export const passphrase = z
  .string()
  .min(12, { error: 'At least 12 characters' })
  .max(200, { error: 'At most 200 characters' })

/** A file that main wrote where the operator chose; null: the operator chose none. */
export const writtenFile = z.object({ file: z.string() }).nullable()
