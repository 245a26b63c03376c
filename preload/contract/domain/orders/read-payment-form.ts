/**
 * Builds the bank's request from a form: in the window while a person types, and in main for the
 * final request.
 */
import {
  amountForReading,
  amountFrom,
  fractionDigits,
  minorUnits,
  type AmountProblem,
} from '../../kernel/money.ts'
import { paymentRequest, type PaymentRequest } from '../../bank/payments/payment-request.ts'
import { transferAmountRule } from '../../bank/payments/payment-rules.ts'
import { sourceOfIssue } from '../../kernel/rule-source.ts'
import type { PaymentForm, TypedParty } from './payment-form.ts'

/** A broken rule: path in the form, message, and source. */
export interface FormProblem {
  readonly path: string
  readonly message: string
  readonly source: string | null
}

/** Result of reading a form. */
export interface FormRead {
  /** Null while a rule is broken. */
  readonly request: PaymentRequest | null
  readonly problems: readonly FormProblem[]
}

/** Returns what is wrong with an amount, and how to write it. */
function amountProblem(problem: AmountProblem, currency: string): string {
  const example = amountForReading(minorUnits(12_500 * 10 ** fractionDigits(currency)), currency)
  const messages: Readonly<Record<AmountProblem, string>> = {
    'not-an-amount': `Digits and a decimal point, such as ${example}`,
    'too-many-decimals': `Too many decimals. Write it like ${example}`,
    'too-large': 'Larger than can be counted exactly',
  }
  return messages[problem]
}

/** Returns a party in the form of the bank's request. */
export const partyOf = ({ name, accountNumber, aba, address }: TypedParty) => ({
  name,
  accountNumber,
  aba,
  postalAddress: { adrLine: address },
})

/**
 * `creditParty.postalAddress.adrLine.0` is `creditParty.address.0` in the form; amount and currency
 * have short names.
 */
export const pathInForm = (path: string): string =>
  path
    .replace(/postalAddress(\.adrLine)?/, 'address')
    .replace(/^transferAmount$/, 'amount')
    .replace(/^transferCurrency$/, 'currency')
    .replace(/^requestedService$/, 'service')
    .replace(/^requestedValueDate$/, 'valueDate')
    .replace(/^debitParty\.accountNumber$/, 'debitAccountId')

/** The form has an own account where the bank's request has a number. */
const problemAt = (path: string, message: string): Pick<FormProblem, 'path' | 'message'> => ({
  path,
  message:
    path === 'debitAccountId' ? message.replace(/^Account number: /, 'From account: ') : message,
})

/**
 * Reads a form. `debitAccount` is the number of the own account as it is sent, with leading zeros
 * (bank note 66). The window does not know the number and passes `0` for a chosen account; empty
 * means none is chosen.
 */
export function readPaymentForm(form: PaymentForm, debitAccount: string): FormRead {
  const amount = amountFrom(form.amount, form.currency)
  // A reference that main has not yet created breaks no rule.
  const requestReference = form.requestReference ?? 'TOBEMADE'
  const parsed = paymentRequest.safeParse({
    requestedService: form.service,
    requestReference,
    type: form.type,
    requestedValueDate: form.valueDate,
    originatorReference: form.originatorReference,
    // Where a person wrote none (bank note 63).
    sendersReference:
      form.sendersReference.trim() === '' ? requestReference : form.sendersReference,
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
        ...problemAt(pathInForm(issue.path.join('.')), issue.message),
        source: sourceOfIssue(issue),
      }))
  if ('problem' in amount) {
    const message =
      form.amount.trim() === '' ? 'Amount: needed' : amountProblem(amount.problem, form.currency)
    problems.push({ path: 'amount', message, source: transferAmountRule.source })
  }
  return { request: parsed.success && problems.length === 0 ? parsed.data : null, problems }
}
