/**
 * The steps from a request to the certificate that the bank accepts, in order, each with its state.
 * The keychain proves four of them; an operator enters the date of two. While a request waits, the
 * later steps are about the future certificate.
 */
import type { TickedStep } from '../../../../../preload/contract/api/certificates/steps.ts'
import type { OpenProfile } from '../../../../../preload/contract/api/profiles/profile.ts'
import type { Tone } from '../../../../ui/tone.ts'
import { utcDay } from '../../../../../preload/contract/kernel/calendar.ts'
import { namedInFull } from './certificate-facts.ts'

export interface CertificateStep {
  readonly id: 'request' | 'to-authority' | 'answer' | 'to-bank' | 'proven' | 'delete-previous'
  readonly title: string
  readonly text: string
  /** The place and text of the specification. */
  readonly source: string
  readonly state: 'done' | 'next' | 'open'
  /** An operator enters the date; `on` null: not entered. */
  readonly tick: { readonly step: TickedStep; readonly on: string | null } | null
}

/** Label and tone of a state. */
export const stepBadges: Readonly<
  Record<CertificateStep['state'], { readonly tone: Tone; readonly label: string }>
> = {
  done: { tone: 'good', label: 'Done' },
  next: { tone: 'info', label: 'Next' },
  open: { tone: 'neutral', label: 'Open' },
}

type Facts = Pick<
  OpenProfile,
  'certificate' | 'previousCertificate' | 'pendingRequest' | 'certificateTicks'
>
interface Plain extends Omit<CertificateStep, 'state'> {
  readonly isDone: boolean
}
const authentication = 'Platform Specification, Authentication'

/** The steps about the request. */
function requestSteps({ certificate, pendingRequest, certificateTicks }: Facts): Plain[] {
  const createdAt = pendingRequest?.createdAt ?? certificate?.requestedAt ?? null
  const given = certificateTicks['to-authority']?.on ?? null
  const isAnswered = certificate !== null && pendingRequest === null
  const elsewhere = isAnswered ? 'Created elsewhere; the key came with the files' : 'Create it here'
  return [
    {
      id: 'request',
      title: 'Create a key and a request',
      tick: null,
      text: createdAt === null ? elsewhere : `Created here on ${utcDay(createdAt)}`,
      source: `${authentication} 2: a CSR and private key exist. The key is never shared`,
      isDone: createdAt !== null || isAnswered,
    },
    {
      id: 'to-authority',
      title: 'Give the request to the authority',
      text:
        given !== null
          ? `Given on ${given}`
          : isAnswered
            ? 'The authority has answered'
            : 'Save the request or copy it; the authority never asks for the key',
      source: `${authentication} 2: issued by a trusted certificate authority, not self-signed`,
      isDone: given !== null || isAnswered,
      tick: pendingRequest || given !== null ? { step: 'to-authority', on: given } : null,
    },
  ]
}

/** The steps about the certificate. */
function certificateSteps(facts: Facts): Plain[] {
  const installed = facts.pendingRequest ? null : facts.certificate
  const leaf = installed?.chain[0]
  const given = facts.certificateTicks['to-bank']?.on ?? null
  const provenAt = installed?.provenAt ?? null
  return [
    {
      id: 'answer',
      title: 'Import the answer',
      tick: null,
      text:
        installed && leaf
          ? `Imported on ${utcDay(installed.takenAt)}: ${namedInFull(leaf)}`
          : 'No answer yet',
      source: `${authentication} 2: root, intermediate and leaf, as .pem, .crt or .cer`,
      isDone: installed !== null,
    },
    {
      id: 'to-bank',
      title: 'Give the certificate to the bank',
      text:
        given !== null
          ? `Given on ${given}`
          : provenAt === null
            ? 'Save the chain, which is public, and send it'
            : 'The bank has answered with it',
      source: `Platform Specification, What the service does 2: the client exchanges certificates; ${authentication} 1: the operator verifies the client by its public certificate chain`,
      isDone: given !== null || provenAt !== null,
      tick: installed ? { step: 'to-bank', on: given } : null,
    },
    {
      id: 'proven',
      title: 'Prove it with a health check',
      tick: null,
      text:
        provenAt === null ? 'No call has succeeded with it yet' : `Proven on ${utcDay(provenAt)}`,
      source:
        'Platform Specification, What the service does 4: the recommended first call, which requires exchanged certificates',
      isDone: provenAt !== null,
    },
    {
      ...oldCertificateStep(facts, provenAt),
      id: 'delete-previous',
      title: 'Delete the previous certificate',
      tick: null,
    },
  ]
}

function oldCertificateStep(
  { previousCertificate, pendingRequest }: Facts,
  provenAt: string | null,
) {
  const leaf = previousCertificate?.chain[0]
  const source = `${authentication} 2: one certificate serves all APIs; certificates typically expire annually`
  if (pendingRequest || provenAt === null)
    return { text: 'Automatic, once the new one is proven', source, isDone: false }
  if (leaf) return { text: `Still stored: ${namedInFull(leaf)}`, source, isDone: false }
  return { text: 'Only one is stored', source, isDone: true }
}

/** Returns all steps; the first one that is not done is the next. */
export function stepsOf(facts: Facts): readonly CertificateStep[] {
  const plain = [...requestSteps(facts), ...certificateSteps(facts)]
  const next = plain.findIndex(({ isDone }) => !isDone)
  return plain.map(({ isDone, ...step }, at) => ({
    ...step,
    state: isDone ? 'done' : at === next ? 'next' : 'open',
  }))
}
