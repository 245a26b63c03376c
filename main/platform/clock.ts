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

/**
 * Returns durations in milliseconds, multiplied by `factor`: proofs do not have the time of
 * operators.
 */
export const scaled = <Name extends string>(
  durations: Readonly<Record<Name, number>>,
  factor: number,
): Readonly<Record<Name, number>> =>
  Object.fromEntries(
    Object.entries<number>(durations).map(([name, ms]) => [name, Math.ceil(ms * factor)]),
  ) as Record<Name, number>

/** Resolves after `ms`; does not keep the program running. For races with slow work. */
export const atMost = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
