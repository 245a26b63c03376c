/**
 * The clock of the fortnight: it moves when the proof moves it, and what waits for it is run then. The spec puts its
 * timers in place of the machine's (`main/platform/timer.ts`); the rate budget alone keeps the machine's, since what it
 * keeps is measured in real seconds.
 */
import type { StartTimer } from '../../../main/platform/timer.ts'
import type { Clock } from '../../../main/platform/clock.ts'

interface Waiting {
  readonly at: number
  readonly run: () => void
}

/** One run's time. A computer that sleeps has a wall clock that goes on, and nothing else. */
export class SimulatedTime {
  #nowMs: number
  #awakeMs = 0
  #isAsleep = false
  readonly #waiting = new Set<Waiting>()

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  readonly clock: Clock = {
    now: () => new Date(this.#nowMs),
    monotonicMs: () => this.#awakeMs,
  }

  /** The clock of whoever talks to the bank: its wall time is simulated, its waiting is real. */
  readonly callingClock: Clock = {
    now: () => new Date(this.#nowMs),
    monotonicMs: () => performance.now(),
  }

  /** The bank's: it never sleeps. */
  readonly bankClock: Clock = {
    now: () => new Date(this.#nowMs),
    monotonicMs: () => this.#nowMs,
  }

  readonly startTimer: StartTimer = (afterMs, run) => {
    const waiting = { at: this.#awakeMs + afterMs, run }
    this.#waiting.add(waiting)
    return () => this.#waiting.delete(waiting)
  }

  nowMs(): number {
    return this.#nowMs
  }

  /** From now on the wall clock alone moves; or everything again. */
  sleep(isAsleep: boolean): void {
    this.#isAsleep = isAsleep
  }

  /** What waited for a program that has ended never happens. */
  forgetTimers(): void {
    this.#waiting.clear()
  }

  /** Moves on to a moment; answers what has become due by then, earliest first. */
  moveTo(ms: number): readonly (() => void)[] {
    const byMs = Math.max(0, ms - this.#nowMs)
    this.#nowMs += byMs
    if (this.#isAsleep) return []
    this.#awakeMs += byMs
    const due = [...this.#waiting]
      .filter(({ at }) => at <= this.#awakeMs)
      .sort((one, other) => one.at - other.at)
    return due.map((one) => () => {
      // Taken back meanwhile by what ran before it.
      if (this.#waiting.delete(one)) one.run()
    })
  }
}

let current: SimulatedTime | undefined

/** The time of the run that is played now. */
export function useTime(time: SimulatedTime): void {
  current = time
}

/** What the spec puts in place of the machine's timer. */
export const simulatedTimer: StartTimer = (afterMs, run) => {
  if (!current) throw new Error('no fortnight is being played')
  return current.startTimer(afterMs, run)
}

/** The machine's own. */
export const realTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}
