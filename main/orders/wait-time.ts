/**
 * What a wait after a sending goes by (promise P1): this computer's clock, which anybody can set, beside another one that
 * nobody here can. That is the bank's, by the `Date` headers of its answers (RFC 9110, 6.6.1) and the clock of this
 * run since; before any was read in this run it is the newest act of the store and the clock of this run, which is
 * late by the time that the program was off, and never early.
 */
import type { Clock } from '../clock.ts'
import type { ConnectionService } from '../connection/connection.service.ts'
import type { Store } from '../storage/store.ts'

/** Two readings of now: where the clocks differ, each question takes the safe one. */
export interface WaitTime {
  /** The earlier one: of a look-up, and of a day that has to be over. */
  earliest(): Date
  /** The later one: of a sending and of its end, and of what has to be fresh. */
  latest(): Date
}

/** Clocks that are so near are one: nobody waits for a minute's sake. */
const nearMs = 60_000
/** A bank's clock that is further off is not believed: a doubt must not wait for a day that is years ahead. */
export const mostOffMs = 31 * 24 * 60 * 60_000

/** Makes it for an open store. */
export async function openWaitTime(
  clock: Clock,
  connection: Pick<ConnectionService, 'bankTime'>,
  store: Store,
): Promise<WaitTime> {
  const newest = await store.read
    .selectFrom('audit_entries')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const begunMs = clock.monotonicMs()
  const floorMs = newest === undefined ? clock.now().getTime() : Date.parse(newest.at)
  const others = (): number => {
    const here = clock.now().getTime()
    const told = connection.bankTime()?.getTime()
    const offMs = told === undefined ? Infinity : Math.abs(told - here)
    if (offMs < nearMs) return here
    return told === undefined || offMs > mostOffMs
      ? floorMs + (clock.monotonicMs() - begunMs)
      : told
  }
  return {
    earliest: () => new Date(Math.min(clock.now().getTime(), others())),
    latest: () => new Date(Math.max(clock.now().getTime(), others())),
  }
}
