/** The certificates of a profile that are watched for expiry: only those the profile depends on. */
import type { Successor, WatchedUse } from '../../../preload/contract/api/certificates/warnings.ts'
import type { InspectedCertificate } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { WatchedCertificate } from '../session-context.ts'
import { describeChain } from '../describe-certificate.ts'
import type { ProfileSecrets } from '../profile-secrets.ts'

export interface WatchedListeners {
  /** PEM; null when the known roots are trusted. */
  readonly privateCa: string | null
  /** Whether the listener is enabled. Otherwise its certificate need not be renewed. */
  readonly listens: boolean
}

/**
 * Returns the client's leaf and its intermediates, a private CA, and the listener's leaf. The root
 * of the client's chain is left out, because trusting it is the bank's matter.
 */
export function watchedIn(
  secrets: Pick<
    ProfileSecrets,
    'certificate' | 'previousCertificate' | 'pendingRequest' | 'listener'
  >,
  { privateCa, listens }: WatchedListeners,
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

/** Returns the stored certificate that ends later, or else the pending request. */
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
  return pendingRequest ? { kind: 'request', createdAt: pendingRequest.createdAt } : null
}
