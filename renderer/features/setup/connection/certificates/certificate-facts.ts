/** What is said of one certificate beside its chain: its short name, and how long it is still valid. */
import type { CertificateInspection } from '../../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { validityLeft } from '../../../../text/validity.ts'
import type { Tone } from '../../../../ui/tone.ts'

interface Validity {
  readonly validFrom: string
  readonly validTo: string
}

/** How a certificate stands in time, in a word and its tone. */
export function validityOf(
  { validFrom, validTo }: Validity,
  now: number,
): { readonly tone: Tone; readonly word: string } {
  const { tone, label } = validityLeft(validTo, now)
  if (label !== 'Expired' && Date.parse(validFrom) > now)
    return { tone: 'bad', word: 'Not valid yet' }
  return { tone, word: label }
}

/** The date of an instant as the certificate means it: in UTC. */
export const dateOf = (instant: string): string => instant.slice(0, 10)

/** The subject's common name, as `CN=\u2026`; the whole subject where it has none. */
export function shortName(subject: string): string {
  const parts = subject.split(/(?<!\\),\s*/)
  return parts.find((part) => /^CN=/i.test(part)) ?? subject
}

/** The certificate as a button names it: "CN=mill-street, valid until 2027-03-01". */
export const namedInFull = ({ subject, validTo }: { subject: string; validTo: string }): string =>
  `${shortName(subject)}, valid until ${dateOf(validTo)}`

/** How the private key of a draft stands. */
export function keyStanding(key: CertificateInspection['key']): {
  readonly tone: Tone
  readonly text: string
} {
  switch (key.state) {
    case 'absent':
      return { tone: 'bad', text: 'Not in the files' }
    case 'locked':
      return { tone: 'warning', text: 'Not read yet' }
    case 'requested':
      return {
        tone: 'good',
        text: `${key.keyKind}, made here with the request of ${dateOf(key.requestedAt)}; it stays in the keychain`,
      }
    case 'read':
      return key.matchesLeaf
        ? { tone: 'good', text: `${key.keyKind}, belongs to the certificate` }
        : { tone: 'bad', text: `${key.keyKind}, belongs to another certificate` }
  }
}
