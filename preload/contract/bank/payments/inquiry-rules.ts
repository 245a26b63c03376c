/**
 * The rules of what a payment is looked up by, in the words shown beside each field. Both are path segments that
 * are sent as they stand; which other signs the bank takes is not shown (trap 66).
 */
import type { FieldRule } from '../account-validation.ts'

const endpoints = 'Wire/RTP Payments and ACH Origination Specification, Endpoints'
const limits = 'Wire/RTP Payments and ACH Origination Specification, Limits'

/** Dots alone would lead elsewhere in the path, and nothing at all leads nowhere. */
const isSegment = (value: string): boolean => value.trim() !== '' && !/^\.+$/.test(value.trim())
const rule = (label: string, text: string, source: string, maxLength: number): FieldRule => ({
  label,
  rule: text,
  source,
  holds: (value) => isSegment(value) && value.trim().length <= maxLength,
  maxLength,
})

/** The rules by field. */
export const statusInquiryFields = {
  transactionId: rule(
    'Transaction id',
    'Needed: the bank\u2019s own id, at most 200 characters',
    `${endpoints}; the bound is this workstation\u2019s`,
    200,
  ),
  account: rule(
    'Debit account',
    'Needed: as it was sent in the payment, at most 40 characters',
    `${endpoints}; the bound is this workstation\u2019s`,
    40,
  ),
  reference: rule('Request reference', 'Needed: at most 35 characters', limits, 35),
} as const satisfies Record<string, FieldRule>
export type StatusInquiryField = keyof typeof statusInquiryFields
