/**
 * The fields of a payment form by their paths, as problems and warnings name them:
 * `creditParty.address.0`.
 */
import {
  emptyParty,
  type PaymentForm,
  type TypedParty,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import type { PayeeDetails } from '../../../../preload/contract/domain/payees/payee.ts'

/** The text fields outside of parties. */
export type PlainField =
  | 'valueDate'
  | 'amount'
  | 'currency'
  | 'sendersReference'
  | 'originatorReference'
  | 'receiversReference'
  | 'bankToBankInstructions'
  | 'externalTemplateName'
  | 'customData'

export type PartyText = 'name' | 'accountNumber' | 'aba'

/** Returns the text at a path; empty if the path has none. */
export function textAt(form: PaymentForm, path: string): string {
  const [field = '', part = '', line = '0'] = path.split('.')
  const value = form[field as keyof PaymentForm]
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return part === 'address' ? (value.address[Number(line)] ?? '') : value[part as PartyText]
}

/** Returns the form with another text at a path. */
export function withText(form: PaymentForm, path: string, text: string): PaymentForm {
  const [field = '', part = '', line = '0'] = path.split('.')
  const value = form[field as keyof PaymentForm]
  if (typeof value !== 'object' || value === null) return { ...form, [field]: text }
  if (part !== 'address') return { ...form, [field]: { ...value, [part]: text } }
  const address = value.address.map((before, at) => (at === Number(line) ? text : before))
  if (Number(line) >= address.length) address.push(text)
  return { ...form, [field]: { ...value, address } }
}

/** The intermediary banks, in order. */
export const betweenBanks = ['intermediaryBank1', 'intermediaryBank2', 'intermediaryBank3'] as const
export type BetweenBank = (typeof betweenBanks)[number]

const partyOfBank = (bank: PayeeDetails['bank'] | undefined): TypedParty =>
  bank ? { ...emptyParty, name: bank.name, aba: bank.aba, address: [...bank.address] } : emptyParty

/** Returns the parties of a payee of the book, as two people approved them. */
export const payeeParties = (
  payeeId: string,
  { name, accountNumber, address, bank, intermediaries }: PayeeDetails,
): Partial<PaymentForm> => ({
  payeeId,
  creditParty: { ...emptyParty, name, accountNumber, address: [...address] },
  creditPartyBank: partyOfBank(bank),
  intermediaryBank1: partyOfBank(intermediaries[0]),
  intermediaryBank2: partyOfBank(intermediaries[1]),
  intermediaryBank3: partyOfBank(intermediaries[2]),
})

/** Returns the form without one intermediary bank: the following ones move up. */
export function withoutBetween(form: PaymentForm, bank: BetweenBank): PaymentForm {
  const rest = betweenBanks.filter((one) => one !== bank).map((one) => form[one])
  return {
    ...form,
    intermediaryBank1: rest[0] ?? emptyParty,
    intermediaryBank2: rest[1] ?? emptyParty,
    intermediaryBank3: emptyParty,
  }
}
