/** Makes the bank's request of a form: both sides do it, the window while a person writes, main for good. */
import { amountFrom } from '../../kernel/money.ts'
import { paymentRequest, type PaymentRequest } from '../../bank/payments/payment-request.ts'
import { transferAmountRule } from '../../bank/payments/payment-rules.ts'
import { sourceOfIssue } from '../../kernel/rule-source.ts'
import type { OrderForm, TypedParty } from './order-form.ts'

/** A rule that a field breaks: where it stands in the form, what it is, where that is written. */
export interface FormProblem {
  readonly path: string
  readonly message: string
  readonly source: string | null
}

/** What a form was read as. */
export interface FormRead {
  /** Null while a rule is broken. */
  readonly request: PaymentRequest | null
  readonly problems: readonly FormProblem[]
}

const amountProblems = {
  'not-an-amount': 'Digits and a decimal point, such as 12,500.00',
  'too-many-decimals': 'More decimals than the currency has',
  'too-large': 'Larger than can be counted exactly',
} as const

/** A party as the bank's request has it. */
export const partyOf = ({ name, accountNumber, aba, address }: TypedParty) => ({
  name,
  accountNumber,
  aba,
  postalAddress: { adrLine: address },
})

/** `creditParty.postalAddress.adrLine.0` is `creditParty.address.0` in the form; the amount and currency have short names. */
export const pathInForm = (path: string): string =>
  path
    .replace(/postalAddress(\.adrLine)?/, 'address')
    .replace(/^transferAmount$/, 'amount')
    .replace(/^transferCurrency$/, 'currency')
    .replace(/^requestedService$/, 'service')
    .replace(/^requestedValueDate$/, 'valueDate')
    .replace(/^debitParty\.accountNumber$/, 'debitAccountId')

/** The form chooses an own account where the bank's request writes a number. */
const said = (path: string, message: string): Pick<FormProblem, 'path' | 'message'> => ({
  path,
  message:
    path === 'debitAccountId' ? message.replace(/^Account number: /, 'From account: ') : message,
})

/**
 * Reads a form. `debitAccount` is the own account's number as it is sent, leading zeros and all (trap 66); the
 * window, which does not know it, says `0` for a chosen one. Empty: none is chosen.
 */
export function readOrderForm(form: OrderForm, debitAccount: string): FormRead {
  const amount = amountFrom(form.amount, form.currency)
  const parsed = paymentRequest.safeParse({
    requestedService: form.service,
    // A reference that is still to be made breaks no rule.
    requestReference: form.requestReference ?? 'TOBEMADE',
    type: form.type,
    requestedValueDate: form.valueDate,
    originatorReference: form.originatorReference,
    sendersReference:
      form.sendersReference === '' && form.requestReference === null
        ? 'TOBEMADE'
        : form.sendersReference,
    receiversReference: form.receiversReference,
    bankToBankInstructions: form.bankToBankInstructions,
    ultimateDebitParty: partyOf(form.ultimateDebitParty),
    debitParty: { ...partyOf(form.debitParty), accountNumber: debitAccount },
    debitPartyBank: partyOf(form.debitPartyBank),
    intermediaryBank1: partyOf(form.intermediaryBank1),
    intermediaryBank2: partyOf(form.intermediaryBank2),
    intermediaryBank3: partyOf(form.intermediaryBank3),
    creditPartyBank: partyOf(form.creditPartyBank),
    creditParty: partyOf(form.creditParty),
    transferAmount: 'minor' in amount ? amount.minor : 1,
    transferCurrency: form.currency,
    externalTemplateName: form.externalTemplateName,
    customData: form.customData,
  })
  const problems: FormProblem[] = parsed.success
    ? []
    : parsed.error.issues.map((issue) => ({
        ...said(pathInForm(issue.path.join('.')), issue.message),
        source: sourceOfIssue(issue),
      }))
  if ('problem' in amount) {
    const message = form.amount.trim() === '' ? 'Amount: needed' : amountProblems[amount.problem]
    problems.push({ path: 'amount', message, source: transferAmountRule.source })
  }
  return { request: parsed.success && problems.length === 0 ? parsed.data : null, problems }
}
