/** What a row of an order says as text: its form as typed, and the exact body. */
import { orderForm, type OrderForm } from '../../../preload/contract/domain/orders/order-form.ts'
import {
  readOrderForm,
  type FormProblem,
} from '../../../preload/contract/domain/orders/read-order-form.ts'
import type { PaymentRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import type { OrderRow } from './types.ts'
import { sha256Of } from '../../platform/sha256.ts'

/** The form as it was typed. */
export const formIn = (row: Pick<OrderRow, 'form'>): OrderForm =>
  orderForm.parse(JSON.parse(row.form))

/** The routing number of the beneficiary's bank, as it is sent. */
export const bankOf = ({ creditPartyBank }: OrderForm): string => creditPartyBank.aba.trim()

/** What an order is made of: the text that stands, or what a draft's form would make. */
export interface OrderText {
  readonly form: OrderForm
  readonly request: PaymentRequest | null
  readonly problems: readonly FormProblem[]
  /** Null while a rule is broken and nothing was submitted. */
  readonly body: string | null
  readonly sha256: string | null
}

/** Reads the row. What was submitted is shown as it is stored, never made anew. */
export function textOf(
  row: Pick<OrderRow, 'form' | 'debit_account' | 'body' | 'body_sha256'>,
): OrderText {
  const form = formIn(row)
  const { request, problems } = readOrderForm(form, row.debit_account)
  const body = row.body ?? (request && paymentBody(request))
  const sha256 = row.body === null ? body && sha256Of(body) : row.body_sha256
  return { form, request, problems, body, sha256 }
}
