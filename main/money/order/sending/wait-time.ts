/**
 * What a wait after a sending goes by (promise P1): this computer's clock, which anybody can set, beside another one that
 * nobody here can. That is the bank's, by the `Date` headers of its answers (RFC 9110, 6.6.1) and the clock of this
 * run since. Before any was read it is the newest sending of earlier runs and the clock of this run, which is late by the
 * time that the program was off; a bank that sends none in an hour leaves what this computer said at the start.
 */
import type { Clock } from '../../../platform/clock.ts'
import type { ConnectionService } from '../../../profile/connection/connection.service.ts'
import type { Store } from '../../../store/store.ts'

/** Two readings of now: where the clocks differ, each question takes the safe one. */
export interface WaitTime {
  /** The earlier one: of a look-up, and of a day that has to be over. */
  earliest(): Date
  /** The later one: of a sending and of its end, and of what has to be fresh. */
  latest(): Date
  /**
   * The earlier one as soon as the bank has told what time it is in this run, and before that this computer's: of what
   * is asked again by `earliest` when money leaves, since a token is fetched before that.
   */
  asTold(): Date
}

/** Clocks that are so near are one: nobody waits for a minute's sake. */
const nearMs = 60_000
/** A bank's clock that is further ahead is not believed: a doubt must not wait for a day that is years off. */
const mostAheadMs = 31 * 24 * 60 * 60_000
/** After so long a run without a word of the bank's clock, what this computer's said at its start counts. */
const longRunMs = 60 * 60_000

/** Reads the newest sending of an open store, before anything of this run is written of its sendings. */
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
  /** Without the bank: by the clock of this run, from what was known before it. */
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
    asTold: () => {
      const here = clock.now().getTime()
      return new Date(Math.min(here, told(here) ?? here))
    },
  }
}
