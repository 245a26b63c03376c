/** Texts of the report's codes, in files and in print. */
import type { Flow, LineKind, Match, Reason, Remark } from './reconciliation.ts'

export const matchWords: Readonly<Record<Match, string>> = {
  agreed: 'Agreed',
  differs: 'Differs',
  'missing-at-bank': 'Missing at the bank',
  'not-from-here': 'Not from here',
}

export const flowWords: Readonly<Record<Flow, string>> = {
  out: 'Out',
  in: 'In',
  unknown: 'Not said',
}

export const kindWords: Readonly<Record<LineKind, string>> = {
  payment: 'Payment',
  entry: 'ACH entry',
  'payment-return': 'Payment returned',
  'entry-return': 'ACH entry returned',
  'other-payment': 'Payment, not from here',
  'other-ach': 'ACH entry, not from here',
  'other-return': 'Return, not from here',
}

export const reasonWords: Readonly<Record<Reason, string>> = {
  amount: 'Other amount',
  currency: 'Other currency',
  direction: 'Other direction',
  refused: 'Refused or failed at the bank',
  'came-back': 'Came back',
  unclear: 'Unclear',
  'not-due': 'Not due yet',
  overdue: 'Overdue',
  'in-doubt': 'Not known whether the bank has it',
  'desk-made': 'Made, its desk says',
  'desk-not-made': 'Not made, its desk says',
  'incoming-credit': 'Money in',
  'unexplained-debit': 'Money out that nobody here sent',
  'unknown-direction': 'The bank did not say which way',
}

export const remarkWords: Readonly<Record<Remark, string>> = {
  'by-inquiry': 'Came by inquiry',
  repeated: 'Told several times',
  'came-back-later': 'Came back',
  reversed: 'Reversed',
  'amount-as-sent': 'The bank stated no amount: counted as sent',
  'amount-unreadable': 'Amount not readable: in no sum',
  'perhaps-ours': 'Perhaps a payment from here',
  'other-account': 'Batch names another account',
}
