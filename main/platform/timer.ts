/** Waiting is handed in like the clock, so that tests own it. */

/** Runs something once after a time in milliseconds; the answer takes it back. */
export type StartTimer = (afterMs: number, run: () => void) => () => void

/** The machine's timers. */
export const systemTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}
