/**
 * Finds the reasons why the bank would reject a certificate chain (bank document 1, Authentication
 * 2; bank note 12).
 */
import type {
  CertificateFinding,
  CertificateProblem,
  CertificatePurpose,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificate.ts'
import { endsInRoot } from './chain.ts'
import { isForSigningIn, isStrongEnough } from './private-key.ts'

/** The extended key usage that each purpose requires. */
const usageFor: Readonly<Record<CertificatePurpose, string>> = {
  client: '1.3.6.1.5.5.7.3.2',
  listener: '1.3.6.1.5.5.7.3.1',
}
const wrongUseFor: Readonly<Record<CertificatePurpose, CertificateProblem>> = {
  client: 'wrong-use',
  listener: 'not-for-servers',
}

/**
 * Returns the problems of the certificates themselves. `hasLeaf`: whether the first is the leaf.
 */
export function judgeCertificates(
  chain: readonly Certificate[],
  hasLeaf: boolean,
  now: Date,
  purpose: CertificatePurpose = 'client',
): CertificateFinding[] {
  return chain.flatMap((certificate, place) => {
    const isLeaf = hasLeaf && place === 0
    const usable = isLeaf
      ? mayProve(certificate, purpose)
      : mayIssue(certificate, chain.slice(1, place), purpose)
    return [
      ...judgeTime(certificate, now),
      ...(certificate.publicKey && !isStrongEnough(certificate.publicKey)
        ? (['key-too-small'] as const)
        : []),
      ...(isLeaf && !hasUsableKey(certificate) ? (['unsupported-key'] as const) : []),
      ...(usable ? [] : [wrongUseFor[purpose]]),
    ].map((problem) => ({ problem, about: certificate.subject }))
  })
}

/** Returns only the problem of the validity period. Used for a private CA too. */
export function judgeTime({ validFrom, validTo }: Certificate, now: Date): CertificateProblem[] {
  if (validTo < now) return ['expired']
  return now < validFrom ? ['not-yet-valid'] : []
}

/**
 * A certificate that lists purposes allows no others. OpenSSL does not accept `anyExtendedKeyUsage`
 * in place of one.
 */
const serves = ({ rules }: Certificate, purpose: CertificatePurpose): boolean =>
  rules.extendedKeyUsage?.includes(usageFor[purpose]) !== false

/** A listener's certificate may be its own authority, because common tools create it that way. */
function mayProve(leaf: Certificate, purpose: CertificatePurpose): boolean {
  const { authority, keyUsage } = leaf.rules
  const isOwnAuthority = purpose === 'listener' && leaf.selfSigned
  if (authority !== undefined && !isOwnAuthority) return false
  if (keyUsage?.includes('digitalSignature') === false) return false
  return serves(leaf, purpose)
}

const hasUsableKey = ({ publicKey }: Certificate): boolean =>
  publicKey !== undefined && isForSigningIn(publicKey)

/**
 * `below`: the number of authorities between this one and the leaf, limited by its path length (RFC
 * 5280, 4.2.1.9).
 */
function mayIssue(
  certificate: Certificate,
  below: readonly Certificate[],
  purpose: CertificatePurpose,
): boolean {
  const { authority, keyUsage } = certificate.rules
  const counted = below.filter(({ subject, issuer }) => subject !== issuer).length
  if (keyUsage?.includes('keyCertSign') === false || !serves(certificate, purpose)) return false
  return isAuthority(certificate) && counted <= (authority?.pathLength ?? Infinity)
}

/** X.509 version 1 roots cannot declare themselves authorities, and TLS accepts them as such. */
export const isAuthority = ({ rules, selfSigned }: Certificate): boolean =>
  rules.authority !== undefined || (selfSigned && rules.isFirstVersion)

/**
 * Returns the missing parts of the chain. The bank requires root, intermediate and leaf, so a leaf
 * directly under a root lacks its intermediate although a handshake may succeed. When the chain
 * stops at the leaf, the missing issuer is an intermediate for the same reason. When it stops at an
 * intermediate, nothing shows whether another intermediate or the root is missing: this reports the
 * root, unless a root lies unconnected in the files. Each finding is about the certificate whose
 * issuer is missing.
 */
export function judgeCompleteness(
  chain: readonly Certificate[],
  hasLeaf: boolean,
  leftOut: readonly Certificate[],
): CertificateFinding[] {
  const [first] = chain
  const top = chain.at(-1)
  const finding = (problem: CertificateProblem, certificate?: Certificate) => ({
    problem,
    about: certificate?.subject ?? null,
  })
  const missingLeaf = hasLeaf ? [] : [finding('leaf-missing')]
  if (!first || !top) return missingLeaf
  if (hasLeaf && first.selfSigned) return [finding('self-signed', first)]
  const hasIntermediate = chain.length - (hasLeaf ? 1 : 0) - (endsInRoot(chain) ? 1 : 0) > 0
  if (!hasIntermediate) return [...missingLeaf, finding('intermediate-missing', first)]
  if (endsInRoot(chain)) return missingLeaf
  const rootLiesApart = leftOut.some(({ selfSigned }) => selfSigned)
  return [...missingLeaf, finding(rootLiesApart ? 'intermediate-missing' : 'root-missing', top)]
}

/**
 * Returns the missing parts of a listener's chain. Callers bring their own root, so a self-signed
 * certificate, or one directly under a root, may be intended. A certificate without any issuer
 * found is trusted by no caller.
 */
export function judgeListenerCompleteness(
  chain: readonly Certificate[],
  hasLeaf: boolean,
  leftOut: readonly Certificate[],
): CertificateFinding[] {
  const [first] = chain
  if (!hasLeaf) return [{ problem: 'leaf-missing', about: null }]
  if (!first || first.selfSigned || endsInRoot(chain)) return []
  const isTorn = chain.length === 1 || leftOut.some(({ selfSigned }) => selfSigned)
  const about = chain.at(-1)?.subject ?? null
  return isTorn ? [{ problem: 'intermediate-missing', about }] : []
}
