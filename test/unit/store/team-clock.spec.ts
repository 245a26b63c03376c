/** The clock of a team, whatever happens to the clocks that it is made of. */
import { describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../main/platform/clock.ts'
import {
  momentNow,
  onlyMember,
  type DatabaseTime,
  type Moment,
} from '../../../main/store/membership.ts'
import { clockOf, TeamClock, timeBy } from '../../../main/store/team-clock.ts'

const [second, minute] = [1_000, 60_000]
const start = Date.parse('2026-11-23T14:00:00.000Z')

/** A workstation and a database, each with its own clocks. */
class Play {
  #now: Moment = { monotonicMs: 7_000, uptimeMs: 90_000 }
  #databaseMs = start
  readonly clock = new TeamClock(this.#read(), () => this.#now)

  #read(): DatabaseTime {
    return { moment: this.#now, at: this.#databaseMs }
  }

  /** The team's time, in milliseconds since the start. */
  get ms(): number {
    return this.clock.now().getTime() - start
  }

  pass(ms: number): void {
    const { monotonicMs, uptimeMs } = this.#now
    this.#now = { monotonicMs: monotonicMs + ms, uptimeMs: uptimeMs + ms }
    this.#databaseMs += ms
  }

  sleep(ms: number): void {
    const { monotonicMs, uptimeMs } = this.#now
    this.#now = { monotonicMs, uptimeMs: uptimeMs + ms }
    this.#databaseMs += ms
  }

  setDatabase(byMs: number): void {
    this.#databaseMs += byMs
  }

  hear(): void {
    this.clock.hear(this.#read())
  }
}

describe('the clock of a team', () => {
  it('is that of the database, and goes on while the database is silent', () => {
    const play = new Play()
    expect(play.ms).toBe(0)
    play.pass(10 * minute)
    expect(play.ms).toBe(10 * minute)
    play.hear()
    expect(play.ms).toBe(10 * minute)
  })

  it('stays right while somebody sets the clock of the computer', () => {
    const clock = new TeamClock({ moment: momentNow(), at: start })
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      for (const byMs of [5 * minute, -5 * minute]) {
        vi.setSystemTime(start + byMs)
        const off = clock.now().getTime() - start
        expect(off).toBeGreaterThanOrEqual(0)
        expect(off).toBeLessThan(4 * minute)
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('counts the time in which the computer slept', () => {
    const play = new Play()
    play.sleep(8 * 60 * minute)
    expect(play.ms).toBe(8 * 60 * minute)
  })

  it('follows the database at once when that is set forward', () => {
    const play = new Play()
    play.setDatabase(5 * minute)
    play.hear()
    expect(play.ms).toBe(5 * minute)
  })

  it('never runs backwards when the database is set back, and goes at half speed until that has caught up', () => {
    const play = new Play()
    play.setDatabase(-5 * minute)
    const read: number[] = []
    for (let beat = 0; beat < 700; beat += 1) {
      play.hear()
      read.push(play.ms)
      play.pass(second / 2)
      read.push(play.ms)
      play.pass(second / 2)
    }
    expect(read.every((ms, at) => ms >= (read[at - 1] ?? 0))).toBe(true)
    expect(new Set(read.slice(0, 1_000)).size).toBe(1_000)
    expect(read[2 * 100]).toBe(50 * second)
    // After ten minutes the database is where the team was after five.
    expect(read[2 * 600]).toBe(5 * minute)
    expect(read[2 * 660]).toBe(6 * minute)
  })

  it('never runs backwards when the database comes back after a loss with an older time', () => {
    const play = new Play()
    play.pass(3 * minute)
    const before = play.ms
    play.setDatabase(-2 * minute)
    play.hear()
    expect(play.ms).toBe(before)
    play.pass(minute)
    expect(play.ms).toBe(before + minute / 2)
  })
})

describe('the time of the database', () => {
  const moment = (ms: number): Moment => ({ monotonicMs: ms, uptimeMs: ms })
  const known: DatabaseTime = { moment: moment(0), at: start }

  it('is at first what it said, and was true at some time before the answer', () => {
    const reading = { at: start, asked: moment(100), answered: moment(140) }
    expect(timeBy(reading)).toEqual({ moment: moment(140), at: start })
  })

  it('stays as it is known where a slow answer allows that', () => {
    const reading = { asked: moment(1_000), answered: moment(1_400) }
    expect(timeBy({ ...reading, at: start + 1_300 }, known).at).toBe(start + 1_400)
    expect(timeBy({ ...reading, at: start + 1_000 }, known).at).toBe(start + 1_400)
  })

  it('becomes the nearest that the answer allows', () => {
    const reading = { asked: moment(1_000), answered: moment(1_010) }
    expect(timeBy({ ...reading, at: start + 1_050 }, known).at).toBe(start + 1_050)
    expect(timeBy({ ...reading, at: start + 900 }, known).at).toBe(start + 910)
  })

  it('is not moved by an answer that came while the computer slept', () => {
    const asked = moment(1_000)
    const answered = { monotonicMs: 1_100, uptimeMs: 9 * 60 * minute }
    const slept = timeBy({ at: start + 1_050, asked, answered }, known)
    expect(slept.at).toBe(start + 9 * 60 * minute)
    const opened = timeBy({ at: start + 1_050, asked, answered })
    expect(opened.at).toBe(start + 1_050)
  })
})

describe('the clock of a session', () => {
  it('is that of the computer for a store in a file', () => {
    expect(clockOf(systemClock, onlyMember)).toBe(systemClock)
  })

  it('tells the time of the team and measures by the computer in a shared store', () => {
    const team = { now: () => new Date(start) }
    const own = { now: () => new Date(start + 5 * minute), monotonicMs: () => 42 }
    const clock = clockOf(own, { ...onlyMember, clock: team })
    expect([clock.now(), clock.monotonicMs()]).toEqual([new Date(start), 42])
  })
})
