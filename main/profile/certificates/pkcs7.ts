/**
 * Reads the certificates of a PKCS#7 bundle (`.p7b`), the form in which some authorities send a
 * chain.
 */
import { hasContextTag, isSequence, oidOf, partsOf, writeDer, type Der } from './der.ts'

/** Returns the certificates in DER; undefined when the value is no SignedData. */
export function pkcs7Certificates(der: Der | undefined): Buffer[] | undefined {
  const [type, content] = partsOf(der)
  if (oidOf(type) !== '1.2.840.113549.1.7.2' || !content) return undefined
  const parts = partsOf(partsOf(content)[0])
  const bundle = parts.find((part) => hasContextTag(part, 0))
  return partsOf(bundle)
    .filter((part) => isSequence(part))
    .map((part) => writeDer(part))
}
