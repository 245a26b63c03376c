/** Reads unencrypted private keys and names their kind. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { hasContextTag, octetStringOf, oidOf, partsOf, readDer } from './der.ts'

/**
 * Reads a key in DER as PKCS#8, PKCS#1 or SEC 1; undefined when the bytes are no key, or a damaged
 * one.
 */
export function readPrivateKey(der: Buffer): KeyObject | undefined {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      const key = createPrivateKey({ key: der, format: 'der', type })
      return isWhole(key) ? key : undefined
    } catch {
      // Not of this type.
    }
  }
  return undefined
}

/**
 * A key contains its public half, and only that half is compared with a certificate. A key with a
 * damaged secret half would pass and fail in the handshake, so the key must sign a probe once.
 */
function isWhole(key: KeyObject): boolean {
  const probe = Buffer.from('probe')
  const digest = key.asymmetricKeyType?.startsWith('ed') === true ? null : 'sha256'
  return verify(digest, probe, createPublicKey(key), sign(digest, probe, key))
}

/** Returns the key as unencrypted PKCS#8 in PEM, the only form given to Electron's BoringSSL. */
export const plainKeyPem = (key: KeyObject): string =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()

const curveNames: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/** Returns the key's kind for the screen: `RSA 2048`, `EC P-256`, `Ed25519`. */
export function keyKindOf(key: KeyObject): string {
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  switch (key.asymmetricKeyType) {
    case 'rsa':
      return `RSA ${modulusLength}`
    case 'rsa-pss':
      return `RSA-PSS ${modulusLength}`
    case 'dsa':
      return `DSA ${modulusLength}`
    case 'ec':
      return `EC ${curveNames[namedCurve] ?? namedCurve}`
    case 'ed25519':
      return 'Ed25519'
    case 'ed448':
      return 'Ed448'
    default:
      return key.asymmetricKeyType ?? 'unknown'
  }
}

/** Returns whether a key is strong enough: RSA of 2048 bits or more, curves of 256 or more. */
export function isStrongEnough(key: KeyObject): boolean {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {}
  if (modulusLength !== undefined) return modulusLength >= 2048
  // Curves have their size in their name: secp224r1, brainpoolP256r1.
  const size = namedCurve === undefined ? undefined : /\d{3}/.exec(namedCurve)?.[0]
  return size === undefined || Number(size) >= 256
}

/**
 * Returns whether OpenSSL and BoringSSL can both use this key for client TLS: RSA, the three NIST
 * curves and Ed25519. BoringSSL supports neither RSA-PSS keys nor other curves.
 */
export function isForSigningIn(key: KeyObject): boolean {
  if (key.asymmetricKeyType === 'ec')
    return Object.hasOwn(curveNames, key.asymmetricKeyDetails?.namedCurve ?? '')
  return key.asymmetricKeyType === 'rsa' || key.asymmetricKeyType === 'ed25519'
}

const rsa = '1.2.840.113549.1.1.1'
const ed25519 = '1.3.101.112'
const ecPublicKey = '1.2.840.10045.2.1'
/** P-256, P-384 and P-521. */
const curves = ['1.2.840.10045.3.1.7', '1.3.132.0.34', '1.3.132.0.35']

/**
 * Returns whether bytes that could not be read are a key of a kind that is not for signing in, as
 * PKCS#8 (RFC 5958, 2) or SEC 1 (RFC 5915, 3). OpenSSL reads many such keys, BoringSSL few.
 */
export function isUnsupportedKey(bytes: Buffer): boolean {
  const [, second, third] = partsOf(readDer(bytes))
  const [algorithm, parameters] = partsOf(second)
  const kind = oidOf(algorithm)
  if (kind !== undefined && octetStringOf(third) !== undefined)
    return kind === ecPublicKey
      ? !curves.includes(oidOf(parameters) ?? '')
      : kind !== rsa && kind !== ed25519
  const isSec1 = octetStringOf(second) !== undefined && third !== undefined
  return isSec1 && hasContextTag(third, 0) && !curves.includes(oidOf(partsOf(third)[0]) ?? '')
}

/**
 * Identifies a key by its public half: SHA-256 over SubjectPublicKeyInfo in DER (RFC 5280, 4.1),
 * hex in pairs with colons. A private key, its request and its certificate have the same digest.
 */
export function publicKeyDigest(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key
  const digest = createHash('sha256').update(half.export({ type: 'spki', format: 'der' }))
  return (digest.digest('hex').toUpperCase().match(/../g) ?? []).join(':')
}
