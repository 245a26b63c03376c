/**
 * A payment as a person fills it in: every field as text, kept as typed, good or not. Main makes the bank's
 * request of it; the rules stand in `payments/payment-rules.ts`.
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

/** The whole form. The debit account is an own account by its id, so that its number stays in main. */
export const orderForm = z.strictObject({
  service: z.enum(requestedServices),
  type: z.enum(paymentTypes),
  /** The payee that the beneficiary came from; null: typed by hand. */
  payeeId: z.string().nullable(),
  debitAccountId: z.string().nullable(),
  /** YYYY-MM-DD once it is right. */
  valueDate: typed,
  amount: typed,
  currency: typed,
  /** The sender: its account is the debit account's. */
  debitParty: typedParty,
  debitPartyBank: typedParty,
  ultimateDebitParty: typedParty,
  intermediaryBank1: typedParty,
  intermediaryBank2: typedParty,
  intermediaryBank3: typedParty,
  creditPartyBank: typedParty,
  creditParty: typedParty,
  /** Made by main with the draft, `[A-Z0-9]`, at most 32 characters (traps 64 and 66); null before. */
  requestReference: typed.nullable(),
  /** The same text unless a person writes another (trap 63). */
  sendersReference: typed,
  originatorReference: typed,
  receiversReference: typed,
  bankToBankInstructions: typed,
  externalTemplateName: typed,
  customData: typed,
})
export type OrderForm = z.infer<typeof orderForm>

/** Nobody in a party yet. */
export const emptyParty: TypedParty = { name: '', accountNumber: '', aba: '', address: [] }

/** A form that nobody has written in. */
export const emptyForm: OrderForm = {
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
