/** Clocks are passed in everywhere, so that tests control the time. */

/** Wall time for records, and a monotonic clock for measuring and waiting. */
export interface Clock {
  now(): Date
  /** Milliseconds since some fixed moment of this run; never jumps with the wall clock. */
  monotonicMs(): number
}

export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** Resolves after `ms`; does not keep the program running. For races with slow work. */
export const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
