/** The differences between two setups of a listener, and the facts of its certificate. */
import { X509Certificate } from 'node:crypto'
import type { ListenerState } from '../../preload/contract/api/alerts/listener.ts'
import { nameInOneLine } from '../profile/certificate-fields.ts'
import type { ChangedAccess } from './alert-events.ts'
import type { ListenerSetup } from '../profile/listener-setup.ts'

/** The settings of access that differ from before. */
export const changedAccess = (
  before: ListenerSetup | undefined,
  now: ListenerSetup,
): ChangedAccess[] => {
  if (!before) return []
  const isOther = (one: unknown, other: unknown): boolean =>
    JSON.stringify(one) !== JSON.stringify(other)
  const changes: [ChangedAccess, boolean][] = [
    [
      'credentials',
      isOther([before.credentials, before.previous], [now.credentials, now.previous]),
    ],
    ['certificate', before.certificate.chain !== now.certificate.chain],
    ['permitted', isOther(before.permitted, now.permitted)],
  ]
  return changes.flatMap(([what, is]) => (is ? [what] : []))
}

/**
 * The last instant that ISO 8601 writes with a four-digit year; a certificate without an end may go
 * beyond (RFC 5280, 4.1.2.5).
 */
const lastInstant = Date.parse('9999-12-31T23:59:59Z')

/** Reads the leaf of a chain in PEM; null if it is no certificate. */
export function certificateFacts(
  chain: string,
  isCreatedHere: boolean,
): ListenerState['certificate'] {
  const leaf = leafOf(chain)
  if (leaf === null) return null
  const end = leaf.validToDate.getTime()
  const validTo = end <= lastInstant ? end : lastInstant
  return {
    subject: nameInOneLine(leaf.subject),
    sha256: leaf.fingerprint256,
    validTo: new Date(validTo).toISOString(),
    isCreatedHere,
  }
}

function leafOf(chain: string): X509Certificate | null {
  try {
    return new X509Certificate(chain)
  } catch {
    return null
  }
}
