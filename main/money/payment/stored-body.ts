/**
 * The text that a form makes, and the columns beside it: made once at submission, and made again wherever somebody
 * decides. What people are shown is the form and the columns; what is sent is the text. All of them say the same.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { OrderForm } from '../../../preload/contract/domain/orders/order-form.ts'
import {
  readOrderForm,
  type FormRead,
} from '../../../preload/contract/domain/orders/read-order-form.ts'
import type { PaymentRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import { bankAsText, formOf } from './draft-row.ts'
import type { OrderRow } from '../order/types.ts'

/** Reads a form under the reference that its order was given, whatever it says of that itself (traps 64 and 65). */
export function readStoredBody(form: OrderForm, reference: string, debitAccount: string): FormRead {
  const sendersReference = form.sendersReference.trim() === '' ? reference : form.sendersReference
  return readOrderForm({ ...form, requestReference: reference, sendersReference }, debitAccount)
}

/** The columns that what is sent is judged and shown by, taken from what is sent. */
export const writtenColumns = (request: PaymentRequest, form: OrderForm) => ({
  service: request.requestedService,
  amount: request.transferAmount,
  currency: request.transferCurrency,
  value_date: request.requestedValueDate,
  debit_account: request.debitParty.accountNumber,
  debit_significant: significantAccount(request.debitParty.accountNumber),
  beneficiary: request.creditParty.name ?? '',
  beneficiary_account: request.creditParty.accountNumber,
  beneficiary_significant: significantAccount(request.creditParty.accountNumber),
  beneficiary_bank: bankAsText(form),
})

/** Whether the stored text and columns are those that the stored form makes. */
export function matchesStoredBody(row: OrderRow): boolean {
  try {
    const form = formOf(row)
    const { request } = readStoredBody(form, row.reference, row.debit_account)
    if (request === null || paymentBody(request) !== row.body) return false
    const kept: Readonly<Record<string, unknown>> = row
    return Object.entries(writtenColumns(request, form)).every(([name, is]) => kept[name] === is)
  } catch {
    // A form that nobody could have typed.
    return false
  }
}
