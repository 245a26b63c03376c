/** The names of the fields of a payment form and of a batch, by the paths of problems and warnings. */
import type { BatchForm } from '../../preload/contract/domain/batches/batch-form.ts'
import {
  partyRules,
  paymentParties,
  paymentRules,
  transferAmountRule,
  type PaymentParty,
} from '../../preload/contract/bank/payments/payment-rules.ts'

/** Returns the label of a field, empty for an unknown one, and the bank's maximum length if any. */
export function ruleAt(path: string): { readonly label: string; readonly maxLength?: number } {
  const [field = '', part = ''] = path.split('.')
  if (path === 'amount') return transferAmountRule
  if (path === 'debitAccountId') return { label: 'From account' }
  const plain: Record<string, { label: string; maxLength?: number }> = paymentRules
  const names: Readonly<Record<string, string>> = {
    valueDate: 'requestedValueDate',
    currency: 'transferCurrency',
    service: 'requestedService',
  }
  const rule = plain[names[field] ?? field]
  if (rule) return rule
  if (part === 'address') return partyRules.adrLine
  const ofParty: Record<string, { label: string; maxLength?: number }> = partyRules
  return ofParty[part] ?? { label: '' }
}

/**
 * Returns the full name of a field, for lists of messages: `Beneficiary, account number`; empty for
 * an unknown one.
 */
export function fieldName(path: string): string {
  const [field = ''] = path.split('.')
  const { label } = ruleAt(path)
  if (label === '' || !(field in paymentParties)) return label
  const isCapitalized = /^[A-Z][a-z]/.test(label)
  const inText = isCapitalized ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return `${paymentParties[field as PaymentParty].label}, ${inText}`
}

/** The editable fields of the head of a batch. */
export type BatchHeaderField = Exclude<keyof BatchForm, 'reversalOf'>

/** The labels of the fields. */
export const headerLabels: Readonly<Record<BatchHeaderField, string>> = {
  secCode: 'SEC code',
  accountId: 'Own account',
  effectiveDate: 'Effective date',
  companyDescriptiveDate: 'Descriptive date',
  companyEntryDescription: 'Entry description',
}
