/**
 * The details of a payee: their stored text, the changes between versions, and their masked form.
 */
import {
  maskedAccount,
  significantAccount,
  significantRouting,
} from '../../preload/contract/kernel/account-number.ts'
import { maskedDigits } from '../../preload/contract/domain/personal-names.ts'
import {
  payeeFields,
  type PayeeDetails,
  type PayeeField,
} from '../../preload/contract/domain/payees/payee.ts'
import { canonicalJson } from '../platform/json/canonical-json.ts'
import { folded } from '../store/collation.ts'
import { maskOfAccounts } from '../bank/privacy/mask-in-text.ts'
import { sha256Of } from '../platform/sha256.ts'

const isFilled = (text: string): boolean => text !== ''
const isBank = ({ name, aba, address }: PayeeDetails['bank']): boolean =>
  isFilled(name) || isFilled(aba) || address.length > 0
const tidyBank = (bank: PayeeDetails['bank']): PayeeDetails['bank'] => ({
  ...bank,
  address: bank.address.filter(isFilled),
})

/** Returns the details without empty address lines and empty banks. */
export const tidied = (details: PayeeDetails): PayeeDetails => ({
  ...details,
  address: details.address.filter(isFilled),
  bank: tidyBank(details.bank),
  intermediaries: details.intermediaries.map(tidyBank).filter(isBank),
  services: [...new Set(details.services)].sort(),
})

/** Returns the stored text: canonical JSON. */
export const storedDetails = (details: PayeeDetails): string => canonicalJson(details)

/**
 * Reads the details of a stored text; `kind` is null in texts from before payees had a kind. Throws
 * SyntaxError for text that is not JSON.
 */
export const readDetails = (stored: string): PayeeDetails => {
  const details = JSON.parse(stored) as Omit<PayeeDetails, 'kind'> & Partial<PayeeDetails>
  return { ...details, kind: details.kind ?? null }
}

type Paid = Pick<PayeeDetails, 'name' | 'accountNumber' | 'address' | 'bank' | 'intermediaries'>

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ')
const lines = (address: readonly string[]): string =>
  address
    .map(plain)
    .filter((line) => line !== '')
    .join('\n')
/** A bank is not identified by its name, but a changed name is a changed payee. */
const bankText = ({ name, aba, address }: PayeeDetails['bank']): string =>
  JSON.stringify([plain(name), significantRouting(aba), lines(address)])
const noBank = { name: '', aba: '', address: [] }
const mostIntermediaries = 3

/**
 * Returns what is paid of a payee, the same for every spelling: another text is another receiver.
 * Kind, usual services and note are not paid.
 */
export const paidText = ({ name, accountNumber, address, bank, intermediaries }: Paid): string =>
  JSON.stringify([
    plain(name),
    significantAccount(accountNumber),
    lines(address),
    bankText(bank),
    ...Array.from({ length: mostIntermediaries }, (_, at) =>
      bankText(intermediaries[at] ?? noBank),
    ),
  ])

/**
 * Returns the SHA-256 in hex over the UTF-8 bytes of the stored text; null for a removal. The audit
 * chain records it.
 */
export const detailsHash = (stored: string | null): string | null =>
  stored === null ? null : sha256Of(stored)

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

/** Returns the fields that differ exactly; `before` null compares with empty details. */
export const changedFields = (before: PayeeDetails | null, after: PayeeDetails): PayeeField[] =>
  payeeFields.filter((field) => {
    const value = values[field]
    return canonicalJson(value(before ?? nothing)) !== canonicalJson(value(after))
  })

/** Masks a payee's accounts wherever people may have typed them. */
export interface PayeeMask {
  /**
   * For names and addresses: masks only these accounts, because a business name may contain a
   * number.
   */
  readonly text: (text: string) => string
  /** For free text: masks everything that may be an account. */
  readonly remark: (text: string) => string
}

/** Returns the mask for these versions of a payee; `isInFull` masks nothing. */
export function payeeMask(versions: readonly PayeeDetails[], isInFull: boolean): PayeeMask {
  if (isInFull) return { text: (text) => text, remark: (text) => text }
  const text = maskOfAccounts(versions.map(({ accountNumber }) => accountNumber))
  return { text, remark: (typed) => maskedDigits(text(typed)) }
}

/** Returns the details for display under a mask. */
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

/**
 * Returns the last four characters of an account, as lists show them; none for a shorter account.
 */
const lastFour = (account: string): string[] =>
  significantAccount(account).length > 4 ? [account.slice(-4)] : []

/**
 * Returns the search text: names, banks, ABA numbers and last four characters, so that no search
 * reveals an account digit by digit.
 */
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
