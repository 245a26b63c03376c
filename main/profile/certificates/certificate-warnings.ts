/**
 * Which certificates end soon, and how soon. Pure. Days are of 24 hours, counted back from the end in UTC: no zone and
 * no daylight saving moves them. Certificates typically expire annually (1-platform.md, Certificates).
 */
import {
  warningDays,
  type CertificateWarning,
  type Successor,
  type WatchedUse,
} from '../../../preload/contract/api/certificates/warnings.ts'

const dayMs = 86_400_000

/** A certificate on which the connection or the alerts rest. Instants are ISO UTC. */
export interface WatchedCertificate {
  readonly use: WatchedUse
  readonly subject: string
  readonly sha256: string
  readonly validTo: string
  readonly successor: Successor | null
}

/** What one certificate is called where it is noted how near its end it has come. */
export const watchedName = ({ use, sha256 }: Pick<WatchedCertificate, 'use' | 'sha256'>): string =>
  `certificate/${use}/${sha256}`

/**
 * The nearest threshold that has been reached: a number of days, 0 once the certificate has ended, undefined while the
 * first is ahead. The last instant of its validity belongs to it (RFC 5280, 4.1.2.5).
 */
export function reachedAt(validTo: string, now: Date): number | undefined {
  const leftMs = Date.parse(validTo) - now.getTime()
  if (leftMs < 0) return 0
  return warningDays.findLast((days) => leftMs <= days * dayMs)
}

/**
 * Those that end within the first threshold, or have ended; the first to end first. `noted` holds the nearest threshold
 * that was noted before, by `watchedName`: a clock that is set back takes no warning away.
 */
export function certificateWarnings(
  watched: readonly WatchedCertificate[],
  now: Date,
  noted: ReadonlyMap<string, number> = new Map(),
): CertificateWarning[] {
  const warnings = watched.flatMap((one): CertificateWarning[] => {
    const byClock = reachedAt(one.validTo, now) ?? Infinity
    const before = noted.get(watchedName(one)) ?? Infinity
    const reached = Math.min(byClock, before)
    if (reached === Infinity) return []
    const daysLeft = Math.floor((Date.parse(one.validTo) - now.getTime()) / dayMs)
    return [{ ...one, daysLeft, reached, clockWentBack: before < byClock }]
  })
  return warnings.sort((one, other) => one.validTo.localeCompare(other.validTo))
}

/** When the next threshold of any of them is reached, in milliseconds from now; null: none is ahead. */
export function untilNextThreshold(
  watched: readonly Pick<WatchedCertificate, 'validTo'>[],
  now: Date,
): number | null {
  const ahead = watched.flatMap(({ validTo }) => {
    const end = Date.parse(validTo)
    // One millisecond after its last instant it has ended.
    const instants = [...warningDays.map((days) => end - days * dayMs), end + 1]
    return instants.map((instant) => instant - now.getTime()).filter((left) => left > 0)
  })
  return ahead.length === 0 ? null : Math.min(...ahead)
}
