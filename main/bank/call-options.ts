/** The options of a call besides its request. */
import type { Lane } from '../../preload/contract/bank/lanes.ts'

/** The operator, the urgency, and the behavior during a pause of the rate budget. */
export interface CallOptions {
  /** The operator who makes the call, or `system`. */
  readonly actor: string
  readonly lane?: Lane
  readonly whenPaused?: 'wait' | 'fail' | undefined
  /** Withdraws the call while nothing was written. */
  readonly signal?: AbortSignal | undefined
  /**
   * Awaited when the call has its token and its slot, right before its first byte: for data that
   * must be on the disk by then. If it rejects, nothing is sent and the call ends `not-sent` as
   * cancelled. The callback runs again when the call needs another slot: after a pause that began
   * meanwhile, and for a read call after a 401.
   */
  readonly beforeSending?: (() => Promise<void>) | undefined
  /**
   * Asked right before the first byte, after `beforeSending`. If it returns false, nothing is sent
   * and the call ends `not-sent` as cancelled.
   */
  readonly mayBegin?: (() => boolean) | undefined
}

/** The complete options; a bare text is the operator. */
export function resolveCallOptions(
  callOptions: CallOptions | string,
): CallOptions & { readonly lane: Lane } {
  const given = typeof callOptions === 'string' ? { actor: callOptions } : callOptions
  return { ...given, lane: given.lane ?? 'interactive' }
}
