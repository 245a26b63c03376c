/** The details of a payee: how they are kept, what one version changes of another, and how they are shown. */
import {
  maskedAccount,
  significantAccount,
} from '../../../preload/contract/kernel/account-number.ts'
import { maskedDigits } from '../../../preload/contract/domain/personal-names.ts'
import {
  payeeFields,
  type PayeeDetails,
  type PayeeField,
} from '../../../preload/contract/domain/payees/payee.ts'
import { canonicalJson } from '../../platform/json/canonical-json.ts'
import { folded } from '../../store/sqlite/collation.ts'
import { maskOfAccounts } from '../../bank/privacy/alert-masking.ts'
import { sha256Of } from '../../platform/sha256.ts'

const isSaid = (text: string): boolean => text !== ''
const isBank = ({ name, aba, address }: PayeeDetails['bank']): boolean =>
  isSaid(name) || isSaid(aba) || address.length > 0
const tidyBank = (bank: PayeeDetails['bank']): PayeeDetails['bank'] => ({
  ...bank,
  address: bank.address.filter(isSaid),
})

/** As it was typed, without empty address lines and banks of which nothing is said. */
export const tidied = (details: PayeeDetails): PayeeDetails => ({
  ...details,
  address: details.address.filter(isSaid),
  bank: tidyBank(details.bank),
  intermediaries: details.intermediaries.map(tidyBank).filter(isBank),
  services: [...new Set(details.services)].sort(),
})

/** As the store keeps it: canonical JSON. */
export const keptDetails = (details: PayeeDetails): string => canonicalJson(details)

/** The details of a stored text; of one of before payees had a kind it is null. Throws SyntaxError for other texts. */
export const readDetails = (kept: string): PayeeDetails => {
  const details = JSON.parse(kept) as Omit<PayeeDetails, 'kind'> & Partial<PayeeDetails>
  return { ...details, kind: details.kind ?? null }
}

/** SHA-256 in hex over the UTF-8 bytes of what is kept; null: a removal. Stands in the audit chain. */
export const detailsHash = (kept: string | null): string | null =>
  kept === null ? null : sha256Of(kept)

const values: Readonly<
  Record<PayeeField, (details: PayeeDetails) => PayeeDetails[keyof PayeeDetails]>
> = {
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  accountNumber: ({ accountNumber }) => accountNumber,
  address: ({ address }) => address,
  'bank.name': ({ bank }) => bank.name,
  'bank.aba': ({ bank }) => bank.aba,
  'bank.address': ({ bank }) => bank.address,
  intermediaries: ({ intermediaries }) => intermediaries,
  services: ({ services }) => services,
  note: ({ note }) => note,
}
const nothing: PayeeDetails = {
  kind: null,
  name: '',
  accountNumber: '',
  address: [],
  bank: { name: '', aba: '', address: [] },
  intermediaries: [],
  services: [],
  note: '',
}

/** The fields in which `after` differs from `before`, letter by letter; `before` null: from nothing. */
export const changedFields = (before: PayeeDetails | null, after: PayeeDetails): PayeeField[] =>
  payeeFields.filter((field) => {
    const value = values[field]
    return canonicalJson(value(before ?? nothing)) !== canonicalJson(value(after))
  })

/** Masks a payee's accounts wherever people may have typed them. */
export interface PayeeMask {
  /** A name or an address, in which only these accounts are masked: a business may be called by a number. */
  readonly text: (text: string) => string
  /** Free text, in which whatever may be an account is masked. */
  readonly remark: (text: string) => string
}

/** The mask of these versions of a payee; `isInFull`: of nothing. */
export function payeeMask(versions: readonly PayeeDetails[], isInFull: boolean): PayeeMask {
  if (isInFull) return { text: (text) => text, remark: (text) => text }
  const text = maskOfAccounts(versions.map(({ accountNumber }) => accountNumber))
  return { text, remark: (typed) => maskedDigits(text(typed)) }
}

/** The details as they are shown under a mask. */
export function shownDetails(
  details: PayeeDetails,
  mask: PayeeMask,
  isInFull: boolean,
): PayeeDetails {
  const bank = ({ name, aba, address }: PayeeDetails['bank']): PayeeDetails['bank'] => ({
    name: mask.text(name),
    aba: mask.text(aba),
    address: address.map(mask.text),
  })
  return {
    kind: details.kind,
    name: mask.text(details.name),
    accountNumber: isInFull ? details.accountNumber : maskedAccount(details.accountNumber),
    address: details.address.map(mask.text),
    bank: bank(details.bank),
    intermediaries: details.intermediaries.map(bank),
    services: details.services,
    note: mask.remark(details.note),
  }
}

/** The last four characters of an account, as the list shows them; nothing of one that is no longer. */
const lastFour = (account: string): string[] =>
  significantAccount(account).length > 4 ? [account.slice(-4)] : []

/** What a payee is found by: names, banks, ABA numbers and last four, so that no search tells digits of an account. */
export const searchText = (versions: readonly PayeeDetails[]): string => {
  const mask = payeeMask(versions, false)
  return versions
    .flatMap(({ name, accountNumber, bank, intermediaries }) => [
      mask.text(name),
      ...lastFour(accountNumber),
      ...[bank, ...intermediaries].flatMap((one) => [mask.text(one.name), mask.text(one.aba)]),
    ])
    .map(folded)
    .join('\n')
}
