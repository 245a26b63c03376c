/** The steps with the authority and the bank that a person says were done, and of what that is said. */
import { X509Certificate, createPrivateKey } from 'node:crypto'
import type { CertificateTicks, TickedStep } from '../../preload/contract/api/certificates/steps.ts'
import { publicKeyDigest } from './certificates/private-key.ts'
import type { CertificateSteps } from './profile-records.ts'
import type { ProfileSecrets } from './profile-secrets.ts'

type Held = Pick<ProfileSecrets, 'certificate' | 'pendingRequest'>

/**
 * Of what a step is said: that a request went to the authority, or that a certificate went to the bank. Undefined: there
 * is no such thing now. While a request waits, the certificate that goes to the bank is not there yet.
 */
export function aboutOf(
  step: TickedStep,
  { certificate, pendingRequest }: Held,
): string | undefined {
  if (step === 'to-authority' && pendingRequest)
    return publicKeyDigest(createPrivateKey(pendingRequest.privateKey))
  if (!certificate || pendingRequest) return undefined
  if (step === 'to-authority')
    return certificate.requestedAt === undefined
      ? undefined
      : publicKeyDigest(createPrivateKey(certificate.privateKey))
  return new X509Certificate(certificate.certificateChain).fingerprint256
}

/** What was said of what there is now. */
export function ticksOf(steps: CertificateSteps, held: Held): CertificateTicks {
  const tickOf = (step: TickedStep) => {
    const said = steps[step]
    return said && said.about === aboutOf(step, held) ? { on: said.on, at: said.at } : null
  }
  return { 'to-authority': tickOf('to-authority'), 'to-bank': tickOf('to-bank') }
}
