/** How a service has a call made, beside what it asks. */
import type { BankRequest } from './bank-call.ts'

/** Who asks, how urgently, and what becomes of the call while the bank wants silence. */
export interface CallOptions {
  /** The operator who asks, or `system`. */
  readonly actor: string
  readonly lane?: BankRequest['lane']
  readonly whenPaused?: BankRequest['whenPaused']
  readonly signal?: AbortSignal | undefined
  readonly beforeSending?: BankRequest['beforeSending']
}

/** The manner in full; a bare text is the operator who asks. */
export function callOf(manner: CallOptions | string): CallOptions & { lane: BankRequest['lane'] } {
  const given = typeof manner === 'string' ? { actor: manner } : manner
  return { ...given, lane: given.lane ?? 'interactive' }
}
