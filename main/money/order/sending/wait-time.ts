/**
 * The time by which the waits after a sending are measured (Promise P1): this computer's clock,
 * which anybody can set, and a second clock that nobody here can set. The second is the bank's,
 * from the `Date` headers of its answers (RFC 9110, 6.6.1) plus the monotonic clock of this run.
 * Before the first header, the second is the time of the newest sending of earlier runs plus the
 * monotonic clock, which is behind by the time that the program was off. After an hour without a
 * header, this computer's time at the start of the run counts instead.
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
   * The earlier of the two clocks once the bank has sent a Date header in this run; until then this
   * computer's clock. For checks that are repeated with `earliest` when money leaves: the token request before
   * that brings the bank's time.
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
/** After this long without the bank's time, this computer's time at the start counts. */
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
  /** The time without the bank's: the time known before this run, plus the monotonic clock. */
  const alone = (): number => {
    const lastedMs = clock.monotonicMs() - begun.ms
    return (lastedMs < longRunMs ? floorMs : begun.at) + lastedMs
  }
  const told = (here: number): number | undefined => {
    const at = connection.bankTime()?.getTime()
    return at !== undefined && Math.abs(at - here) < nearMs ? here : at
  }
  return {
    earliest: () => {
      const here = clock.now().getTime()
      return new Date(Math.min(here, told(here) ?? alone()))
    },
    latest: () => {
      const here = clock.now().getTime()
      const there = told(here) ?? alone()
      return new Date(there - here > mostAheadMs ? here : Math.max(here, there))
    },
    earliestKnown: () => {
      const here = clock.now().getTime()
      return new Date(Math.min(here, told(here) ?? here))
    },
  }
}
