/**
 * Builds the text and columns of a form: at submission, and again wherever somebody decides. People
 * see the form and the columns, the bank gets the text; all three must agree.
 */
import { significantAccount } from '../../../preload/contract/kernel/account-number.ts'
import type { PaymentForm } from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  readPaymentForm,
  type FormRead,
} from '../../../preload/contract/domain/orders/read-payment-form.ts'
import type { PaymentRequest } from '../../../preload/contract/bank/payments/payment-request.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import { bankAsText, formOf } from './draft-row.ts'
import type { OrderRow } from '../order/types.ts'

/**
 * Reads a form with the reference of its order, whatever the form itself contains (bank notes 64
 * and 65).
 */
export function readStoredBody(
  form: PaymentForm,
  reference: string,
  debitAccount: string,
): FormRead {
  return readPaymentForm({ ...form, requestReference: reference }, debitAccount)
}

/** Returns the columns used by limits and display, taken from what is sent. */
export const writtenColumns = (request: PaymentRequest, form: PaymentForm) => ({
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

/** Returns whether the stored text and columns match those built from the stored form. */
export function matchesStoredBody(row: OrderRow): boolean {
  try {
    const form = formOf(row)
    const { request } = readStoredBody(form, row.reference, row.debit_account)
    if (request === null || paymentBody(request) !== row.body) return false
    const stored: Readonly<Record<string, unknown>> = row
    return Object.entries(writtenColumns(request, form)).every(([name, is]) => stored[name] === is)
  } catch {
    // The stored form is malformed.
    return false
  }
}
