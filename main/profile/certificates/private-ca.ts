/**
 * Inspects the root of a bank's private CA. An operator compares its fingerprint with the bank
 * before trusting it.
 */
import type {
  CertificateFinding,
  CertificateProblem,
  PrivateCaDraft,
} from '../../../preload/contract/api/certificates/certificate-inspection.ts'
import type { Certificate } from './certificate.ts'
import { describeCertificate } from '../describe-certificate.ts'
import { isAuthority, judgeTime } from './judge.ts'
import { Passwords } from './passwords.ts'
import { isStrongEnough } from './private-key.ts'
import { readFiles, type CertificateFile } from './read-files.ts'

/** The draft without its id, and the root in PEM when it may be trusted. */
export interface InspectedPrivateCa {
  readonly draft: Omit<PrivateCaDraft, 'draftId'>
  readonly pem: string | null
}

/**
 * Inspects a file for one CA root. The certificate must be a root: TLS here verifies up to a
 * self-signed certificate (an intermediate alone fails with UNABLE_TO_GET_ISSUER_CERT), and TLS
 * silently accepts a `ca` file of garbage. Never throws, whatever the bytes.
 */
export function inspectPrivateCa(file: CertificateFile, now: Date): InspectedPrivateCa {
  const { certificates, findings } = readFiles([file], new Passwords(null))
  const [certificate] = certificates
  if (certificates.length > 1) return refused(file, 'several-leaves')
  // An encrypted store counts as garbage here: a CA to be trusted is public.
  if (!certificate || findings.length > 0) return refused(file, problemOf(findings))
  const problems = judgeRoot(certificate, now)
  return {
    draft: {
      file: file.name,
      certificate: describeCertificate(certificate, roleOf(certificate)),
      findings: problems.map((problem) => ({ problem, about: certificate.subject })),
    },
    pem: problems.length === 0 ? certificate.x509.toString() : null,
  }
}

/**
 * Each problem names a kind of file to choose instead. A PKCS#12 store, valid elsewhere, does not
 * count here.
 */
function problemOf(findings: readonly CertificateFinding[]): CertificateProblem {
  const problems = findings.map(({ problem }) => problem)
  if (problems.includes('java-keystore')) return 'ca-in-keystore'
  return problems.find((problem) => shownAsItIs.includes(problem)) ?? 'not-a-ca'
}

const shownAsItIs: readonly CertificateProblem[] = ['too-large', 'too-slow']

const refused = ({ name }: CertificateFile, problem: CertificateProblem): InspectedPrivateCa => ({
  draft: { file: name, certificate: null, findings: [{ problem, about: name }] },
  pem: null,
})

const roleOf = (certificate: Certificate) => {
  if (!isAuthority(certificate)) return 'leaf'
  return certificate.selfSigned ? 'root' : 'intermediate'
}

function judgeRoot(certificate: Certificate, now: Date): CertificateProblem[] {
  const { keyUsage } = certificate.rules
  const mayIssue = isAuthority(certificate) && keyUsage?.includes('keyCertSign') !== false
  const strong = certificate.publicKey !== undefined && isStrongEnough(certificate.publicKey)
  return [
    ...judgeTime(certificate, now),
    ...(strong ? [] : (['key-too-small'] as const)),
    ...(mayIssue ? [] : (['wrong-use'] as const)),
    ...(certificate.selfSigned ? [] : (['root-missing'] as const)),
  ]
}
