/**
 * Reads a certificate completely in one step, so every malformed part is found here and nowhere
 * later.
 */
import { X509Certificate, type KeyObject } from 'node:crypto'
import { bitsOf, countOf, hasContextTag, isTrue, octetStringOf, oidOf, partsOf } from './der.ts'
import { readDer, type Der } from './der.ts'
import { validityOf, nameInOneLine } from '../certificate-fields.ts'

/** Where a certificate came from. */
export type Origin = 'files' | 'known-roots'

/** The limits set by the extensions; undefined where the certificate sets none. */
export interface Rules {
  readonly authority: { readonly pathLength: number | undefined } | undefined
  readonly keyUsage: readonly string[] | undefined
  /** Object identifiers. */
  readonly extendedKeyUsage: readonly string[] | undefined
  /** A version 1 certificate, which has no extensions. */
  readonly isFirstVersion: boolean
}

export interface Certificate {
  readonly x509: X509Certificate
  readonly from: Origin
  /** RFC 4514, on one line. */
  readonly subject: string
  readonly issuer: string
  /** Hex in pairs with colons. */
  readonly sha256: string
  readonly validFrom: Date
  readonly validTo: Date
  /** Undefined for a key type that this machine's TLS library cannot read. */
  readonly publicKey: KeyObject | undefined
  readonly selfSigned: boolean
  readonly rules: Rules
}

/**
 * Reads a certificate in DER. Undefined when the bytes are no certificate, or a part this program
 * uses is malformed.
 */
export function readCertificate(bytes: Buffer, from: Origin = 'files'): Certificate | undefined {
  try {
    const x509 = new X509Certificate(bytes)
    const publicKey = publicKeyOf(x509)
    const der = readDer(x509.raw)
    const validity = validityOf(der)
    if (!validity) return undefined
    const certificate = {
      x509,
      from,
      subject: nameInOneLine(x509.subject),
      issuer: nameInOneLine(x509.issuer),
      sha256: x509.fingerprint256,
      validFrom: validity.from,
      validTo: validity.to,
      publicKey,
      selfSigned: x509.subject === x509.issuer && publicKey !== undefined && x509.verify(publicKey),
    }
    return { ...certificate, rules: rulesOf(der) }
  } catch {
    return undefined
  }
}

function publicKeyOf(x509: X509Certificate): KeyObject | undefined {
  try {
    return x509.publicKey
  } catch {
    return undefined
  }
}

const keyUsageNames = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
]

/** The extensions' values by their identifier (RFC 5280, 4.2). */
function extensionsOf(certificate: Der | undefined): Map<string, Der | undefined> {
  const toBeSigned = partsOf(partsOf(certificate)[0])
  const wrapper = toBeSigned.find((part) => hasContextTag(part, 3))
  return new Map(
    partsOf(partsOf(wrapper)[0]).map((extension) => {
      const parts = partsOf(extension)
      const value = octetStringOf(parts.at(-1))
      return [oidOf(parts[0]) ?? '', value && readDer(value)] as const
    }),
  )
}

/** The version field counts from zero and is absent for version 1 (RFC 5280, 4.1.2.1). */
function versionOf(certificate: Der | undefined): number {
  const [first] = partsOf(partsOf(certificate)[0])
  return first && hasContextTag(first, 0) ? (countOf(partsOf(first)[0]) ?? 0) + 1 : 1
}

function rulesOf(certificate: Der | undefined): Rules {
  const extensions = extensionsOf(certificate)
  const [isAuthority, pathLength] = partsOf(extensions.get('2.5.29.19'))
  const purposes = extensions.get('2.5.29.37')
  return {
    authority: isTrue(isAuthority) ? { pathLength: countOf(pathLength) } : undefined,
    keyUsage: bitsOf(extensions.get('2.5.29.15'), keyUsageNames),
    extendedKeyUsage: purposes && partsOf(purposes).map((part) => oidOf(part) ?? 'unknown'),
    isFirstVersion: versionOf(certificate) === 1,
  }
}
