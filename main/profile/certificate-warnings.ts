/**
 * Computes which certificates expire soon, and how soon. Pure. A day is 24 hours, counted back from
 * the expiry in UTC, so time zones and daylight saving have no effect. Certificates typically
 * expire annually (bank document 1, Certificates).
 */
import {
  warningDays,
  type CertificateWarning,
  type Successor,
  type WatchedUse,
} from '../../preload/contract/api/certificates/warnings.ts'

const dayMs = 86_400_000

/** A certificate that the connection or the alerts depend on. Instants are ISO UTC. */
export interface WatchedCertificate {
  readonly use: WatchedUse
  readonly subject: string
  readonly sha256: string
  readonly validTo: string
  readonly successor: Successor | null
}

/** The key under which the inbox notes the nearest threshold a certificate has reached. */
export const watchedName = ({ use, sha256 }: Pick<WatchedCertificate, 'use' | 'sha256'>): string =>
  `certificate/${use}/${sha256}`

/**
 * Returns the nearest threshold reached, in days: 0 once the certificate has expired, undefined
 * before the first threshold. The last instant of the validity still belongs to it (RFC 5280,
 * 4.1.2.5).
 */
export function reachedAt(validTo: string, now: Date): number | undefined {
  const leftMs = Date.parse(validTo) - now.getTime()
  if (leftMs < 0) return 0
  return warningDays.findLast((days) => leftMs <= days * dayMs)
}

/**
 * Returns the certificates that have expired or expire within the first threshold, the earliest
 * first. `noted` holds the nearest threshold noted before, by `watchedName`, so a clock that is set
 * back removes no warning.
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

/**
 * Returns the milliseconds from now until any certificate reaches its next threshold; null when
 * none is left.
 */
export function untilNextThreshold(
  watched: readonly Pick<WatchedCertificate, 'validTo'>[],
  now: Date,
): number | null {
  const ahead = watched.flatMap(({ validTo }) => {
    const end = Date.parse(validTo)
    // A certificate has expired one millisecond after its last valid instant.
    const instants = [...warningDays.map((days) => end - days * dayMs), end + 1]
    return instants.map((instant) => instant - now.getTime()).filter((left) => left > 0)
  })
  return ahead.length === 0 ? null : Math.min(...ahead)
}
