/** Texts of the screen for writing payments. */
import type { RequestedService } from '../../../../preload/contract/bank/payments/payment-rules.ts'

/**
 * The services as offered. A wire's type DRAFT is the bank's word for a live payment, and never
 * shown (bank note 62).
 */
export const serviceTexts: Readonly<
  Record<RequestedService, { readonly label: string; readonly remark: string }>
> = {
  WIRE: {
    label: 'Wire',
    remark: 'Moves between banks within hours or days; final once it has settled.',
  },
  RTP: {
    label: 'RTP',
    remark: 'Settles immediately, 24/7, and is final.',
  },
}
