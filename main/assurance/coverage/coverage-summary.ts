/** A summary of coverage, and how the listener is watched. */
import type {
  CoverageSummary,
  CoverageWatch,
} from '../../../preload/contract/api/coverage/coverage.ts'
import type { SessionContext } from '../../profile/session-context.ts'
import { silenceAfterMs } from './silence.ts'
import { isLeft, manualChecksBySweep } from './manual-checks.ts'

type SummaryContext = Pick<SessionContext, 'store' | 'clock' | 'profile' | 'bankingZone'>

/**
 * Returns the instant up to which everything was received or queried: the start of the first gap
 * that waits for its end or a sweep, or that has an unanswered query, and never later than the
 * listener's last recorded minute.
 */
export async function summaryOf({
  store,
  clock,
}: SummaryContext): Promise<Omit<CoverageSummary, 'sweep'>> {
  const waiting = await store.read
    .selectFrom('alert_gaps')
    .select('from_at')
    .where('state', 'in', ['open', 'waiting'])
    // An operator requested a sweep of these days, which says nothing about what was received.
    .where('cause', '!=', 'requested')
    .orderBy('from_at')
    .execute()
  const unanswered = await store.read
    .selectFrom('alert_gaps as g')
    .innerJoin('sweep_parts', 'sweep_parts.sweep_id', 'g.sweep_id')
    .select((select) => select.fn.min<string | null>('g.from_at').as('from_at'))
    .where('g.state', '=', 'partly')
    .where('g.cause', '!=', 'requested')
    // Queries that the bank does not offer are listed apart, for a manual check.
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
  // At most a minute old while the listener runs. After a clock was set back, an instant still in
  // the future does not count.
  const ends = [newest?.until_at, waiting[0]?.from_at, unanswered?.from_at, now]
  const [coveredTo = null] = ends.filter((end) => typeof end === 'string').sort()
  return {
    openGaps: waiting.length,
    toCheck: [...toCheck.values()].reduce((sum, count) => sum + count, 0),
    coveredTo: newest ? coveredTo : null,
  }
}

/** Returns how the listener is watched, and how the bank's silence is judged. */
export async function watchOf(
  { store, profile, bankingZone }: SummaryContext,
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
    state: first ? watched : 'never',
    since: first?.from_at ?? null,
    zone: bankingZone(),
    silence:
      expectedDaily === null || afterMs === null
        ? null
        : { expectedDaily, afterMinutes: Math.ceil(afterMs / 60_000) },
  }
}
