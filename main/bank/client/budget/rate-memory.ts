/**
 * The state that the rate budget saves across restarts, so that neither window nor pause ends with
 * the process.
 */

/** The state of one bank and consumer key, in wall time. */
export interface RateMemoryState {
  /** No call before this instant (HTTP 429). */
  readonly pausedUntil?: Date
  /** When calls were last known to be possible; absent only if none was ever made. */
  readonly lastCallAt?: Date
  /** The transit allowance of that run, in milliseconds. */
  readonly transitAllowanceMs?: number
}

/** `save` replaces everything and resolves when the state would survive a killed process. */
export interface RateMemory {
  load(): Promise<RateMemoryState>
  save(state: RateMemoryState): Promise<void>
}

/**
 * A loaded pause is cut to this length: a clock that was set back must not block calls for days.
 */
export const longestPauseMs = 600_000
/**
 * An older stamp, by a correct clock, means that no call is still in transit. Twice as long as a
 * stamp is valid.
 */
const pastMs = 120_000
const longestTransitMs = 10_000
/** Delays may have grown since the last save, so a smaller value is raised to this. */
const shortestTransitMs = 500

/** The state that a restart takes over, in milliseconds from now. */
export interface Inheritance {
  /** How long no call may go out; 0 when no pause is pending. */
  readonly pauseMs: number
  /** How long calls of the former run may still arrive; null when there are none. */
  readonly arrivingMs: number | null
}

/**
 * Computes what a former run left. A new store has no past. A stamp that is recent, or in the
 * future because the clock was set back, means that every slot was used the instant before.
 */
export function inherit(state: RateMemoryState, now: Date, unknownTransitMs: number): Inheritance {
  const pauseMs = state.pausedUntil ? state.pausedUntil.getTime() - now.getTime() : 0
  const past = state.lastCallAt && now.getTime() - state.lastCallAt.getTime() < pastMs
  const transitMs = Math.max(state.transitAllowanceMs ?? unknownTransitMs, shortestTransitMs)
  return {
    pauseMs: Math.min(Math.max(pauseMs, 0), longestPauseMs),
    arrivingMs: past ? Math.min(transitMs, longestTransitMs) : null,
  }
}
