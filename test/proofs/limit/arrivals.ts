/** The limit, judged by the arrivals that the bank of the proof has counted. */
import type { Arrival } from './messages.ts'

export const limit = 5

/**
 * The shortest time between an arrival and the fifth after it: below 1000 ms, a one-second window
 * holds six.
 */
export function tightest(arrivals: readonly Arrival[]): number {
  const at = arrivals.map((each) => each.at)
  return Math.min(...at.slice(limit).map((moment, place) => moment - (at[place] ?? 0)))
}

/** How often six calls arrived within one second. */
export const violations = (arrivals: readonly Arrival[]): number =>
  arrivals.slice(limit).filter(({ at }, place) => at - (arrivals[place]?.at ?? 0) < 1_000).length

/** Returns the share of the limit that was reached between two moments, 1 for all of it. */
export const reached = (arrivals: readonly Arrival[], from: number, to: number): number =>
  arrivals.filter(({ at }) => at >= from && at < to).length / ((limit * (to - from)) / 1_000)
