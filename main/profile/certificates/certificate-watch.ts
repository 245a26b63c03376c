/**
 * Checks how soon the certificates of one profile expire: at each threshold, every hour in between
 * (a computer sleeps, and its clock can be set), and at once after a wake or a certificate change.
 * Announces that warnings may have changed; the inbox and the window then read them.
 */
import type { CertificateWarning } from '../../../preload/contract/api/certificates/warnings.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import type { SessionContext } from '../session-context.ts'
import type { Reader } from '../../store/store.ts'
import { certificateWarnings, untilNextThreshold } from '../certificate-warnings.ts'

export interface CertificateWatch {
  /** Certificates that expire soon, the earliest first. */
  warnings(): Promise<CertificateWarning[]>
  /** Checks now and starts the periodic checks. No check runs before the first call. */
  look(): void
  stop(): void
}

const [longestWaitMs, shortestWaitMs] = [3_600_000, 1_000]
const prefix = 'certificate/'

type WatchContext = Pick<SessionContext, 'store' | 'clock' | 'profile' | 'emitEvent'>

/** Creates the watch of one open store, not started. */
export function createCertificateWatch(
  { store, clock, profile, emitEvent }: WatchContext,
  { startTimer = systemTimer }: { readonly startTimer?: StartTimer | undefined } = {},
): CertificateWatch {
  let cancel: (() => void) | undefined
  let isStopped = false

  const look = (): void => {
    cancel?.()
    cancel = undefined
    if (isStopped) return
    emitEvent('certificates', 'warningsChanged', {})
    const next = untilNextThreshold(profile().certificates ?? [], clock.now()) ?? longestWaitMs
    cancel = startTimer(Math.min(Math.max(next, shortestWaitMs), longestWaitMs), look)
  }
  return {
    warnings: async () =>
      certificateWarnings(
        profile().certificates ?? [],
        clock.now(),
        await notedThresholds(store.read),
      ),
    look,
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
