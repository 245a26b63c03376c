/** Texts about one certificate beside its chain: its short name, and its remaining validity. */
import type { CertificateInspection } from '../../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { utcDay } from '../../../../../preload/contract/kernel/calendar.ts'
import { validityLeft } from '../../../../text/validity.ts'
import type { Tone } from '../../../../ui/tone.ts'

interface Validity {
  readonly validFrom: string
  readonly validTo: string
}

/** The validity of a certificate, as a word and its tone. */
export function validityOf(
  { validFrom, validTo }: Validity,
  now: number,
): { readonly tone: Tone; readonly label: string } {
  const { tone, label } = validityLeft(validTo, now)
  if (label !== 'Expired' && Date.parse(validFrom) > now)
    return { tone: 'bad', label: 'Not valid yet' }
  return { tone, label }
}

/** The subject's common name, as `CN=\u2026`; without one the whole subject. */
export function shortName(subject: string): string {
  const parts = subject.split(/(?<!\\),\s*/)
  return parts.find((part) => /^CN=/i.test(part)) ?? subject
}

/** The certificate on a button: "CN=mill-street, valid until 2027-03-01". */
export const namedInFull = ({ subject, validTo }: { subject: string; validTo: string }): string =>
  `${shortName(subject)}, valid until ${utcDay(validTo)}`

/** The state of a draft's private key. */
export function keyBadge(key: CertificateInspection['key']): {
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
        text: `${key.keyKind}, created here with the request of ${utcDay(key.requestedAt)}; it stays in the keychain`,
      }
    case 'read':
      return key.matchesLeaf
        ? { tone: 'good', text: `${key.keyKind}, belongs to the certificate` }
        : { tone: 'bad', text: `${key.keyKind}, belongs to another certificate` }
  }
}
