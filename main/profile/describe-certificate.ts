/** Describes the certificates a profile already has, from their PEM. */
import type { InspectedCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import { describeCertificate } from './certificates/describe-certificate.ts'
import { Passwords } from './certificates/passwords.ts'
import { readFiles } from './certificates/read-files.ts'

/** Returns the chain in stored order: leaf first. */
export function describeChain(pem: string): InspectedCertificate[] {
  const file = { name: 'held', bytes: Buffer.from(pem) }
  const { certificates } = readFiles([file], new Passwords(null))
  return certificates.map((certificate, place) => {
    if (place === 0) return describeCertificate(certificate, 'leaf')
    return describeCertificate(certificate, certificate.selfSigned ? 'root' : 'intermediate')
  })
}

/** Returns the description of a single CA; null when the PEM holds none. */
export const describeCa = (pem: string): InspectedCertificate | null =>
  describeChain(pem).map((certificate) => ({ ...certificate, role: 'root' as const }))[0] ?? null
