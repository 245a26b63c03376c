/** A time that a test owns: it passes, and its wall clock can be set while nothing passes. */
import type { StartTimer } from '../../../main/platform/timer.ts'
import type { Clock } from '../../../main/platform/clock.ts'

/** The clock, its timers, and the ways to move them. */
export interface MovableTime {
  readonly clock: Clock
  readonly startTimer: StartTimer
  /** So much time passes; what is due by then runs, earliest first. */
  pass(ms: number): void
  /** Somebody sets the wall clock by so much; no time passes. */
  set(byMs: number): void
  /** How many timers wait. */
  waiting(): number
}

/** Begins at an instant, by default one of a plain working day. */
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
