/** Where a finding is corrected in this program. */
import type { DoctorFinding, DoctorStep } from '../../../../../preload/contract/api/doctor.ts'
import { sections, type SectionId } from '../sections.ts'

const inSections: Partial<Record<DoctorFinding, SectionId>> = {
  'address-not-found': 'addresses',
  'connection-refused': 'addresses',
  'proxy-unreachable': 'addresses',
  'proxy-no-answer': 'addresses',
  'proxy-answer-unusable': 'addresses',
  'proxy-sign-in-refused': 'addresses',
  'server-name-mismatch': 'addresses',
  'tls-too-old': 'addresses',
  'not-tls': 'addresses',
  'health-unreadable': 'addresses',
  'partner-id-missing': 'addresses',
  'no-address-registered': 'addresses',
  'row-numbers-in-body': 'addresses',
  'row-numbers-in-query': 'addresses',
  'listener-off': 'addresses',
  'no-public-address': 'addresses',
  'proxy-opens-tls': 'certificates',
  'server-certificate-not-trusted': 'certificates',
  'client-certificate-refused': 'certificates',
  'client-certificate-expires-soon': 'certificates',
  'client-certificate-expired': 'certificates',
  'client-certificate-unusable': 'certificates',
  'alerts-not-trusted': 'certificates',
  'credentials-refused': 'credentials',
  'product-missing': 'products',
  'product-not-agreed': 'products',
}

/** Returns the place that corrects what a step found; undefined: it is not in this program. */
export function correctionOf({ state, finding }: DoctorStep) {
  if (state === 'waiting') return undefined
  if (finding === 'listener-failed' || finding === 'nobody-listens')
    return { to: '/alerts/listener', label: 'Listener' }
  const section = sections.find(({ id }) => id === inSections[finding])
  return section && { to: `/connection/${section.id}`, label: section.label }
}
