/**
 * Masks an order for display: its accounts under their field names, and by value wherever else they
 * occur.
 */
import { maskedAccount } from '../../../../preload/contract/kernel/account-number.ts'
import type {
  PaymentForm,
  TypedParty,
} from '../../../../preload/contract/domain/orders/payment-form.ts'
import { paymentPartyNames } from '../../../../preload/contract/bank/payments/payment-rules.ts'
import {
  maskedAddressLine,
  maskedUnnamed,
} from '../../../../preload/contract/domain/personal-names.ts'
import { maskedOrderBody } from '../../../bank/privacy/mask.ts'
import { maskOfAccounts } from '../../../bank/privacy/mask-in-text.ts'

/**
 * Masks the texts of one order. Names of parties stay readable, because people decide about them.
 */
export interface OrderMask {
  /** Masks a text that is stored under this field name. */
  readonly text: (name: string, value: string) => string
  /** Masks the body, which stays JSON. */
  readonly body: (body: string) => string
  readonly form: (form: PaymentForm) => PaymentForm
}

/** Shows everything; only after the view was recorded in the audit chain. */
export const inFull: OrderMask = {
  text: (_name, value) => value,
  body: (body) => body,
  form: (form) => form,
}

/** Returns the mask of one order. */
export function orderMask(form: PaymentForm, debitAccount: string): OrderMask {
  const typed = paymentPartyNames.map((name) => form[name].accountNumber.trim())
  const accounts = [debitAccount, ...typed].filter((one) => one !== '')
  const known = maskOfAccounts(accounts)
  const text = (name: string, value: string): string => maskedUnnamed(name, known(value))
  return {
    text,
    body: (body) => maskedOrderBody(body, accounts),
    form: (whole) => maskedForm(whole, { known, text }),
  }
}

const shownAccount = (account: string): string =>
  account.trim() === '' ? account : maskedAccount(account.trim())

function maskedParty(
  party: TypedParty,
  { known, text }: Pick<OrderMask, 'text'> & { readonly known: (text: string) => string },
): TypedParty {
  return {
    name: text('name', party.name),
    accountNumber: shownAccount(party.accountNumber),
    aba: text('aba', party.aba),
    address: party.address.map((line) => maskedAddressLine(known(line))),
  }
}

function maskedForm(
  form: PaymentForm,
  by: Pick<OrderMask, 'text'> & { readonly known: (text: string) => string },
): PaymentForm {
  const parties = Object.fromEntries(
    paymentPartyNames.map((name) => [name, maskedParty(form[name], by)]),
  ) as Pick<PaymentForm, (typeof paymentPartyNames)[number]>
  const named = (name: keyof PaymentForm): string => {
    const value = form[name]
    return typeof value === 'string' ? by.text(name, value) : ''
  }
  // Listed field by field, so that a new field without a mask does not compile.
  return {
    ...parties,
    service: form.service,
    type: form.type,
    payeeId: form.payeeId,
    debitAccountId: form.debitAccountId,
    valueDate: named('valueDate'),
    amount: named('amount'),
    currency: named('currency'),
    requestReference: form.requestReference === null ? null : named('requestReference'),
    sendersReference: named('sendersReference'),
    originatorReference: named('originatorReference'),
    receiversReference: named('receiversReference'),
    bankToBankInstructions: named('bankToBankInstructions'),
    externalTemplateName: named('externalTemplateName'),
    customData: named('customData'),
  }
}
