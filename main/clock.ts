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
