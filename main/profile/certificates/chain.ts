/**
 * Finds the leaf among certificates in any order and builds the chain from the leaf to its root.
 */
import type { KeyObject } from 'node:crypto'
import type { Certificate } from './certificate.ts'

/**
 * Returns whether `issuer` signed `certificate`: by name, by key identifier and by the signature
 * itself.
 */
export function issued(issuer: Certificate, certificate: Certificate): boolean {
  const { publicKey } = issuer
  if (publicKey === undefined || issuer.subject !== certificate.issuer) return false
  return isNamedIssuer(issuer, certificate) && verifies(certificate, publicKey)
}

/**
 * `checkIssued` also checks that the issuer is allowed to issue. An issuer without that right must
 * still count here, or the chain would report it missing although it is in the files.
 */
function isNamedIssuer(issuer: Certificate, certificate: Certificate): boolean {
  const { authority, keyUsage } = issuer.rules
  const mayIssue = authority !== undefined && keyUsage?.includes('keyCertSign') !== false
  return !mayIssue || certificate.x509.checkIssued(issuer.x509)
}

function verifies(certificate: Certificate, key: KeyObject): boolean {
  try {
    return certificate.x509.verify(key)
  } catch {
    return false
  }
}

/** Returns whether the private key belongs to the certificate. */
export function keyFits(key: KeyObject, certificate: Certificate): boolean {
  try {
    return certificate.x509.checkPrivateKey(key)
  } catch {
    return false
  }
}

/** The start of a chain. Without a leaf, the lowest authority, if there is one. */
export type Beginning =
  | { readonly kind: 'leaf'; readonly certificate: Certificate }
  | { readonly kind: 'no-leaf'; readonly certificate: Certificate | undefined }
  /** `keyFits`: whether a key belongs to one of them. */
  | { readonly kind: 'several'; readonly keyFits: boolean }

/**
 * The leaf is the certificate that is no authority and issued none of the others. Among several,
 * the one whose key is present. An authority counts as the leaf only when its key is present and
 * there is no other certificate.
 */
export function findBeginning(
  certificates: readonly Certificate[],
  keys: readonly KeyObject[],
  now: Date,
): Beginning {
  const fits = (certificate: Certificate) => keys.some((key) => keyFits(key, certificate))
  const lowest = certificates.filter((one) => !hasIssued(one, certificates))
  const leaves = lowest.filter(({ rules }) => rules.authority === undefined)
  const fitting = leaves.filter(fits)
  if (fitting.length > 1) return renewedOf(fitting, now)
  const [leaf] = fitting.length === 1 ? fitting : leaves
  if (fitting.length === 0 && leaves.length > 1) return { kind: 'several', keyFits: false }
  if (leaf) return { kind: 'leaf', certificate: leaf }
  const authority = certificates.find(fits)
  if (authority) return { kind: 'leaf', certificate: authority }
  return { kind: 'no-leaf', certificate: lowest[0] ?? certificates[0] }
}

const hasIssued = (one: Certificate, all: readonly Certificate[]): boolean =>
  all.some((other) => other !== one && issued(one, other))

/**
 * Certificates with the same key and name are renewals of each other. Returns the valid one that
 * expires last.
 */
function renewedOf(leaves: readonly Certificate[], now: Date): Beginning {
  const [newest] = leaves.toSorted(
    (a, b) =>
      Number(isValidAt(b, now)) - Number(isValidAt(a, now)) ||
      b.validTo.getTime() - a.validTo.getTime(),
  )
  return newest && leaves.every((one) => isOfSameHolder(one, newest))
    ? { kind: 'leaf', certificate: newest }
    : { kind: 'several', keyFits: true }
}

const isOfSameHolder = (one: Certificate, other: Certificate): boolean =>
  one.subject === other.subject &&
  other.publicKey !== undefined &&
  one.publicKey?.equals(other.publicKey) === true

/** Returns whether a chain ends in a self-signed root. */
export const endsInRoot = (chain: readonly Certificate[]): boolean =>
  chain.at(-1)?.selfSigned === true

/**
 * Follows issuers up to a self-signed root. Where several issuers fit (cross-signed or renewed
 * authorities), those valid at `now` come first, then roots, then certificates from the files. A
 * path without a root is dropped for one that reaches a root. Visits each certificate once.
 */
export function climb(
  start: Certificate,
  pool: readonly Certificate[],
  now: Date,
): readonly Certificate[] {
  const visited = new Set([start])
  const from = (chain: readonly Certificate[], top: Certificate): readonly Certificate[] => {
    if (top.selfSigned) return chain
    let longest = chain
    for (const issuer of issuersOf(top, pool, now)) {
      if (visited.has(issuer)) continue
      visited.add(issuer)
      const climbed = from([...chain, issuer], issuer)
      if (endsInRoot(climbed)) return climbed
      if (climbed.length > longest.length) longest = climbed
    }
    return longest
  }
  return from([start], start)
}

function issuersOf(top: Certificate, pool: readonly Certificate[], now: Date): Certificate[] {
  const rank = (one: Certificate): number =>
    (isValidAt(one, now) ? 0 : 4) + (one.selfSigned ? 0 : 2) + (one.from === 'files' ? 0 : 1)
  return pool
    .filter((one) => issued(one, top))
    .toSorted((a, b) => rank(a) - rank(b) || b.validTo.getTime() - a.validTo.getTime())
}

/** Returns whether `now` is within the certificate's validity, both ends included. */
export const isValidAt = ({ validFrom, validTo }: Certificate, now: Date): boolean =>
  validFrom <= now && now <= validTo
