/** Status bar item for a certificate that expires within 14 days or has expired. */
import {
  statusBarDays,
  watchedNames,
  type CertificateWarning,
} from '../../preload/contract/api/certificates/warnings.ts'
import { untilText, warningNotes, warningTone } from '../text/certificate-text.ts'
import type { StatusItem } from './shell/status.ts'

/** Returns the item; undefined if no certificate is that close to its expiry. */
export function certificateItem(warnings: readonly CertificateWarning[]): StatusItem | undefined {
  const near = warnings.filter(({ reached }) => reached <= statusBarDays)
  const [first] = near
  if (!first) return undefined
  const others = near.length - 1
  return {
    id: 'certificate',
    label: 'Certificate',
    tone: warningTone(first),
    value: expiryText(first),
    ...(others > 0 && { notice: `${String(others)} more` }),
    detail: near.map((one) => ({
      label: capitalised(watchedNames[one.use]),
      value: `${expiryText(one)}, ${one.validTo.slice(0, 10)}: ${one.subject}`,
    })),
    note: [warningNotes(first), 'Connection, Certificates has the steps to a new one.']
      .filter((part) => part !== '')
      .join(' '),
  }
}

const expiryText = (warning: CertificateWarning): string => {
  if (warning.clockWentBack) return 'clock was set back'
  return warning.daysLeft < 0 ? 'expired' : `expires ${untilText(warning)}`
}
const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
