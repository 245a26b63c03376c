/** The report of a day: its codes and columns, on the screen, in files and in print. */

export const matchLabels = {
  agreed: 'Agreed',
  pending: 'Pending',
  returned: 'Returned',
  differs: 'Differs',
  'missing-at-bank': 'Missing at the bank',
  'not-from-here': 'Not originated here',
} as const

export const flowLabels = {
  out: 'Out',
  in: 'In',
  unknown: 'Unknown',
} as const

export const kindLabels = {
  payment: 'Payment',
  entry: 'ACH entry',
  'payment-return': 'Payment returned',
  'entry-return': 'ACH entry returned',
  'other-payment': 'Payment, not originated here',
  'other-ach': 'ACH entry, not originated here',
  'other-return': 'Return, not originated here',
} as const

export const reasonTexts = {
  amount: 'Other amount',
  currency: 'Other currency',
  direction: 'Other direction',
  refused: 'Refused or failed at the bank',
  'came-back': 'Returned',
  'return-reported': 'Return reported, not confirmed',
  unclear: 'Unclear',
  'not-due': 'Not due yet',
  overdue: 'Overdue',
  'unknown-outcome': 'Unknown outcome',
  'support-made': 'Made, per bank support',
  'support-not-made': 'Not made, per bank support',
  'incoming-credit': 'Incoming credit',
  'unexplained-debit': 'Unrecognized debit',
  'unknown-direction': 'Direction not stated',
} as const

export const remarkTexts = {
  'by-inquiry': 'Found by inquiry',
  'by-wire-inquiry': 'Found by wire inquiry',
  repeated: 'Reported more than once',
  'came-back-later': 'Returned later',
  reversed: 'Reversed',
  'amount-as-sent': 'No amount from the bank; counted as sent',
  'amount-unreadable': 'Amount unreadable; not in totals',
  'perhaps-ours': 'Possibly a payment from here',
  'other-account': 'Batch names another account',
} as const

/** Returns why a row of a wire inquiry is evidence; `at`: as its reader writes times. */
export const wireEvidenceText = (by: string, at: string): string =>
  `From wire inquiry, fields confirmed by ${by} on ${at}`

/** Titles of columns; the file has them all, the screen and the print some. */
export const reconciliationColumns = {
  outcome: 'Outcome',
  reason: 'Reason',
  item: 'Item',
  service: 'Service',
  direction: 'Direction',
  party: 'Party',
  reference: 'Reference',
  originated: 'Originated',
  originatedCurrency: 'Originated, currency',
  originatedState: 'Originated, state',
  originatedDay: 'Originated, day',
  valueDate: 'Value date',
  atBank: 'At the bank',
  atBankRaw: 'At the bank, as written',
  atBankCurrency: 'At the bank, currency',
  atBankStatus: 'At the bank, status',
  atBankDay: 'At the bank, day',
  traceNumber: 'Trace number',
  parNumber: 'PAR number',
  transactionId: 'Transaction id',
  returnReason: 'Return reason',
  sources: 'Sources',
  remarks: 'Remarks',
  day: 'Day',
  account: 'Account',
  status: 'Status',
  currency: 'Currency',
  difference: 'Difference',
  unreadable: 'Unreadable',
  lines: 'Lines',
} as const

/** Returns what limits the report of a day; `length`: the time without alerts, for people. */
export const coverageTexts = {
  complete: 'The listener ran without a gap.',
  since: (time: string) =>
    `The listener first ran at ${time}. It is not known whether there were alerts before.`,
  swept: (length: string) =>
    `${length} without alerts. The bank was queried for the missed alerts. A sweep does not cover incoming wires and RTP.`,
  'may-be-missing': (length: string) => `Alerts may be missing: ${length} without alerts.`,
  unknown: 'No record of whether the listener ran.',
}

/** Labels and notes of the print. */
export const reconciliationSheet = {
  heading: 'Reconciliation',
  dayAndAccount: 'Day and account',
  profile: 'Profile',
  created: 'Created',
  createdAt: (at: string, by: string) => `${at}, printed by ${by}`,
  totals: 'Totals',
  outcomes: 'Outcomes',
  unknownAmount: 'unknown',
  firstLines: (printed: number, of: number) =>
    `The first ${String(printed)} of ${String(of)} lines. The exported file has all of them.`,
  otherAccount: (title: string, debited: string, named: string, entries: number) =>
    `${title}: the bank debits ${debited}, not ${named}. Entries: ${String(entries)}.`,
  signedOff: 'Signed off',
  by: 'By',
  nobody: 'Nobody',
  note: 'Note',
  sinceThen: 'Since then',
  changed: 'Lines have changed',
  unchanged: 'No change',
  dayRule:
    'A payment counts on the day on which it was sent. An entry counts on the day of its collection if the bank reported it, otherwise on its effective date.',
} as const
