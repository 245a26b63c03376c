/** The certificates of a profile whose end is watched: none that it could do without. */
import type { Successor, WatchedUse } from '../../preload/contract/api/certificates/warnings.ts'
import type { InspectedCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import type { WatchedCertificate } from './certificates/certificate-warnings.ts'
import { describeChain } from './describe-certificate.ts'
import type { ProfileSecrets } from './profile-secrets.ts'

/** What is read beside the secrets. */
export interface WatchedParts {
  /** PEM; null: the known roots are trusted. */
  readonly privateCa: string | null
  /** Whether the listener is to run: what it does not show need not be renewed. */
  readonly listens: boolean
}

/**
 * The client's leaf and each intermediate above it, a private CA, and the listener's leaf. Roots of the client's chain
 * are the bank's own to trust.
 */
export function watchedIn(
  secrets: Pick<
    ProfileSecrets,
    'certificate' | 'previousCertificate' | 'pendingRequest' | 'listener'
  >,
  { privateCa, listens }: WatchedParts,
): WatchedCertificate[] {
  const of = (use: WatchedUse, found: InspectedCertificate[], successor: Successor | null = null) =>
    found.map(({ subject, sha256, validTo }) => ({ use, subject, sha256, validTo, successor }))
  const client = secrets.certificate ? describeChain(secrets.certificate.certificateChain) : []
  const next = successorOf(secrets, client[0])
  const shown = listens ? secrets.listener.certificate : null
  return [
    ...of('client', client.slice(0, 1), next),
    ...of('client-issuer', client.filter(isIntermediate), next),
    ...of('private-ca', privateCa === null ? [] : describeChain(privateCa).slice(0, 1)),
    ...of('listener', shown ? describeChain(shown.chain).slice(0, 1) : []),
  ]
}

const isIntermediate = ({ role }: InspectedCertificate): boolean => role === 'intermediate'

/** One that is kept beside it and ends later, else a request that waits. */
function successorOf(
  {
    previousCertificate: other,
    pendingRequest,
  }: Pick<ProfileSecrets, 'previousCertificate' | 'pendingRequest'>,
  leaf: InspectedCertificate | undefined,
): Successor | null {
  const [beside] = other ? describeChain(other.certificateChain) : []
  if (leaf && beside && beside.validTo > leaf.validTo)
    return { kind: 'certificate', validTo: beside.validTo }
  return pendingRequest ? { kind: 'request', madeAt: pendingRequest.madeAt } : null
}
