/**
 * The certificates of a profile that expire soon, and the watch that announces them. A day is 24 hours, counted back from
 * the expiry in UTC, so time zones and daylight saving have no effect. Certificates typically
 * expire annually (bank document 1, Certificates).
 */
import {
  warningDays,
  type CertificateWarning,
} from '../../preload/contract/api/certificates/warnings.ts'
import { systemTimer, type StartTimer } from '../platform/timer.ts'
import type { Reader } from '../store/store.ts'
import type { SessionContext, WatchedCertificate } from './session-context.ts'

const dayMs = 86_400_000

const prefix = 'certificate/'

/** The key under which the inbox notes the nearest threshold a certificate has reached. */
export const watchedName = ({ use, sha256 }: Pick<WatchedCertificate, 'use' | 'sha256'>): string =>
  `${prefix}${use}/${sha256}`

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

/**
 * Checks how soon the certificates of one profile expire: at each threshold, every hour in between
 * (a computer sleeps, and its clock can be set), and at once after a wake or a certificate change.
 * Announces that warnings may have changed; the inbox and the window then read them.
 */
export interface CertificateWatch {
  /** Certificates that expire soon, the earliest first. */
  warnings(): Promise<CertificateWarning[]>
  /** Checks now and starts the periodic checks. No check runs before the first call. */
  check(): void
  stop(): void
}

const [longestWaitMs, shortestWaitMs] = [3_600_000, 1_000]

type WatchContext = Pick<SessionContext, 'store' | 'clock' | 'profile' | 'emitEvent'>

/** Creates the watch of one open store, not started. */
export function createCertificateWatch(
  { store, clock, profile, emitEvent }: WatchContext,
  { startTimer = systemTimer }: { readonly startTimer?: StartTimer | undefined } = {},
): CertificateWatch {
  let cancel: (() => void) | undefined
  let isStopped = false

  const check = (): void => {
    cancel?.()
    cancel = undefined
    if (isStopped) return
    emitEvent('certificates', 'warningsChanged', {})
    const next = untilNextThreshold(profile().certificates ?? [], clock.now()) ?? longestWaitMs
    cancel = startTimer(Math.min(Math.max(next, shortestWaitMs), longestWaitMs), check)
  }
  return {
    warnings: async () =>
      certificateWarnings(
        profile().certificates ?? [],
        clock.now(),
        await notedThresholds(store.read),
      ),
    check,
    stop() {
      isStopped = true
      cancel?.()
    },
  }
}

/** Returns the nearest threshold the inbox has noted for each certificate, by `watchedName`. */
export async function notedThresholds(read: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('inbox_cursors')
    .select(['name', 'seq'])
    .where('name', 'like', `${prefix}%`)
    .execute()
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}
