/**
 * Rules of the keys of a payment inquiry, with the text shown beside each field. The keys are path
 * segments and are sent unchanged; the document does not show which special characters the bank
 * accepts (bank note 66).
 */
import type { FieldRule } from '../account-validation.ts'

const endpoints = 'Wire/RTP Payments and ACH Origination Specification, Endpoints'
const limits = 'Wire/RTP Payments and ACH Origination Specification, Limits'

/** A segment of dots would change the path, and an empty one would be invalid. */
const isSegment = (value: string): boolean => value.trim() !== '' && !/^\.+$/.test(value.trim())
const rule = (label: string, text: string, source: string, maxLength: number): FieldRule => ({
  label,
  rule: text,
  source,
  holds: (value) => isSegment(value) && value.trim().length <= maxLength,
  maxLength,
})

export const statusInquiryFields = {
  transactionId: rule(
    'Transaction id',
    'Needed: the bank\u2019s own id, at most 200 characters',
    `${endpoints}; the bound is this workstation\u2019s`,
    200,
  ),
  account: rule(
    'Debit account',
    'Needed: exactly as sent in the payment, at most 40 characters',
    `${endpoints}; the bound is this workstation\u2019s`,
    40,
  ),
  reference: rule('Request reference', 'Needed: at most 35 characters', limits, 35),
} as const satisfies Record<string, FieldRule>
export type StatusInquiryField = keyof typeof statusInquiryFields
