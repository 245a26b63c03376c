/**
 * The times of a certificate, read from its bytes: for a time that its library cannot read, node:crypto
 * gives as a date whatever lay in memory, any year or none.
 */
import { hasContextTag, partsOf, timeOf, type Der } from './der.ts'

/** From when until when a certificate is good, both included. */
export interface Validity {
  readonly from: Date
  readonly to: Date
}

/** Both times; undefined when one is not of the forms that RFC 5280, 4.1.2.5, allows. */
export function validityOf(certificate: Der | undefined): Validity | undefined {
  const [first, ...others] = partsOf(partsOf(certificate)[0])
  // Version, serial number, algorithm, issuer, validity; the version may be left out.
  const hasVersion = first !== undefined && hasContextTag(first, 0)
  const [notBefore, notAfter] = partsOf(others[hasVersion ? 3 : 2])
  const [from, to] = [timeOf(notBefore), timeOf(notAfter)]
  return from && to && { from, to }
}
