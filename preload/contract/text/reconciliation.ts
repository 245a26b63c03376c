/** Texts of the report's codes, in files and in print. */

export const matchWords = {
  agreed: 'Agreed',
  differs: 'Differs',
  'missing-at-bank': 'Missing at the bank',
  'not-from-here': 'Not originated here',
} as const

export const flowWords = {
  out: 'Out',
  in: 'In',
  unknown: 'Unknown',
} as const

export const kindWords = {
  payment: 'Payment',
  entry: 'ACH entry',
  'payment-return': 'Payment returned',
  'entry-return': 'ACH entry returned',
  'other-payment': 'Payment, not originated here',
  'other-ach': 'ACH entry, not originated here',
  'other-return': 'Return, not originated here',
} as const

export const reasonWords = {
  amount: 'Other amount',
  currency: 'Other currency',
  direction: 'Other direction',
  refused: 'Refused or failed at the bank',
  'came-back': 'Returned',
  unclear: 'Unclear',
  'not-due': 'Not due yet',
  overdue: 'Overdue',
  'in-doubt': 'Unknown outcome',
  'desk-made': 'Made, per bank staff',
  'desk-not-made': 'Not made, per bank staff',
  'incoming-credit': 'Incoming credit',
  'unexplained-debit': 'Unrecognized debit',
  'unknown-direction': 'Direction not stated',
} as const

export const remarkWords = {
  'by-inquiry': 'Found by inquiry',
  repeated: 'Reported more than once',
  'came-back-later': 'Returned later',
  reversed: 'Reversed',
  'amount-as-sent': 'No amount from the bank; counted as sent',
  'amount-unreadable': 'Amount unreadable; not in totals',
  'perhaps-ours': 'Possibly a payment from here',
  'other-account': 'Batch names another account',
} as const
