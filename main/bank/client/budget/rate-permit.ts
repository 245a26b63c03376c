/** What is asked of the rate budget and what it gives. */
import type { Lane } from '../lanes.ts'
import type { TransitBound } from '../transit-allowance.ts'

/** Asks for a slot. */
export interface SlotRequest {
  readonly lane: Lane
  /** Takes a waiting call out; without effect once the slot is granted. */
  readonly signal?: AbortSignal | undefined
  /** A call waits for the end of a pause unless it asks to fail at once. */
  readonly whenPaused?: 'wait' | 'fail' | undefined
  /** True for a call that had a slot and could not use it: it goes to the head of its lane. */
  readonly again?: boolean | undefined
}

/** The right to make one call. Every permit ends in `release`, or in `begin` followed by `ended`. */
export interface Permit {
  readonly kind: 'permit'
  /** Right before the first byte. False: a pause began meanwhile; write nothing, ask again. */
  begin(): boolean
  /** The whole request was handed to the connection. */
  written(bytes: number): void
  /** Response headers came. A 429 silences every API; `retryAfterMs` can only lengthen that. */
  answered(status: number, retryAfterMs?: number): void
  /** The connection is done with this call, with an answer or without. */
  ended(): void
  /** Nothing was written and nothing will be: the slot goes to the next. */
  release(): void
}

/** Why no slot was given. */
export interface SlotRefusal {
  readonly kind: 'refused'
  readonly reason: 'rate-paused' | 'cancelled' | 'closed'
  readonly pausedUntil?: Date
}

/** What the status bar shows. */
export interface RateBudgetState {
  readonly limitPerSecond: number
  readonly used: number
  readonly waiting: Readonly<Record<Lane, number>>
  readonly pausedUntil: Date | null
  readonly transit: TransitBound
  /** Milliseconds until the next slot is free; 0 when one is, null when that hangs on an answer. */
  readonly nextFreeInMs: number | null
  /** False while the store refuses the budget's memory: calls wait, because a restart could not know of them. */
  readonly remembered: boolean
}
