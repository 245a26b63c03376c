/**
 * A send whose follow-up would outlive what calls are made with: status, returns and look-ups need a certificate for as
 * long as the network lets something come back. It explains and never blocks. Pure; dates are YYYY-MM-DD.
 */
import { daysLater } from '../../../../preload/contract/bank/ach-inquiry/days.ts'
import {
  watchedNames,
  type WatchedUse,
} from '../../../../preload/contract/api/certificates/warnings.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import type { WatchedCertificate } from '../../../profile/certificates/certificate-warnings.ts'

/** Until when something may follow, and whose rule says so. */
export interface FollowUp extends Pick<RequestWarning, 'path' | 'source' | 'where'> {
  /** The last day on which it may. */
  readonly until: string
  /** What may follow, in a word: "returns". */
  readonly what: string
}

/** What every call to the bank rests on. */
const calling: readonly WatchedUse[] = ['client', 'client-issuer', 'private-ca']

/** The warning of the certificate that ends first, where that is before the follow-up is over; else none. */
export function certificateExpiryWarnings(
  followUp: FollowUp | null,
  certificates: readonly WatchedCertificate[],
): RequestWarning[] {
  if (!followUp) return []
  const { until, what, path, source, where } = followUp
  const [first] = certificates
    .filter(({ use }) => calling.includes(use))
    // The last day counts whole.
    .filter(({ validTo }) => Date.parse(validTo) < Date.parse(`${daysLater(until, 1)}T00:00:00Z`))
    .sort((one, other) => one.validTo.localeCompare(other.validTo))
  if (!first) return []
  const { use, validTo, successor } = first
  const end = validTo.slice(0, 10)
  const beside =
    successor?.kind === 'certificate'
      ? ` One that is valid until ${successor.validTo.slice(0, 10)} is kept beside it.`
      : ''
  const message = `The ${watchedNames[use]} is valid until ${end}, and ${what} may follow until ${until}: replace it before, or the bank cannot be asked.${beside}`
  return [{ path, message, source, where }]
}
