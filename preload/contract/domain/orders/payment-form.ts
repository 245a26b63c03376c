/**
 * A payment as a person enters it: every field is stored as text, valid or not. Main builds the
 * bank's request from it; the rules are in `payments/payment-rules.ts`.
 */
import {
  maxAddressLines,
  paymentTypes,
  requestedServices,
} from '../../bank/payments/payment-rules.ts'
import { z } from '../../kernel/zod.ts'

const typed = z.string().max(2_000)

/** A party as typed. */
export const typedParty = z.strictObject({
  name: typed,
  accountNumber: typed,
  aba: typed,
  address: z.array(typed).max(maxAddressLines),
})
export type TypedParty = z.infer<typeof typedParty>

/** The whole form. The debit account is an own account by id, so its number stays in main. */
export const paymentFormSchema = z.strictObject({
  service: z.enum(requestedServices),
  type: z.enum(paymentTypes),
  /** The payee from which the beneficiary was filled; null if typed by hand. */
  payeeId: z.string().nullable(),
  debitAccountId: z.string().nullable(),
  /** YYYY-MM-DD if valid. */
  valueDate: typed,
  amount: typed,
  currency: typed,
  /** The sender, with the account number of the debit account. */
  debitParty: typedParty,
  debitPartyBank: typedParty,
  ultimateDebitParty: typedParty,
  intermediaryBank1: typedParty,
  intermediaryBank2: typedParty,
  intermediaryBank3: typedParty,
  creditPartyBank: typedParty,
  creditParty: typedParty,
  /**
   * Created by main with the draft, `[A-Z0-9]`, at most 32 characters (bank notes 64 and 66); null
   * before.
   */
  requestReference: typed.nullable(),
  /** Equal to requestReference unless a person types another text (bank note 63). */
  sendersReference: typed,
  originatorReference: typed,
  receiversReference: typed,
  bankToBankInstructions: typed,
  externalTemplateName: typed,
  customData: typed,
})
export type PaymentForm = z.infer<typeof paymentFormSchema>

/** A blank party. */
export const emptyParty: TypedParty = { name: '', accountNumber: '', aba: '', address: [] }

/** A blank form. */
export const emptyForm: PaymentForm = {
  service: 'WIRE',
  type: 'DRAFT',
  payeeId: null,
  debitAccountId: null,
  valueDate: '',
  amount: '',
  currency: 'USD',
  debitParty: emptyParty,
  debitPartyBank: emptyParty,
  ultimateDebitParty: emptyParty,
  intermediaryBank1: emptyParty,
  intermediaryBank2: emptyParty,
  intermediaryBank3: emptyParty,
  creditPartyBank: emptyParty,
  creditParty: emptyParty,
  requestReference: null,
  sendersReference: '',
  originatorReference: '',
  receiversReference: '',
  bankToBankInstructions: '',
  externalTemplateName: '',
  customData: '',
}

/** Whether a party has no input yet. */
export const isEmptyParty = ({ name, accountNumber, aba, address }: TypedParty): boolean =>
  [name, accountNumber, aba, ...address].every((text) => text.trim() === '')

/**
 * Returns the sender that an own account gives to its payments; blank if none was entered. The
 * address has one line each.
 */
export const senderOf = (
  account: { readonly legalName: string; readonly address: string } | undefined,
): TypedParty => ({
  ...emptyParty,
  name: account?.legalName ?? '',
  address: (account?.address ?? '').split('\n').flatMap((line) => line.trim() || []),
})

/** Returns whether a person typed the sender: it is neither blank nor what the own account gives. */
export const isTypedSender = (
  sender: TypedParty,
  account: Parameters<typeof senderOf>[0],
): boolean => !isEmptyParty(sender) && JSON.stringify(sender) !== JSON.stringify(senderOf(account))
