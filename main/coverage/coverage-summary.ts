/** How things stand in short, and how the listener is watched. */
import type { CoverageSummary, CoverageWatch } from '../../preload/contract/coverage/coverage.ts'
import type { DeskContext } from '../profiles/desk-context.ts'
import { silenceAfterMs } from './silence.ts'
import { toCheckBySweep } from './to-check.ts'

type SummaryContext = Pick<DeskContext, 'store' | 'clock' | 'profile'>

/** Until when everything was received or asked for: up to the first gap that waits for its end or for a sweep. */
export async function summaryOf(
  { store, clock }: SummaryContext,
  isListening: boolean,
): Promise<Omit<CoverageSummary, 'sweep'>> {
  const waiting = await store.read
    .selectFrom('alert_gaps')
    .select('from_at')
    .where('state', 'in', ['open', 'waiting'])
    .orderBy('from_at')
    .execute()
  const toCheck = await toCheckBySweep(store.read)
  const newest = await store.read
    .selectFrom('listener_watch')
    .select('until_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const now = clock.now().toISOString()
  const whole = newest && isListening ? now : (newest?.until_at ?? null)
  return {
    openGaps: waiting.length,
    toCheck: [...toCheck.values()].reduce((sum, count) => sum + count, 0),
    coveredTo: newest ? (waiting[0]?.from_at ?? whole) : null,
  }
}

/** How the listener is watched, and how silence is judged. */
export async function watchOf(
  { store, profile }: SummaryContext,
  isListening: boolean,
): Promise<CoverageWatch> {
  const first = await store.read
    .selectFrom('listener_watch')
    .select('from_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  const expectedDaily = profile().details?.alerts.expectedDaily ?? null
  const afterMs = silenceAfterMs(expectedDaily)
  const watched = isListening ? 'listening' : 'down'
  return {
    standing: first ? watched : 'never',
    since: first?.from_at ?? null,
    silence:
      expectedDaily === null || afterMs === null
        ? null
        : { expectedDaily, afterMinutes: Math.ceil(afterMs / 60_000) },
  }
}
