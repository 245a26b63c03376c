/**
 * Reads a certificate's validity from its bytes. When the TLS library cannot read a time,
 * node:crypto returns a date from uninitialized memory.
 */
import { hasContextTag, partsOf, timeOf, type Der } from './certificates/der.ts'

/** Start and end of a certificate's validity, both included. */
export interface Validity {
  readonly from: Date
  readonly to: Date
}

/** Returns start and end; undefined when one has a form that RFC 5280, 4.1.2.5, does not allow. */
export function validityOf(certificate: Der | undefined): Validity | undefined {
  const [first, ...others] = partsOf(partsOf(certificate)[0])
  // Order: version, serial number, algorithm, issuer, validity. The version may be absent.
  const hasVersion = first !== undefined && hasContextTag(first, 0)
  const [notBefore, notAfter] = partsOf(others[hasVersion ? 3 : 2])
  const [from, to] = [timeOf(notBefore), timeOf(notAfter)]
  return from && to && { from, to }
}
