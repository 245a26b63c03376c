/** A clock that runs a hundred times as fast as the machine's, and timers that use it. */
import type { StartTimer } from '../../../../main/platform/timer.ts'
import type { Clock } from '../../../../main/platform/clock.ts'

const factor = 100
const began = { at: Date.now(), ms: performance.now() }
const passedMs = (): number => (performance.now() - began.ms) * factor

export const hurriedClock: Clock = {
  now: () => new Date(began.at + passedMs()),
  monotonicMs: passedMs,
}

const waiting = new Set<() => void>()

/** Replaces the machine's timer (`main/platform/timer.ts`). */
export const hurriedTimer: StartTimer = (afterMs, run) => {
  const ring = (): void => {
    stop()
    run()
  }
  const timer = setTimeout(ring, afterMs / factor)
  const stop = (): void => {
    clearTimeout(timer)
    waiting.delete(ring)
  }
  waiting.add(ring)
  return stop
}

/** Runs every waiting timer at once. */
export function ringAll(): void {
  for (const ring of waiting) ring()
}
