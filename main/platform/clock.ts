/** Time is handed in everywhere, so that tests own it. */

/** Wall time for records, and a clock that only moves forward for measuring and waiting. */
export interface Clock {
  now(): Date
  /** Milliseconds since some fixed moment of this run; never jumps with the wall clock. */
  monotonicMs(): number
}

/** The machine's clocks. */
export const systemClock: Clock = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
}

/** Resolves after so long; keeps no program alive. For races with what may take longer. */
export const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
