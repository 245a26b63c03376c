/** Timers are passed in like the clock, so that tests control them. */

/** Runs a function once after a time in milliseconds; returns a function that cancels it. */
export type StartTimer = (afterMs: number, run: () => void) => () => void

export const systemTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs)
  return () => clearTimeout(timer)
}

/** A timer that does not keep the program running. */
export const idleTimer: StartTimer = (afterMs, run) => {
  const timer = setTimeout(run, afterMs).unref()
  return () => clearTimeout(timer)
}

/** Runs a function after each interval; returns a function that stops it. */
export function repeat(startTimer: StartTimer, everyMs: number, run: () => void): () => void {
  let cancel: () => void
  const wait = (): void => {
    cancel = startTimer(everyMs, () => {
      wait()
      run()
    })
  }
  wait()
  return () => cancel()
}
