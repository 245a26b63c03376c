/** Describes a certificate for a person to check. Contains no secret. */
import type { InspectedCertificate } from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificate.ts'
import { keyKindOf } from './private-key.ts'

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
