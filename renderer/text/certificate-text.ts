/** The messages about a certificate that expires soon. */
import {
  watchedNames,
  type CertificateWarning,
  type Successor,
} from '../../preload/contract/api/certificates/warnings.ts'
import { utcDay } from '../../preload/contract/kernel/calendar.ts'
import { successorText } from '../../preload/contract/text/certificates.ts'
import type { Tone } from '../ui/tone.ts'

/** The time until expiry, for the text after "expires". */
export const untilText = ({ daysLeft }: Pick<CertificateWarning, 'daysLeft'>): string => {
  if (daysLeft === 0) return 'in less than a day'
  return daysLeft === 1 ? 'in 1 day' : `in ${String(daysLeft)} days`
}

/** From three days before expiry on, and after it, nothing else is as urgent. */
export const warningTone = ({ reached }: Pick<CertificateWarning, 'reached'>): Tone =>
  reached <= 3 ? 'bad' : 'warning'

const successorNote = (successor: Successor | null): string =>
  successor === null ? 'No replacement yet.' : `${successorText(successor)}.`

const clockText = ({ reached }: CertificateWarning): string =>
  `The clock of this computer was set back: at an earlier check ${reached === 0 ? 'it had expired' : `${String(reached)} days or fewer were left`}. Check the date.`

/** The certificate and its expiry; the caller adds the full stop. */
export function warningSentence(warning: CertificateWarning): string {
  const { use, validTo, daysLeft } = warning
  const end = daysLeft < 0 ? 'expired' : `expires ${untilText(warning)},`
  return `The ${watchedNames[use]} ${end} on ${utcDay(validTo)}.`
}

/** The renewal in progress, and anything unusual about it. */
export const warningNotes = (warning: CertificateWarning): string =>
  [
    ...(warning.use === 'client' || warning.use === 'client-issuer'
      ? [successorNote(warning.successor)]
      : []),
    ...(warning.clockWentBack ? [clockText(warning)] : []),
  ].join(' ')
