/**
 * The state that the rate budget saves across restarts, so that neither window nor pause ends with
 * the process.
 */

/** The state of one bank and consumer key, in wall time. */
export interface RateMemoryState {
  /** No call before this instant (HTTP 429). */
  readonly pausedUntil?: Date
  /** The end that the bank itself stated to this workstation; absent: the pause has another source. */
  readonly retryAfterUntil?: Date
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
 * A pause that the bank did not state to this workstation is cut to this length: neither a clock
 * that was set back nor the notice of another workstation may block calls for days.
 */
export const longestPauseMs = 600_000
/** A pause that the bank stated is cut to this length; then the bank is called again. */
export const longestStatedPauseMs = 24 * 3_600_000
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
  /** How long it lasts by the bank's own word, however long; 0 when it did not say. */
  readonly statedMs: number
  /** How long calls of the former run may still arrive; null when there are none. */
  readonly arrivingMs: number | null
}

/**
 * Computes what a former run left. A new store has no past. A stamp that is recent, or in the
 * future because the clock was set back, means that every slot was used the instant before.
 */
export function inherit(state: RateMemoryState, now: Date, unknownTransitMs: number): Inheritance {
  const msUntil = (instant: Date | undefined): number =>
    instant ? Math.max(instant.getTime() - now.getTime(), 0) : 0
  const isSetBack = state.lastCallAt !== undefined && state.lastCallAt > now
  const statedMs = isSetBack ? 0 : msUntil(state.retryAfterUntil)
  const longestMs = Math.max(longestPauseMs, Math.min(statedMs, longestStatedPauseMs))
  const past = state.lastCallAt && now.getTime() - state.lastCallAt.getTime() < pastMs
  const transitMs = Math.max(state.transitAllowanceMs ?? unknownTransitMs, shortestTransitMs)
  return {
    pauseMs: Math.min(msUntil(state.pausedUntil), longestMs),
    statedMs,
    arrivingMs: past ? Math.min(transitMs, longestTransitMs) : null,
  }
}
