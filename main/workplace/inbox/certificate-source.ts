/**
 * Certificates that need a person: one item each, more urgent at every threshold. An item marked
 * done at one threshold opens again at the next; it ends when the certificate is replaced.
 */
import {
  noticeDays,
  watchedNames,
  type CertificateWarning,
} from '../../../preload/contract/api/certificates/warnings.ts'
import { certificateItem } from '../../../preload/contract/text/certificates.ts'
import {
  certificateWarnings,
  watchedName,
  notedThresholds,
} from '../../profile/certificate-warnings.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import type { Found, Findings } from './inbox-jobs.ts'

const dayMs = 86_400_000
const kind = 'certificate'

/** Checks the certificates; undefined if there is no profile yet. */
export async function noticedCertificates({
  store,
  clock,
  profile,
}: Pick<SessionContext, 'store' | 'clock' | 'profile'>): Promise<Omit<Findings, 'at'> | undefined> {
  const { certificates } = profile()
  if (!certificates) return undefined
  const noted = await notedThresholds(store.read)
  const warnings = certificateWarnings(certificates, clock.now(), noted)
  const found = warnings.map((one) => foundOf(one, noted.get(watchedName(one))))
  return {
    noticed: [{ kind, prefix: 'certificate/', found, isWhole: true }],
    cursors: Object.fromEntries(warnings.map((one) => [watchedName(one), one.reached])),
  }
}

function foundOf(warning: CertificateWarning, noted: number | undefined): Found {
  const { reached, validTo, use } = warning
  const since = new Date(Date.parse(validTo) - reached * dayMs)
  return {
    subject: watchedName(warning),
    at: since.toISOString(),
    title: certificateItem(watchedNames[use], warning),
    amount: null,
    currency: null,
    deadline: validTo.slice(0, 10),
    address: use === 'listener' ? '/alerts/listener' : '/connection/certificates',
    isMoreUrgent: noted !== undefined && reached < noted,
    isQuiet: reached > noticeDays,
  }
}
