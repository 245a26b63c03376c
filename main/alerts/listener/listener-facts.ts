/** The facts of the listener's certificate for the window; none of them is secret. */
import { X509Certificate } from 'node:crypto'
import type { ListenerState } from '../../../preload/contract/api/alerts/listener.ts'
import { nameInOneLine } from '../../profile/certificates/name-in-one-line.ts'

/**
 * The last instant that ISO 8601 writes with a four-digit year; a certificate without an end may go
 * beyond (RFC 5280, 4.1.2.5).
 */
const lastInstant = Date.parse('9999-12-31T23:59:59Z')

/** Reads the leaf of a chain in PEM; null if it is no certificate. */
export function certificateFacts(chain: string, isMadeHere: boolean): ListenerState['certificate'] {
  const leaf = leafOf(chain)
  if (leaf === null) return null
  const end = leaf.validToDate.getTime()
  const validTo = end <= lastInstant ? end : lastInstant
  return {
    subject: nameInOneLine(leaf.subject),
    sha256: leaf.fingerprint256,
    validTo: new Date(validTo).toISOString(),
    isMadeHere,
  }
}

function leafOf(chain: string): X509Certificate | null {
  try {
    return new X509Certificate(chain)
  } catch {
    return null
  }
}
