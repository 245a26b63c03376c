/** The options of a call besides its request. */
import type { BankRequest } from './client/bank-call.ts'

/** The operator, the urgency, and the behavior during a pause of the rate budget. */
export interface CallOptions {
  /** The operator who makes the call, or `system`. */
  readonly actor: string
  readonly lane?: BankRequest['lane']
  readonly whenPaused?: BankRequest['whenPaused']
  readonly signal?: AbortSignal | undefined
  readonly beforeSending?: BankRequest['beforeSending']
}

/** The complete options; a bare text is the operator. */
export function resolveCallOptions(
  callOptions: CallOptions | string,
): CallOptions & { lane: BankRequest['lane'] } {
  const given = typeof callOptions === 'string' ? { actor: callOptions } : callOptions
  return { ...given, lane: given.lane ?? 'interactive' }
}
