/**
 * Computes the stored columns of a draft from its form: lists show and search them, and checks
 * compare them.
 */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import { amountFrom } from '../../../preload/contract/kernel/money.ts'
import {
  paymentFormSchema,
  type PaymentForm,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import {
  readPaymentForm,
  type FormProblem,
} from '../../../preload/contract/domain/orders/read-payment-form.ts'
import { paymentBody } from '../../bank/apis/payments-body.ts'
import type { StoredAccount } from '../../profile/profile-records.ts'
import type { OrderRow } from '../order/types.ts'
import type { PayeeStatus } from '../payees/payees.service.ts'
import { sha256Of } from '../../platform/sha256.ts'

/** A draft's body: the exact text that would be sent, or the rules that are still broken. */
export type DraftBody =
  | { readonly text: string; readonly sha256: string }
  | { readonly problems: readonly FormProblem[] }

/**
 * Returns the body of a form with its debit account number exactly as it is sent (bank note 66).
 */
export function bodyOf(form: PaymentForm, debitAccount: string): DraftBody {
  const { request, problems } = readPaymentForm(form, debitAccount)
  if (!request) return { problems }
  const text = paymentBody(request)
  return { text, sha256: sha256Of(text) }
}

/** Returns the form of a row as it was typed. Throws for a malformed form. */
export const formOf = (row: Pick<OrderRow, 'form'>): PaymentForm =>
  paymentFormSchema.parse(JSON.parse(row.form))

/** Returns the own accounts that money may leave from; accounts for credits only are excluded. */
export const debitableAccounts = (accounts: readonly StoredAccount[]): readonly StoredAccount[] =>
  accounts.filter(({ use }) => use !== 'credit')

/**
 * Returns the own account that a form names; undefined if it names none, a deleted one, or one for
 * credits only.
 */
export const debitAccountOf = (
  form: PaymentForm,
  accounts: readonly StoredAccount[],
): StoredAccount | undefined =>
  debitableAccounts(accounts).find(({ id }) => id === form.debitAccountId)

/** Returns the typed amount in minor units; null if it is no amount. */
function amountOf({ amount, currency }: PaymentForm): number | null {
  const read = amountFrom(amount, currency)
  return 'minor' in read ? read.minor : null
}

/** Returns the beneficiary's bank, as lists show it. */
export const bankAsText = ({ creditPartyBank: { name, aba } }: PaymentForm): string =>
  `${name.trim()} ${aba.trim()}`.trim()

/** Typed texts of any length stay in the form; these two columns are in indexes, which have a limit. */
const longestIndexed = 255

/**
 * Returns the columns of a form. Accounts are compared by their significant characters (bank note
 * 36).
 */
export function columnsOf(form: PaymentForm, accounts: readonly StoredAccount[]) {
  const debit = debitAccountOf(form, accounts)
  const { creditParty } = form
  const account = creditParty.accountNumber.trim()
  const label = debit ? `${debit.name} ${maskedAccount(debit.account_number)}` : ''
  const amount = amountOf(form)
  const bank = bankAsText(form)
  return {
    service: form.service,
    form: JSON.stringify(form),
    debit_account: debit?.account_number ?? '',
    debit_significant: debit?.account_significant ?? '',
    debit_label: label,
    amount,
    currency: form.currency.trim().slice(0, longestIndexed),
    value_date: form.valueDate.trim().slice(0, longestIndexed),
    beneficiary: creditParty.name.trim(),
    beneficiary_account: account,
    beneficiary_significant: significantAccount(account),
    beneficiary_bank: bank,
    // No query reads this column: lists search the columns that they show, with masked accounts.
    search_text: '',
  }
}

/**
 * Returns the payee of a form and its approved version, as the book has them now; null if the payee
 * is not in the book.
 */
export async function payeeColumns(
  { payeeId }: Pick<PaymentForm, 'payeeId'>,
  statusOf: (id: string) => Promise<PayeeStatus | undefined>,
) {
  const status = payeeId === null ? undefined : await statusOf(payeeId)
  return { payee_id: status?.id ?? null, payee_version: status?.approved?.version ?? null }
}

/** For the audit chain, which can never be changed: no full account number and no typed text. */
export function draftDetail(form: PaymentForm, debitAccount: string) {
  const body = bodyOf(form, debitAccount)
  return {
    service: form.service,
    amount: amountOf(form),
    currency: /^[A-Z]{3}$/.test(form.currency) ? form.currency : null,
    account:
      form.creditParty.accountNumber === ''
        ? null
        : maskedAccount(form.creditParty.accountNumber.trim()),
    bodySha256: 'sha256' in body ? body.sha256 : null,
  }
}
