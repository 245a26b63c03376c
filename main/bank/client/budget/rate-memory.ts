/** What the rate budget remembers across restarts, so that neither window nor silence ends with the process. */

/** The state of one bank and consumer key, in wall time. */
export interface RateMemoryState {
  /** No call before this instant (HTTP 429). */
  readonly pausedUntil?: Date
  /** When calls were last known to be possible; absent only where none was ever made. */
  readonly lastCallAt?: Date
  /** How long the calls of that run may have travelled, in milliseconds. */
  readonly transitAllowanceMs?: number
}

/** Where it is kept. `save` replaces everything and resolves when it would outlive a killed process. */
export interface RateMemory {
  load(): Promise<RateMemoryState>
  save(state: RateMemoryState): Promise<void>
}

/** A pause loaded from the store is cut to this: a clock that was set back must not silence us for days. */
export const longestPauseMs = 600_000
/** A stamp older than this, by an honest clock, leaves no call in the air. Twice how long a stamp serves. */
const pastMs = 120_000
const longestTransitMs = 10_000
/** Delays may have grown since the last save, so a smaller figure is not believed. */
const shortestTransitMs = 500

/** What a restart inherits, in milliseconds from now. */
export interface Inheritance {
  /** How long to keep silent; 0 when no pause is pending. */
  readonly pauseMs: number
  /** How long calls of the former run may still arrive; null when there are none. */
  readonly arrivingMs: number | null
}

/**
 * Reads what a former run left. A brand-new store has no past. A stamp that is recent, or from the
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
