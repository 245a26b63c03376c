/** Finds the leaf among certificates in any order and climbs from it to its root. */
import type { KeyObject } from 'node:crypto'
import type { Certificate } from './certificate.ts'

/** Whether `issuer` signed `certificate`: by name, by key identifier and by the signature itself. */
export function issued(issuer: Certificate, certificate: Certificate): boolean {
  const { publicKey } = issuer
  if (publicKey === undefined || issuer.subject !== certificate.issuer) return false
  return isNamedIssuer(issuer, certificate) && verifies(certificate, publicKey)
}

/**
 * `checkIssued` also asks whether the issuer may issue. One that may not is still the issuer, else it
 * would be called missing while it lies in the files.
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

/** Whether the private key is the certificate's. */
export function keyFits(key: KeyObject, certificate: Certificate): boolean {
  try {
    return certificate.x509.checkPrivateKey(key)
  } catch {
    return false
  }
}

/** Where a chain begins. Without a leaf it begins with the lowest authority, as far as there is one. */
export type Beginning =
  | { readonly kind: 'leaf'; readonly certificate: Certificate }
  | { readonly kind: 'no-leaf'; readonly certificate: Certificate | undefined }
  /** `keyFits`: whether a key fits one of them. */
  | { readonly kind: 'several'; readonly keyFits: boolean }

/**
 * The leaf is what is no authority and has issued none of the others; of several, the one that a key
 * fits. An authority is taken for the leaf only when a key fits it and there is nothing else.
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

/** Certificates of one key and one name renew each other: of those valid, the last to end is meant. */
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

/** Whether a chain reached its end. */
export const endsInRoot = (chain: readonly Certificate[]): boolean =>
  chain.at(-1)?.selfSigned === true

/**
 * Climbs from issuer to issuer to a self-signed root. Where several could be next (cross-signed or
 * renewed authorities) those valid at `now` come first, then roots, then what lies in the files; a way
 * that ends without a root is given up for one that reaches it. Each certificate is visited once.
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

/** Whether the moment lies in the certificate's time. */
export const isValidAt = ({ validFrom, validTo }: Certificate, now: Date): boolean =>
  validFrom <= now && now <= validTo
