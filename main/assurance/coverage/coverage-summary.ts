/** How things stand in short, and how the listener is watched. */
import type {
  CoverageSummary,
  CoverageWatch,
} from '../../../preload/contract/api/coverage/coverage.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { silenceAfterMs } from './silence.ts'
import { isLeft, manualChecksBySweep } from './manual-checks.ts'

type SummaryContext = Pick<SessionContext, 'store' | 'clock' | 'profile'>

/**
 * Until when everything was received or asked for: up to the first gap that waits for its end or for a sweep, or of
 * which a question has no answer; and never further than the last sign of life.
 */
export async function summaryOf({
  store,
  clock,
}: SummaryContext): Promise<Omit<CoverageSummary, 'sweep'>> {
  const waiting = await store.read
    .selectFrom('alert_gaps')
    .select('from_at')
    .where('state', 'in', ['open', 'waiting'])
    // Somebody wants these days asked for: that says nothing of what was received.
    .where('cause', '!=', 'asked')
    .orderBy('from_at')
    .execute()
  const unanswered = await store.read
    .selectFrom('alert_gaps as g')
    .innerJoin('sweep_parts', 'sweep_parts.sweep_id', 'g.sweep_id')
    .select((select) => select.fn.min<string | null>('g.from_at').as('from_at'))
    .where('g.state', '=', 'partly')
    .where('g.cause', '!=', 'asked')
    // What the bank cannot be asked at all is told apart, as what is to be checked.
    .where('sweep_parts.state', '!=', 'impossible')
    .where(isLeft)
    .executeTakeFirst()
  const toCheck = await manualChecksBySweep(store.read)
  const newest = await store.read
    .selectFrom('listener_watch')
    .select('until_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const now = clock.now().toISOString()
  // A minute old at most while something listens; a clock that was set back makes nothing of what is to come.
  const ends = [newest?.until_at, waiting[0]?.from_at, unanswered?.from_at, now]
  const [coveredTo = null] = ends.filter((end) => typeof end === 'string').sort()
  return {
    openGaps: waiting.length,
    toCheck: [...toCheck.values()].reduce((sum, count) => sum + count, 0),
    coveredTo: newest ? coveredTo : null,
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
