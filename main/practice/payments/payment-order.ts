/** What the bank understood of a payment request, and what it says about one that it does not take. */
import { Refusal } from '../replies.ts'

/** One capability of the wire and RTP API; permission is needed for each (trap 77). */
export type PaymentService = 'WIRE' | 'RTP'

/** A payment as it was ordered. */
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
 * The error codes. SVC-1006, SVC-0006 and SVC-9999 stand in the document, whose list is not complete
 * ("not shown"): the others are this bank's own, in the same form, and a client knows none of them.
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

/** The `error` member: code, title, description. */
export const paymentError = (id: PaymentErrorId, description: string): object => ({
  ...paymentErrors[id],
  description,
})

/** What a refusal repeats of the request, as far as it could be read. */
export type Echo = Readonly<
  Partial<Record<'requestReference' | 'sendersReference' | 'valueDate', string>>
>

/**
 * A 400 in the shape of the payment errors. Only what was created has a transaction id (trap 18). The document names FAILED
 * and ERROR and does not tell them apart (trap 71): what cannot be read is told with one, the rest with the other.
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
