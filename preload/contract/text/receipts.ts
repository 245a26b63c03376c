/** The receipt of an order on paper. */

/** State names for a reader of paper, without the screen. */
export const receiptStates = {
  draft: 'Draft',
  'awaiting-approval': 'Awaiting approval. Nothing was sent',
  approved: 'Approved. Nothing was sent',
  queued: 'Released. Nothing was sent yet',
  sending: 'Being sent. No response from the bank yet',
  accepted: 'Accepted by the bank',
  rejected: 'Rejected by the bank',
  'outcome-unknown': 'Unknown outcome: it is not known whether the bank has it',
  withdrawn: 'Withdrawn before anything was sent',
  closed: 'Closed: not made, per bank support',
  made: 'Made, per bank support',
} as const

/** A reader must not take a state that can still change for the end (bank note 74). */
export const receiptNotes = {
  contradicted: 'The bank has it, although bank support said it was not made.',
  contradictory: 'The statuses from the bank contradict each other.',
  unknown: 'Not final: the outcome is unknown.',
  batchOpen: 'Not final: entries of a batch may still settle or be returned.',
  paymentOpen: 'Not final: this payment was not completed when this receipt was written.',
  completed: 'Final at the bank. A return may still follow.',
} as const

export const receiptLabels = {
  payment: 'Payment',
  batch: 'Batch',
  heading: (what: string) => `${what} receipt`,
  amount: 'Amount',
  service: 'Service',
  valueDate: 'Value date',
  effectiveDate: 'Effective date',
  from: 'From',
  profile: 'Profile',
  state: 'State',
  atBank: 'At the bank',
  entries: 'Entries',
  parties: 'Parties',
  references: 'References',
  people: 'People',
  statuses: 'Statuses from the bank',
  bodyHash: 'Message, SHA-256',
  unknown: 'Unknown',
  credits: 'Credits',
  debits: 'Debits',
  description: 'Description',
  file: 'File',
  filePart: (file: string, part: number, of: number) => `${file}, ${String(part)} of ${String(of)}`,
  reverses: 'Reverses',
  bankEffectiveDate: 'Effective date at the bank',
  bankAcceptedAt: 'Accepted by the bank at',
  batchReference: 'Batch id, sent as the reference of the batch',
  requestReference: 'Request reference',
  sendersReference: 'Sender\u2019s reference',
  receiversReference: 'Receiver\u2019s reference',
  transactionId: 'Transaction id',
  clearingReference: 'Clearing system reference',
  bankValueDate: 'Value date at the bank',
  maker: 'Made by',
  approver: 'Approved by',
  nobody: 'Nobody',
  sending: (seq: number) => `Sending ${String(seq)}`,
  released: (by: string, confirmedBy: string | null, at: string) =>
    `Released by ${by}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}, ${at}`,
  none: 'None',
} as const

/** The results of a batch's entries. */
export const receiptTally = {
  settled: 'Settled',
  accepted: 'Accepted',
  rejected: 'Rejected',
  inError: 'In error',
  unclear: 'Unclear',
  notMentioned: 'Not mentioned',
  returned: 'Returned',
  changed: 'To be corrected',
} as const

/** Sources of a status. */
const sources = {
  initiate: 'answer',
  'initiate-late': 'late answer',
  'status-inquiry': 'status check',
  alert: 'alert',
} as const

/** Returns a status, with the time by the bank's clock. */
export const statusLine = (
  statusText: string,
  source: keyof typeof sources,
  bankTime: string | null,
): string =>
  `${statusText} (${sources[source]}${bankTime === null ? '' : `, bank\u2019s own time ${bankTime}`})`

/** Returns a confirmed reply of the bank's support. */
export const supportReplyText = (
  result: 'made' | 'not-made',
  of: { contact: string; ticket: string; recordedBy: string; confirmedBy: string },
): string =>
  `${result === 'made' ? 'Made' : 'Not made'} (bank support: ${of.contact}, ticket ${of.ticket}; recorded by ${of.recordedBy}, confirmed by ${of.confirmedBy})`

/** The end of the footer. */
export const receiptTimes = 'Times are UTC, except times from the bank, which are shown as received'
