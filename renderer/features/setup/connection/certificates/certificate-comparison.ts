/** Two stored certificates, fact by fact, and their differences. */
import type { InstalledCertificate } from '../../../../../preload/contract/api/certificates/certificate-inspection.ts'
import { localTime } from '../../../../text/times.ts'
import { utcDay } from '../../../../../preload/contract/kernel/calendar.ts'

/** One fact of each certificate. */
export interface ComparedFact {
  readonly id: string
  readonly label: string
  readonly current: string
  readonly other: string
  readonly differs: boolean
  readonly mono?: boolean
}

const instant = (at: string): string => `${utcDay(at)} ${at.slice(11, 16)} UTC`

function factsOf({ chain, provenAt, takenAt, requestedAt }: InstalledCertificate) {
  const [leaf] = chain
  const above = chain.slice(1).map(({ subject }) => subject)
  return {
    subject: leaf?.subject ?? '',
    issuer: leaf?.issuer ?? '',
    serial: leaf?.serialNumber ?? '',
    from: leaf ? instant(leaf.validFrom) : '',
    until: leaf ? instant(leaf.validTo) : '',
    key: leaf?.keyKind ?? '',
    uses: leaf?.uses.join(', ') ?? '',
    above: above.join('; '),
    sha256: leaf?.sha256 ?? '',
    keyFrom: requestedAt === null ? 'Elsewhere' : `Requested here on ${utcDay(requestedAt)}`,
    taken: localTime(takenAt),
    proven: provenAt === null ? 'Not yet' : localTime(provenAt),
  }
}

const labels: Readonly<Record<keyof ReturnType<typeof factsOf>, string>> = {
  subject: 'Subject',
  issuer: 'Issued by',
  serial: 'Serial number',
  from: 'Valid from',
  until: 'Valid until',
  key: 'Key',
  uses: 'Uses',
  above: 'Above it',
  sha256: 'SHA-256',
  keyFrom: 'Its key',
  taken: 'Imported',
  proven: 'Proven',
}

/** Returns every fact in the order in which a person checks it. */
export function comparisonOf(
  current: InstalledCertificate,
  other: InstalledCertificate,
): ComparedFact[] {
  const [one, two] = [factsOf(current), factsOf(other)]
  return (Object.keys(labels) as (keyof typeof labels)[]).map((id) => ({
    id,
    label: labels[id],
    current: one[id],
    other: two[id],
    differs: one[id] !== two[id],
    ...((id === 'serial' || id === 'sha256') && { mono: true }),
  }))
}
