/** Reads the text of a payment row: its form as typed, and the exact body. */
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  readPaymentForm,
  type FormProblem,
} from '../../../preload/contract/domain/orders/read-payment-form.ts'
import type { PaymentRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import type { OrderRow } from '../order/types.ts'
import { sha256Of } from '../../platform/sha256.ts'
import { formOf } from './draft-row.ts'

/** The text of a payment: the stored one, or the one that a draft's form would give. */
export interface PaymentText {
  readonly form: PaymentForm
  readonly request: PaymentRequest | null
  readonly problems: readonly FormProblem[]
  /** Null while a rule is broken and nothing was submitted. */
  readonly body: string | null
  readonly sha256: string | null
}

/** Reads the row. A submitted text is shown as stored and never built again. */
export function textOf(
  row: Pick<OrderRow, 'form' | 'debit_account' | 'body' | 'body_sha256'>,
): PaymentText {
  const form = formOf(row)
  const { request, problems } = readPaymentForm(form, row.debit_account)
  const body = row.body ?? (request && paymentBody(request))
  const sha256 = row.body === null ? body && sha256Of(body) : row.body_sha256
  return { form, request, problems, body, sha256 }
}
