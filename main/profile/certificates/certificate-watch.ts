/**
 * Looks how soon the certificates of one profile end: at each threshold, and every hour in between, because a computer
 * sleeps and its clock is set; after a wake and after every change of a certificate at once. Whoever hears that warnings
 * may have changed asks for them: the inbox, and the window.
 */
import type { CertificateWarning } from '../../../preload/contract/api/certificates/warnings.ts'
import { systemTimer, type StartTimer } from '../../platform/timer.ts'
import type { SessionContext } from '../session-context.ts'
import type { Reader } from '../../store/store.ts'
import { certificateWarnings, untilNextThreshold } from './certificate-warnings.ts'

/** The watch of one open store. */
export interface CertificateWatch {
  /** What ends soon, the first to end first. */
  warnings(): Promise<CertificateWarning[]>
  /** Looks now, and from now on by itself; nothing is looked at before. */
  look(): void
  stop(): void
}

const [longestWaitMs, shortestWaitMs] = [3_600_000, 1_000]
const prefix = 'certificate/'

type WatchContext = Pick<SessionContext, 'store' | 'clock' | 'profile' | 'announce'>

/** Makes it. */
export function createCertificateWatch(
  { store, clock, profile, announce }: WatchContext,
  { startTimer = systemTimer }: { readonly startTimer?: StartTimer | undefined } = {},
): CertificateWatch {
  let cancel: (() => void) | undefined
  let isStopped = false

  const look = (): void => {
    cancel?.()
    cancel = undefined
    if (isStopped) return
    announce('certificates', 'warningsChanged', {})
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

/** The nearest threshold of each certificate that the inbox has noted, by `watchedName`. */
export async function notedThresholds(read: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await read
    .selectFrom('inbox_cursors')
    .select(['name', 'seq'])
    .where('name', 'like', `${prefix}%`)
    .execute()
  return new Map(rows.map(({ name, seq }) => [name, seq]))
}
