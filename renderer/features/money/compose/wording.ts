/** Words of the screen on which payments are written. */
import type { PayeeFlag } from '../../../../preload/contract/domain/orders/order.ts'
import type { RequestedService } from '../../../../preload/contract/bank/payments/payment-rules.ts'

/** The services as they are offered. A wire's type DRAFT is the bank's word for a live payment, and shown nowhere (trap 62). */
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

/** What must be looked at before money goes to somebody. */
export const flagWords: Readonly<Record<PayeeFlag, string>> = {
  'like-another': 'Like another payment of these days',
  'not-in-book': 'Not in the book',
  'not-approved': 'Not approved yet',
  'change-proposed': 'A change waits for a second person',
  'differs-from-book': 'Differs from the book',
  'first-payment': 'First payment',
  'changed-since-last-payment': 'Changed since the last payment',
}
