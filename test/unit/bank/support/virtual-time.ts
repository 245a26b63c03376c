/**
 * Time that a test controls: a monotonic clock, a wall clock that can be set, and timers in order.
 */
import type { Clock } from '../../../../main/platform/clock.ts'
import type { StartTimer } from '../../../../main/platform/timer.ts'

interface Due {
  readonly at: number
  readonly run: () => void
}

/** Runs everything that only waits for promises. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 12; i += 1) await Promise.resolve()
}

/** Time moves only by `step` and `advance`. */
export class VirtualTime {
  ms = 0
  /** Set it to move the wall clock against the monotonic one. */
  wallOffsetMs = Date.UTC(2026, 10, 2, 12)
  readonly #due: Due[] = []

  readonly clock: Clock = {
    now: () => new Date(this.ms + this.wallOffsetMs),
    monotonicMs: () => this.ms,
  }

  readonly startTimer: StartTimer = (afterMs, run) => {
    const due = { at: this.ms + Math.max(afterMs, 0), run }
    const place = this.#due.findIndex((other) => other.at > due.at)
    this.#due.splice(place < 0 ? this.#due.length : place, 0, due)
    return () => {
      const at = this.#due.indexOf(due)
      if (at >= 0) this.#due.splice(at, 1)
    }
  }

  /** Runs the next timer; false when there is none up to `untilMs`. */
  async step(untilMs = Infinity): Promise<boolean> {
    await settle()
    const next = this.#due[0]
    if (!next || next.at > untilMs) return false
    this.#due.shift()
    this.ms = Math.max(this.ms, next.at)
    next.run()
    return true
  }

  /** Runs everything that is due within the time, and ends there. */
  async advance(ms: number): Promise<void> {
    const until = this.ms + ms
    while (await this.step(until));
    this.ms = until
    await settle()
  }
}
