/** Timers are passed in like the clock, so that tests control them. */

/** Runs a function once after a time in milliseconds; returns a function that cancels it. */
export type StartTimer = (afterMs: number, run: () => void) => () => void

export const systemTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}
