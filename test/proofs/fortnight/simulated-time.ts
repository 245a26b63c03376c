/**
 * The clock of the fortnight: it moves when the proof moves it, and due timers run then. The spec
 * replaces the machine's timers with it (`main/platform/timer.ts`); only the rate budget keeps the
 * machine's, because its rate is measured in real seconds.
 */
import type { StartTimer } from '../../../main/platform/timer.ts'
import type { Clock } from '../../../main/platform/clock.ts'

interface Waiting {
  readonly at: number
  readonly run: () => void
}

/** The time of one run. While the computer sleeps, only its wall clock continues. */
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

  /** The clock for calls to the bank: simulated wall time, real waiting. */
  readonly callingClock: Clock = {
    now: () => new Date(this.#nowMs),
    monotonicMs: () => performance.now(),
  }

  /** The bank's clock: it never sleeps. */
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

  /** Lets only the wall clock move, or everything again. */
  sleep(isAsleep: boolean): void {
    this.#isAsleep = isAsleep
  }

  /** Drops the timers of a program that has ended. */
  forgetTimers(): void {
    this.#waiting.clear()
  }

  /** Moves to an instant; returns the timers due by then, earliest first. */
  moveTo(ms: number): readonly (() => void)[] {
    const byMs = Math.max(0, ms - this.#nowMs)
    this.#nowMs += byMs
    if (this.#isAsleep) return []
    this.#awakeMs += byMs
    const due = [...this.#waiting]
      .filter(({ at }) => at <= this.#awakeMs)
      .sort((one, other) => one.at - other.at)
    return due.map((one) => () => {
      // An earlier timer may have cancelled this one.
      if (this.#waiting.delete(one)) one.run()
    })
  }
}

let current: SimulatedTime | undefined

/** Sets the time of the current run. */
export function useTime(time: SimulatedTime): void {
  current = time
}

/** Replaces the machine's timer in the spec. */
export const simulatedTimer: StartTimer = (afterMs, run) => {
  if (!current) throw new Error('no fortnight is being played')
  return current.startTimer(afterMs, run)
}

/** The machine's own timer. */
export const realTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}
