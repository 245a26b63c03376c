/** Requests to the rate budget and its answers. */
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import type { CallsNow } from '../../../store/shared-slots.ts'
import type { TransitBound } from '../transit-allowance.ts'

/** A request for a slot. */
export interface SlotRequest {
  readonly lane: Lane
  /** Withdraws a waiting call; without effect once the slot is granted. */
  readonly signal?: AbortSignal | undefined
  /** A call waits for the end of a pause unless this is `fail`. */
  readonly whenPaused?: 'wait' | 'fail' | undefined
  /** True for a call that had a slot and could not use it: it goes to the head of its lane. */
  readonly again?: boolean | undefined
}

/**
 * The right to make one call. Every permit ends in `release`, or in `begin` followed by `ended`.
 */
export interface Permit {
  readonly kind: 'permit'
  /**
   * Called right before the first byte. False: a pause began meanwhile, or what the call needs was
   * lost; write nothing, acquire again.
   */
  begin(): boolean
  /** The whole request was handed to the connection. */
  written(bytes: number): void
  /** Response headers came. A 429 pauses every API; `retryAfterMs` can only lengthen the pause. */
  answered(status: number, retryAfterMs?: number): void
  /** The connection is done with this call, with an answer or without. */
  ended(): void
  /** Nothing was written and nothing will be: the slot goes to the next call. */
  release(): void
}

/** Why no slot was given. */
export interface SlotRefusal {
  readonly kind: 'refused'
  readonly reason: 'rate-paused' | 'cancelled' | 'closed'
  readonly pausedUntil?: Date
}

/** The state that the status bar shows. */
export interface RateBudgetState extends CallsNow {
  readonly limitPerSecond: number
  /** With those of the workstations that share the limit; null: it is not shared. */
  readonly ofTeam: CallsNow | null
  readonly pausedUntil: Date | null
  /** When the bank wants to be called again, where that is after the longest pause; else null. */
  readonly statedUntil: Date | null
  readonly transit: TransitBound
  /**
   * Milliseconds until the next slot is free; 0 when one is free, null when that depends on an
   * answer.
   */
  readonly nextFreeInMs: number | null
  /**
   * False while the budget's memory cannot be saved: without a team, calls wait, because a restart
   * could not know of them.
   */
  readonly remembered: boolean
}
