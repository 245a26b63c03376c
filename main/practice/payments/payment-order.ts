/** The bank's reading of a payment request, and its refusals. */
import { Refusal } from '../replies.ts'

/** One capability of the wire and RTP API; each needs its own permission (bank note 77). */
export type PaymentService = 'WIRE' | 'RTP'

export interface PaymentOrder {
  readonly service: PaymentService
  readonly requestReference: string
  readonly sendersReference: string
  readonly receiversReference: string | null
  /** YYYY-MM-DD. */
  readonly valueDate: string
  readonly debitAccount: string
  readonly creditAccount: string
  readonly creditName: string
  readonly creditBank: string
  /** In the minor unit of the currency. */
  readonly amountMinor: number
  readonly currency: string
}

/**
 * The error codes. SVC-1006, SVC-0006 and SVC-9999 are in the document, whose list is incomplete.
 * The others are this bank's own, in the same form, and a client knows none of them.
 */
export const paymentErrors = {
  missing: { code: 'SVC-1006', title: 'Required field missing' },
  invalid: { code: 'SVC-1007', title: 'Field not valid' },
  repeated: { code: 'SVC-1010', title: 'Request reference already used' },
  'account-unknown': { code: 'SVC-1012', title: 'Debit account not available' },
  'date-past': { code: 'SVC-1015', title: 'Value date has passed' },
  rejected: { code: 'SVC-2001', title: 'Rejected by the payment network' },
  returned: { code: 'SVC-2002', title: 'Returned by the receiving bank' },
  cancelled: { code: 'SVC-2003', title: 'Cancelled' },
  'not-authorized': { code: 'SVC-0006', title: 'Not authorized for requested service' },
  unknown: { code: 'SVC-9999', title: 'Unknown error' },
} as const
export type PaymentErrorId = keyof typeof paymentErrors

/** Returns the `error` member: code, title, description. */
export const paymentError = (id: PaymentErrorId, description: string): object => ({
  ...paymentErrors[id],
  description,
})

/** The part of the request that a refusal repeats, as far as it was readable. */
export type Echo = Readonly<
  Partial<Record<'requestReference' | 'sendersReference' | 'valueDate', string>>
>

/**
 * A 400 in the shape of the payment errors. Only created payments have a transaction id (bank note
 * 18). The document names FAILED and ERROR without a difference (bank note 71): a missing or
 * invalid field is ERROR here, everything else FAILED.
 */
export const refusedPayment = (
  id: PaymentErrorId,
  description: string,
  echo: Echo = {},
  transactionId?: string,
): Refusal =>
  new Refusal(400, {
    status: id === 'missing' || id === 'invalid' ? 'ERROR' : 'FAILED',
    ...(transactionId !== undefined && { transactionId }),
    ...echo,
    error: paymentError(id, description),
  })
