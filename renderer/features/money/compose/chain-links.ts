/** The chain of a payment as filled in the form: which party passes the money to which. */
import {
  isEmptyParty,
  type PaymentForm,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { OwnAccount } from '../../../../preload/contract/api/profiles/profile-details.ts'
import { betweenBanks } from './form-paths.ts'

/** One party of the chain. */
export interface ChainLink {
  readonly id: string
  readonly role: string
  /** Empty: not entered yet. */
  readonly name: string
  readonly number: string
  readonly isBank: boolean
  /** A required party that is not entered yet. */
  readonly isMissing: boolean
  /** The field of the form to focus. */
  readonly focus: string
}

/** Returns the parties in the order of the money (bank document 3, Payment chain). */
export function chainLinks(
  form: PaymentForm,
  accounts: readonly OwnAccount[],
): readonly ChainLink[] {
  const debit = accounts.find(({ id }) => id === form.debitAccountId)
  const {
    ultimateDebitParty: behind,
    debitParty,
    debitPartyBank,
    creditPartyBank,
    creditParty,
  } = form
  const between = betweenBanks.filter((bank) => !isEmptyParty(form[bank]))
  return [
    ...(isEmptyParty(behind)
      ? []
      : [
          {
            id: 'ultimateDebitParty',
            role: 'Ultimate debtor',
            isBank: false,
            isMissing: false,
            name: behind.name,
            number: behind.accountNumber,
            focus: 'ultimateDebitParty.name',
          },
        ]),
    {
      id: 'debitParty',
      role: 'Sender',
      isBank: false,
      focus: 'debitAccountId',
      name: debitParty.name.trim() || (debit?.name ?? ''),
      number: debit?.account ?? '',
      isMissing: debit === undefined,
    },
    {
      id: 'debitPartyBank',
      role: 'Sender\u2019s bank',
      isBank: true,
      isMissing: false,
      name: debitPartyBank.name || 'Bank of this profile',
      number: debitPartyBank.aba || (debit?.routingNumber ?? ''),
      focus: isEmptyParty(debitPartyBank) ? 'debitAccountId' : 'debitPartyBank.name',
    },
    ...between.map((bank) => ({
      id: bank,
      role: `Intermediary ${bank.slice(-1)}`,
      isBank: true,
      isMissing: false,
      name: form[bank].name,
      number: form[bank].aba || form[bank].accountNumber,
      focus: `${bank}.name`,
    })),
    {
      id: 'creditPartyBank',
      role: 'Receiving bank',
      isBank: true,
      name: creditPartyBank.name,
      number: creditPartyBank.aba,
      isMissing: creditPartyBank.aba.trim() === '',
      focus: 'creditPartyBank.name',
    },
    {
      id: 'creditParty',
      role: 'Beneficiary',
      isBank: false,
      name: creditParty.name,
      number: creditParty.accountNumber,
      isMissing: creditParty.accountNumber.trim() === '',
      focus: 'creditParty.name',
    },
  ]
}
