/**
 * What an imported certificate is found to be, before it is taken (`1-platform.md`, Authentication 2;
 * trap 12). The bytes and the key stay in main; the window holds a draft's id and this.
 */
import { z } from '../../kernel/zod.ts'

/** Everything that keeps a certificate from being taken. A closed union; each has one plain sentence. */
export const certificateProblems = [
  /** Neither PEM nor DER nor PKCS#12, or nothing in it that is a certificate or key. */
  'not-a-certificate',
  'leaf-missing',
  'intermediate-missing',
  'root-missing',
  'self-signed',
  'expired',
  'not-yet-valid',
  /** A leaf that may not sign in to a server, or an issuer that may not issue. */
  'wrong-use',
  /** The same of a certificate for the listener: a leaf that may not stand for a server. */
  'not-for-servers',
  'key-missing',
  /** The key belongs to another certificate. */
  'key-of-another',
  /** It is for another key than the one of the request that waits here. */
  'key-not-requested',
  'password-needed',
  'wrong-password',
  'unsupported-encryption',
  /** JKS or JCEKS, which only Java reads. */
  'java-keystore',
  /** The same where a CA is looked for. */
  'ca-in-keystore',
  /** Where a CA is looked for: nothing in the file is a certificate, or only a part of it can be read. */
  'not-a-ca',
  'key-too-small',
  /** More than one leaf, and no key says which is meant. */
  'several-leaves',
  'too-large',
  /** An encryption of more rounds than are computed for one file, or a reading that did not end in time. */
  'too-slow',
] as const
export const certificateProblem = z.enum(certificateProblems)
export type CertificateProblem = z.infer<typeof certificateProblem>

/** What a certificate is chosen for: to sign in to the bank, or to receive its alerts. */
export const certificatePurposes = ['client', 'listener'] as const
export type CertificatePurpose = (typeof certificatePurposes)[number]

export const certificateRoles = ['leaf', 'intermediate', 'root'] as const

/** One certificate as a person checks it. */
export const inspectedCertificate = z.object({
  role: z.enum(certificateRoles),
  /** RFC 4514 order as the certificate has it, one line: `CN=…, O=…`. */
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  validFrom: z.iso.datetime(),
  validTo: z.iso.datetime(),
  /** `RSA 2048`, `EC P-256`, `Ed25519`. */
  keyKind: z.string(),
  /** Names where known, else OIDs: `clientAuth`, `digitalSignature`, `keyCertSign`. */
  uses: z.array(z.string()),
  /** SHA-256 of the DER, hex in pairs with colons. */
  sha256: z.string(),
  /** Where it came from: the chosen files, or the list of roots that Node carries. */
  from: z.enum(['files', 'known-roots']),
})
export type InspectedCertificate = z.infer<typeof inspectedCertificate>

/** What stands in the way, and of which certificate or file. */
export const certificateFinding = z.object({
  problem: certificateProblem,
  /** The subject or file it is about; null when it is about the whole. */
  about: z.string().nullable(),
  /** When the request was made that it does not answer. */
  requestedAt: z.iso.datetime().optional(),
})
export type CertificateFinding = z.infer<typeof certificateFinding>

/** The whole finding on a draft. */
export const certificateInspection = z.object({
  draftId: z.string(),
  /** The names of the chosen files, without their folders. */
  files: z.array(z.string()),
  /** Leaf first, as far as it could be built. */
  chain: z.array(inspectedCertificate),
  /** Certificates in the files that belong to no chain of this leaf; they are left out. */
  leftOut: z.array(inspectedCertificate),
  key: z.discriminatedUnion('state', [
    z.object({ state: z.literal('absent') }),
    /** Encrypted, and no right password yet. */
    z.object({ state: z.literal('locked') }),
    z.object({ state: z.literal('read'), keyKind: z.string(), matchesLeaf: z.boolean() }),
    /** The key of the request that was made here: it is in the keychain, and the leaf answers the request. */
    z.object({
      state: z.literal('requested'),
      keyKind: z.string(),
      requestedAt: z.iso.datetime(),
    }),
  ]),
  /** How the root came to be known; null while there is none. */
  rootFrom: z.enum(['files', 'known-roots']).nullable(),
  findings: z.array(certificateFinding),
  /** Whether it may be taken: no finding is left. */
  ready: z.boolean(),
})
export type CertificateInspection = z.infer<typeof certificateInspection>

/** A certificate that a profile holds. */
export const heldCertificate = z.object({
  chain: z.array(inspectedCertificate),
  takenAt: z.iso.datetime(),
  /** When a health check first succeeded with it; null: not yet. */
  provenAt: z.iso.datetime().nullable(),
  /** When the request was made here that it answers; null: its key was made elsewhere. */
  requestedAt: z.iso.datetime().nullable(),
})
export type HeldCertificate = z.infer<typeof heldCertificate>

/** A private CA before it is trusted: a person compares its fingerprint with the bank's. */
export const privateCaDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  certificate: inspectedCertificate.nullable(),
  findings: z.array(certificateFinding),
})
export type PrivateCaDraft = z.infer<typeof privateCaDraft>
