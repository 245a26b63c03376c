/** Says what of a chain keeps the bank from accepting it (`1-platform.md`, Authentication 2; trap 12). */
import type {
  CertificateFinding,
  CertificateProblem,
  CertificatePurpose,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificate.ts'
import { endsInRoot } from './chain.ts'
import { isForSigningIn, isStrongEnough } from './private-key.ts'

/** The extended key usage that each purpose needs. */
const usageFor: Readonly<Record<CertificatePurpose, string>> = {
  client: '1.3.6.1.5.5.7.3.2',
  listener: '1.3.6.1.5.5.7.3.1',
}
const wrongUseFor: Readonly<Record<CertificatePurpose, CertificateProblem>> = {
  client: 'wrong-use',
  listener: 'not-for-servers',
}

/** What is wrong with the certificates themselves. `hasLeaf`: whether the first is the leaf. */
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
      ...(usable ? [] : [wrongUseFor[purpose]]),
    ].map((problem) => ({ problem, about: certificate.subject }))
  })
}

/** The time's problem alone; a private CA is judged by it too. */
export function judgeTime({ validFrom, validTo }: Certificate, now: Date): CertificateProblem[] {
  if (validTo < now) return ['expired']
  return now < validFrom ? ['not-yet-valid'] : []
}

/** A certificate that names purposes allows no others; OpenSSL does not take `anyExtendedKeyUsage` for one. */
const serves = ({ rules }: Certificate, purpose: CertificatePurpose): boolean =>
  rules.extendedKeyUsage?.includes(usageFor[purpose]) !== false

/** A listener may stand on a certificate that is its own authority, as common tools make it. */
function mayProve(leaf: Certificate, purpose: CertificatePurpose): boolean {
  const { authority, keyUsage } = leaf.rules
  const isOwnAuthority = purpose === 'listener' && leaf.selfSigned
  if (authority !== undefined && !isOwnAuthority) return false
  if (keyUsage?.includes('digitalSignature') === false) return false
  return serves(leaf, purpose) && leaf.publicKey !== undefined && isForSigningIn(leaf.publicKey)
}

/** `below`: the authorities between it and the leaf, which its path length counts (RFC 5280, 4.2.1.9). */
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

/** Roots of the first version of X.509 cannot say so, and are taken for authorities by TLS. */
export const isAuthority = ({ rules, selfSigned }: Certificate): boolean =>
  rules.authority !== undefined || (selfSigned && rules.isFirstVersion)

/**
 * What the chain lacks. The bank asks for root, intermediate and leaf, so a leaf directly under a root
 * lacks its intermediate although a handshake may succeed. Where the climb stopped at the leaf, the next
 * is an intermediate for the same reason. Where it stopped at an intermediate nothing says whether the
 * next is one more or the root: it is called the root, unless a root lies unconnected in the files.
 * Each is about the certificate above which something is missing.
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
 * What a listener's chain lacks. Those who call bring their own root, and a certificate signed by itself or
 * directly by a root may be meant; one above which nothing at all was found is not known to anybody.
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
