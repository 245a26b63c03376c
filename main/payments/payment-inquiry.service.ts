/** Payments as they are looked up, and the RTP participants as they were downloaded. Nothing here moves money. */
import type { DeskContext } from '../profiles/desk-context.ts'

/** The desk of one open store. */
export interface PaymentInquiry {
  /** Ends the download that is under way; the set from before stays. */
  interrupt(): Promise<void>
}

/** Makes the desk. */
export function createPaymentInquiry(_context: DeskContext): PaymentInquiry {
  return { interrupt: () => Promise.resolve() }
}
