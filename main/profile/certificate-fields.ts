/** The names and the validity of a certificate, read so that a person can rely on them. */
import type { X509Certificate } from 'node:crypto'
import { hasContextTag, partsOf, readDer, timeOf, type Der } from './certificates/der.ts'

/**
 * Returns a name on one line. Node prints one escaped attribute a line in the certificate's order;
 * RFC 4514 (2.1) reverses that order, so the common name comes first. Invisible characters are
 * replaced because they could reorder the line on screen.
 */
export function nameInOneLine(lines: string | undefined): string {
  return (lines ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .toReversed()
    .join(', ')
    .replaceAll(/\p{C}/gu, '\uFFFD')
}

/** Start and end of a certificate's validity, both included. */
export interface Validity {
  readonly from: Date
  readonly to: Date
}

/**
 * Returns start and end; undefined when one has a form that RFC 5280, 4.1.2.5, does not allow. Read
 * from the bytes: when the TLS library cannot read a time, node:crypto returns a date from
 * uninitialized memory.
 */
export function validityOf(certificate: Der | undefined): Validity | undefined {
  const [first, ...others] = partsOf(partsOf(certificate)[0])
  // Order: version, serial number, algorithm, issuer, validity. The version may be absent.
  const hasVersion = first !== undefined && hasContextTag(first, 0)
  const [notBefore, notAfter] = partsOf(others[hasVersion ? 3 : 2])
  const [from, to] = [timeOf(notBefore), timeOf(notAfter)]
  return from && to && { from, to }
}

/** Returns the end of a certificate's validity; null when it cannot be read. */
export const expiryOf = (certificate: X509Certificate): Date | null =>
  validityOf(readDer(certificate.raw))?.to ?? null
