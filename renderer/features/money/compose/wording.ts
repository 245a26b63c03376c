/** Texts of the screen for writing payments. */
import type { PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { RequestedService } from '../../../../preload/contract/bank/payments/payment-rules.ts'

/**
 * The services as offered. A wire's type DRAFT is the bank's word for a live payment, and never
 * shown (bank note 62).
 */
export const serviceWords: Readonly<
  Record<RequestedService, { readonly label: string; readonly remark: string }>
> = {
  WIRE: {
    label: 'Wire',
    remark: 'Moves between banks within hours or days; final once it has settled.',
  },
  RTP: {
    label: 'RTP',
    remark:
      'Settles at once, on every day, and cannot be taken back. What DRAFT means is not documented.',
  },
}

/** The warnings about a beneficiary. */
export const flagWords: Readonly<Record<PayeeFlag, string>> = {
  'like-another': 'Like another payment of these days',
  'not-in-book': 'Not in the book',
  'not-approved': 'Not approved yet',
  'change-proposed': 'A change waits for a second person',
  'differs-from-book': 'Differs from the book',
  'first-payment': 'First payment',
  'changed-since-last-payment': 'Changed since the last payment',
}
