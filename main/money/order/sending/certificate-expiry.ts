/**
 * Warns when a certificate expires before the follow-up of a sending ends: status, returns and
 * status inquiries need it as long as the network allows returns. Never blocks. Pure; dates are
 * YYYY-MM-DD.
 */
import { daysLater, utcStart } from '../../../../preload/contract/kernel/calendar.ts'
import {
  watchedNames,
  type WatchedUse,
} from '../../../../preload/contract/api/certificates/warnings.ts'
import type { RequestWarning } from '../../../../preload/contract/kernel/request-warning.ts'
import { expiresDuringText } from '../../../../preload/contract/text/certificates.ts'
import type { WatchedCertificate } from '../../../profile/session-context.ts'

/** The period in which something may follow, and the source of its rule. */
export interface FollowUp extends Pick<RequestWarning, 'path' | 'source' | 'where'> {
  /** The last day on which something may follow. */
  readonly until: string
  /** The kind of follow-up in a word: "returns". */
  readonly what: string
}

/** The certificates that every call to the bank needs. */
const calling: readonly WatchedUse[] = ['client', 'client-issuer', 'private-ca']

/**
 * Returns a warning for the certificate that expires first, if that is before the follow-up ends;
 * otherwise none.
 */
export function certificateExpiryWarnings(
  followUp: FollowUp | null,
  certificates: readonly WatchedCertificate[],
): RequestWarning[] {
  if (!followUp) return []
  const { until, what, path, source, where } = followUp
  const [first] = certificates
    .filter(({ use }) => calling.includes(use))
    // The last day counts in full.
    .filter(({ validTo }) => Date.parse(validTo) < utcStart(daysLater(until, 1)))
    .sort((one, other) => one.validTo.localeCompare(other.validTo))
  if (!first) return []
  const message = expiresDuringText(watchedNames[first.use], first, { what, until })
  return [{ path, message, source, where }]
}
