/** Fills the blanks of a row from the approved payee that it names. */
import { sameAccount, sameRouting } from '../../../preload/contract/kernel/account-number.ts'
import {
  emptyParty,
  type PaymentForm,
  type TypedParty,
} from '../../../preload/contract/domain/orders/payment-form.ts'
import type { PayeeDetails } from '../../../preload/contract/domain/payees/payee.ts'
import type { PayeeStatus } from '../payees/payees.service.ts'
import type { TypedRow } from './import-columns.ts'

/** Returns the approved payees of a name, ignoring case. */
export type PayeeBook = (name: string) => Promise<readonly PayeeStatus[]>

interface Filled {
  readonly form: PaymentForm
  readonly problems: readonly { readonly path: string; readonly message: string }[]
}

/**
 * Fills a row from the payee book if it names a payee: in the payee column, or by a beneficiary
 * name without an account. Values of the row stay, and differences from the book are reported.
 */
export async function withPayee({ form, payee }: TypedRow, book: PayeeBook): Promise<Filled> {
  const { creditParty } = form
  const isByName = creditParty.accountNumber === ''
  const name = payee === '' && isByName ? creditParty.name : payee
  if (name === '') return { form, problems: [] }
  const found = await book(name)
  const [status] = found
  const details = status?.approved?.details
  if (found.length === 1 && status && details) return fromBook(form, status.id, details)
  const named = { ...form, creditParty: { ...creditParty, name: creditParty.name || name } }
  if (payee === '') return { form: named, problems: [] }
  const message =
    found.length > 1
      ? 'More than one payee in the payee book has this name'
      : 'No approved payee in the payee book has this name'
  return { form: named, problems: [{ path: 'payeeId', message }] }
}

const bankOf = ({ name, aba, address }: PayeeDetails['bank']): TypedParty => ({
  ...emptyParty,
  name,
  aba,
  address: [...address],
})

const filled = (typed: TypedParty, approved: TypedParty): TypedParty => ({
  name: typed.name || approved.name,
  accountNumber: typed.accountNumber || approved.accountNumber,
  aba: typed.aba || approved.aba,
  address: typed.address.some((line) => line !== '') ? typed.address : approved.address,
})

function fromBook(form: PaymentForm, payeeId: string, details: PayeeDetails): Filled {
  const { name, accountNumber, address, bank, intermediaries } = details
  const approved = { ...emptyParty, name, accountNumber, address: [...address] }
  const account = form.creditParty.accountNumber
  const { aba } = form.creditPartyBank
  const between = (at: number, typed: TypedParty): TypedParty => {
    const known = intermediaries[at]
    return known ? filled(typed, bankOf(known)) : typed
  }
  const differs = (path: string, what: string) => ({
    path,
    message: `The payee book has another ${what} for this payee`,
  })
  return {
    form: {
      ...form,
      payeeId,
      creditParty: filled(form.creditParty, approved),
      creditPartyBank: filled(form.creditPartyBank, bankOf(bank)),
      intermediaryBank1: between(0, form.intermediaryBank1),
      intermediaryBank2: between(1, form.intermediaryBank2),
      intermediaryBank3: between(2, form.intermediaryBank3),
    },
    problems: [
      ...(account === '' || sameAccount(account, accountNumber)
        ? []
        : [differs('creditParty.accountNumber', 'account')]),
      ...(aba === '' || sameRouting(aba, bank.aba) ? [] : [differs('creditPartyBank.aba', 'bank')]),
    ],
  }
}
