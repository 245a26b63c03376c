/**
 * The present time by two clocks, for waits after a sending (Promise P1): the session's, which is
 * this computer's or the team's and can be set, and the bank's, which nobody here can set.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { ConnectionService } from '../../../profile/connection.service.ts'
import type { Store } from '../../../store/store.ts'

/** Readings of the present time; where the clocks differ, each caller takes the safe one. */
export interface WaitTime {
  /** The earlier reading: for status inquiries, and for a day that must be over. */
  earliest(): Date
  /** The later reading: for a sending and its end, and for freshness. */
  latest(): Date
  /**
   * The earlier of the two clocks once the bank has sent a Date header in this run; until then the
   * session's. Use for checks that `earliest` repeats before money leaves: the token request
   * in between brings the bank's time.
   */
  earliestKnown(): Date
}

/** Clocks this near count as equal, so that nobody waits for a minute. */
const nearMs = 60_000
/**
 * A bank clock further ahead is ignored: an unknown outcome must not wait for a day that is years
 * away.
 */
const mostAheadMs = 31 * 24 * 60 * 60_000
/** After this long without the bank's time, the session's time at the start counts. */
const longRunMs = 60 * 60_000

/** Reads the newest sending of an open store; call before this run writes any sending. */
export async function openWaitTime(
  clock: Clock,
  connection: Pick<ConnectionService, 'bankTime'>,
  store: Store,
): Promise<WaitTime> {
  const newest = await store.read
    .selectFrom('order_attempts')
    .select(({ fn }) => [
      fn.max<string | null>('journalled_at').as('journalled'),
      fn.max<string | null>('ended_at').as('ended'),
    ])
    .executeTakeFirstOrThrow()
  const begun = { ms: clock.monotonicMs(), at: clock.now().getTime() }
  const sent = [newest.journalled, newest.ended].flatMap((at) => at ?? [])
  const floorMs = sent.length === 0 ? begun.at : Math.max(...sent.map((at) => Date.parse(at)))
  /**
   * Stands for the bank's clock before the first header of this run:
   * - for an hour, the time of the newest sending of earlier runs plus the monotonic clock, which
   *   is behind by the time that the program was off;
   * - after that hour, the session's time at the start plus the monotonic clock;
   * - without an earlier sending, always the latter.
   */
  const withoutBankTime = (): number => {
    const lastedMs = clock.monotonicMs() - begun.ms
    return (lastedMs < longRunMs ? floorMs : begun.at) + lastedMs
  }
  /**
   * The bank's clock: the `Date` header of its last answer (RFC 9110, 6.6.1) plus the monotonic
   * clock; undefined before the first header. A bank clock within a minute of the session's
   * clock counts as equal.
   */
  const bankTime = (here: number): number | undefined => {
    const at = connection.bankTime()?.getTime()
    return at !== undefined && Math.abs(at - here) < nearMs ? here : at
  }
  return {
    earliest: () => {
      const here = clock.now().getTime()
      return new Date(Math.min(here, bankTime(here) ?? withoutBankTime()))
    },
    latest: () => {
      const here = clock.now().getTime()
      const there = bankTime(here) ?? withoutBankTime()
      return new Date(there - here > mostAheadMs ? here : Math.max(here, there))
    },
    earliestKnown: () => {
      const here = clock.now().getTime()
      return new Date(Math.min(here, bankTime(here) ?? here))
    },
  }
}
