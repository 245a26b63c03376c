/**
 * Result of inspecting an imported certificate before it is installed (bank document 1,
 * Authentication 2; bank note 12). The bytes and the key stay in main; the window gets only the
 * draft id and this result.
 */
import { z } from '../../kernel/zod.ts'

/**
 * All reasons that block the installation of a certificate. A closed union; each has one sentence
 * in the window.
 */
export const certificateProblems = [
  /** Neither PEM, DER nor PKCS#12, or a file without a certificate or key. */
  'not-a-certificate',
  'leaf-missing',
  'intermediate-missing',
  'root-missing',
  'self-signed',
  'expired',
  'not-yet-valid',
  /** A leaf without client authentication, or an issuer that may not issue. */
  'wrong-use',
  /** Listener only: a leaf without server authentication. */
  'not-for-servers',
  'key-missing',
  /** The key belongs to another certificate. */
  'key-of-another',
  /** The certificate has another key than the pending request. */
  'key-not-requested',
  'password-needed',
  'wrong-password',
  'unsupported-encryption',
  /** JKS or JCEKS, which only Java can read. */
  'java-keystore',
  /** The same, for a CA file. */
  'ca-in-keystore',
  /** CA file only: no certificate in the file, or only a part of the file is readable. */
  'not-a-ca',
  'key-too-small',
  /** Neither RSA, nor on a curve that Electron's BoringSSL knows for TLS, nor Ed25519. */
  'unsupported-key',
  /** More than one leaf, and no key to select one. */
  'several-leaves',
  'too-large',
  /** Key derivation with more rounds than the limit for one file, or parsing that timed out. */
  'too-slow',
] as const
export const certificateProblem = z.enum(certificateProblems)
export type CertificateProblem = z.infer<typeof certificateProblem>

/** `client` signs in to the bank; `listener` receives the bank's alerts. */
export const certificatePurposes = ['client', 'listener'] as const
export type CertificatePurpose = (typeof certificatePurposes)[number]

export const certificateRoles = ['leaf', 'intermediate', 'root'] as const

/** One certificate in readable form. */
export const inspectedCertificate = z.object({
  role: z.enum(certificateRoles),
  /** One line in RFC 4514 form, attributes in the order of the certificate: `CN=…, O=…`. */
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
  /** Source: the chosen files, or Node's bundled list of root certificates. */
  from: z.enum(['files', 'known-roots']),
})
export type InspectedCertificate = z.infer<typeof inspectedCertificate>

/** One problem, with the certificate or file that has it. */
export const certificateFinding = z.object({
  problem: certificateProblem,
  /** The subject or file with the problem; null if the problem concerns the whole draft. */
  about: z.string().nullable(),
  /** When the pending request, which this certificate does not answer, was created. */
  requestedAt: z.iso.datetime().optional(),
})
export type CertificateFinding = z.infer<typeof certificateFinding>

export const certificateInspection = z.object({
  draftId: z.string(),
  /** File names without folders. */
  files: z.array(z.string()),
  /** Leaf first, up to the last issuer found. */
  chain: z.array(inspectedCertificate),
  /** Certificates in the files that are not in the chain of this leaf. */
  leftOut: z.array(inspectedCertificate),
  key: z.discriminatedUnion('state', [
    z.object({ state: z.literal('absent') }),
    /** Encrypted, and not yet unlocked. */
    z.object({ state: z.literal('locked') }),
    z.object({ state: z.literal('read'), keyKind: z.string(), matchesLeaf: z.boolean() }),
    /**
     * The key of a request created here: the keychain holds it, and the leaf answers the request.
     */
    z.object({
      state: z.literal('requested'),
      keyKind: z.string(),
      requestedAt: z.iso.datetime(),
    }),
  ]),
  /** Source of the root; null while there is none. */
  rootFrom: z.enum(['files', 'known-roots']).nullable(),
  findings: z.array(certificateFinding),
  /** True if no finding blocks the installation. */
  ready: z.boolean(),
})
export type CertificateInspection = z.infer<typeof certificateInspection>

/** A certificate installed in a profile. */
export const installedCertificate = z.object({
  chain: z.array(inspectedCertificate),
  takenAt: z.iso.datetime(),
  /** When a health check first succeeded with this certificate; null if none has yet. */
  provenAt: z.iso.datetime().nullable(),
  /**
   * When the request for this certificate was created here; null if the key was created elsewhere.
   */
  requestedAt: z.iso.datetime().nullable(),
})
export type InstalledCertificate = z.infer<typeof installedCertificate>

/**
 * A private CA before it is trusted. A person compares its fingerprint with the one from the bank.
 */
export const privateCaDraft = z.object({
  draftId: z.string(),
  file: z.string(),
  certificate: inspectedCertificate.nullable(),
  findings: z.array(certificateFinding),
})
export type PrivateCaDraft = z.infer<typeof privateCaDraft>
