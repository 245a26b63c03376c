/**
 * Steps with the certificate authority and the bank that an operator ticked as done, and the item
 * each tick is about.
 */
import { X509Certificate, createPrivateKey } from 'node:crypto'
import type {
  CertificateTicks,
  TickedStep,
} from '../../../preload/contract/api/certificates/steps.ts'
import { publicKeyDigest } from '../certificates/private-key.ts'
import type { CertificateSteps } from '../profile-records.ts'
import type { ProfileSecrets } from '../profile-secrets.ts'

type CertificateState = Pick<ProfileSecrets, 'certificate' | 'pendingRequest'>

/**
 * Returns the SHA-256 that a step is about: the request sent to the authority, or the certificate
 * sent to the bank. Undefined when there is no such item now. While a request waits, the
 * certificate for the bank does not exist yet.
 */
export function aboutOf(
  step: TickedStep,
  { certificate, pendingRequest }: CertificateState,
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

/** Returns the ticks that are about the current request or certificate. */
export function ticksOf(steps: CertificateSteps, state: CertificateState): CertificateTicks {
  const tickOf = (step: TickedStep) => {
    const shown = steps[step]
    return shown && shown.about === aboutOf(step, state) ? { on: shown.on, at: shown.at } : null
  }
  return { 'to-authority': tickOf('to-authority'), 'to-bank': tickOf('to-bank') }
}
