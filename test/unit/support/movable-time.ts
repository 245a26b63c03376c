/**
 * A time that a test controls: time can pass, and the wall clock can be set while no time passes.
 */
import type { StartTimer } from '../../../main/platform/timer.ts'
import type { Clock } from '../../../main/platform/clock.ts'

/** The clock, its timers, and the functions that move them. */
export interface MovableTime {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** Lets time pass; runs the timers due by then, earliest first. */
  pass(ms: number): void
  /** Sets the wall clock by so much; no time passes. */
  set(byMs: number): void
  /** Number of waiting timers. */
  waiting(): number
}

/** Begins at an instant, by default on an ordinary working day. */
export function movableTime(start = '2026-11-18T15:00:00Z'): MovableTime {
  let wall = Date.parse(start)
  let steady = 1_000
  const waiting = new Set<{ readonly at: number; readonly run: () => void }>()
  return {
    clock: { now: () => new Date(wall), monotonicMs: () => steady },
    startTimer(afterMs, run) {
      const one = { at: steady + afterMs, run }
      waiting.add(one)
      return () => waiting.delete(one)
    },
    pass(ms) {
      const until = steady + ms
      for (;;) {
        const [next] = [...waiting].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)
        if (!next) break
        waiting.delete(next)
        wall += Math.max(0, next.at - steady)
        steady = Math.max(steady, next.at)
        next.run()
      }
      wall += until - steady
      steady = until
    },
    set(byMs) {
      wall += byMs
    },
    waiting: () => waiting.size,
  }
}
