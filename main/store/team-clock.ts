/**
 * The one wall clock of workstations that share a store: that of its database. Rules compare
 * instants that different computers wrote, so no computer's own clock may decide about them.
 */
import type { Clock } from '../platform/clock.ts'
import {
  momentNow,
  msSince,
  type DatabaseTime,
  type Membership,
  type Moment,
} from './membership.ts'

/** The database said `at` between two moments. */
export interface ClockReading {
  readonly at: number
  readonly asked: Moment
  readonly answered: Moment
}

/**
 * Returns the database's time by a reading: the time that was known before if the reading allows it,
 * otherwise the nearest one that it allows. So the quickest answer decides, and a slow one, during
 * which the computer may have slept, makes the time no worse.
 */
export function timeBy({ at, asked, answered }: ClockReading, known?: DatabaseTime): DatabaseTime {
  const byKnown = known ? known.at + msSince(known.moment, answered) : at
  const latest = at + msSince(asked, answered)
  return { moment: answered, at: Math.min(Math.max(byKnown, at), latest) }
}

/**
 * The database's time as it was heard last, carried on by the clocks of this computer that nobody
 * sets. Never runs backwards: if the database was set back, it goes at half speed until the database
 * has caught up. A clock that stopped would keep a status inquiry fresh for as long.
 */
export class TeamClock {
  readonly #momentNow: typeof momentNow
  #heard: DatabaseTime
  /** What this clock said then. */
  #said: DatabaseTime

  constructor(heard: DatabaseTime, moment = momentNow) {
    this.#momentNow = moment
    this.#heard = heard
    this.#said = heard
  }

  now(): Date {
    return new Date(this.#at(this.#momentNow()))
  }

  /** Goes on from what was heard later. */
  hear(heard: DatabaseTime): void {
    const moment = this.#momentNow()
    this.#said = { moment, at: this.#at(moment) }
    this.#heard = heard
  }

  #at(now: Moment): number {
    return Math.max(
      this.#heard.at + msSince(this.#heard.moment, now),
      this.#said.at + msSince(this.#said.moment, now) / 2,
    )
  }
}

/** Returns the clock of a session: wall time of its team if it has one, and this computer's waits. */
export const clockOf = (own: Clock, { clock }: Pick<Membership, 'clock'>): Clock =>
  clock === null ? own : { now: () => clock.now(), monotonicMs: () => own.monotonicMs() }
