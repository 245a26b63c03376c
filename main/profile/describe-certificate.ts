/** Describes certificates for a person to check. Contains no secret. */
import type { InspectedCertificate } from '../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificates/certificate.ts'
import { Passwords } from './certificates/passwords.ts'
import { keyKindOf } from './certificates/private-key.ts'
import { readFiles } from './certificates/read-files.ts'

/** Returns the certificates of a stored chain, in PEM, in its order: leaf first. */
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

const purposeNames: Readonly<Record<string, string>> = {
  '1.3.6.1.5.5.7.3.1': 'serverAuth',
  '1.3.6.1.5.5.7.3.2': 'clientAuth',
  '1.3.6.1.5.5.7.3.3': 'codeSigning',
  '1.3.6.1.5.5.7.3.4': 'emailProtection',
  '1.3.6.1.5.5.7.3.8': 'timeStamping',
  '1.3.6.1.5.5.7.3.9': 'OCSPSigning',
  '2.5.29.37.0': 'anyExtendedKeyUsage',
}

/** Returns the contract's description of a certificate in its role in the chain. */
export function describeCertificate(
  certificate: Certificate,
  role: InspectedCertificate['role'],
): InspectedCertificate {
  const { x509, rules, publicKey } = certificate
  const purposes = rules.extendedKeyUsage ?? []
  return {
    role,
    subject: certificate.subject,
    issuer: certificate.issuer,
    serialNumber: x509.serialNumber,
    validFrom: certificate.validFrom.toISOString(),
    validTo: certificate.validTo.toISOString(),
    keyKind: publicKey ? keyKindOf(publicKey) : 'unknown',
    uses: [...(rules.keyUsage ?? []), ...purposes.map((oid) => purposeNames[oid] ?? oid)],
    sha256: certificate.sha256,
    from: certificate.from,
  }
}
