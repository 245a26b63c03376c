/** Terms of the field and of this program, each with one meaning. */

const meanings = {
  acknowledgment: [
    'Acknowledgment',
    'The answer to the bank for each alert of a delivery. It is sent only after the delivery is stored on disk.',
  ],
  alert: ['Alert', 'A message from the bank about a payment or an ACH entry.'],
  approval: [
    'Approval',
    'The decision of a person who did not write the order. It covers the exact content, its evidence and the profile.',
  ],
  audit: [
    'Audit chain',
    'Every action and every call to the bank, each entry with the hash of the one before.',
  ],
  bai: ['BAI code', 'A three-digit code for the content of a line of a balance report.'],
  batch: ['Batch', 'ACH entries of one SEC code and one effective date that are sent in one call.'],
  'business-status': [
    'Business status',
    'The stage of a wire or RTP payment inside the bank, as reported by alerts.',
  ],
  checker: ['Checker', 'The person who approves the work of others.'],
  checkpoint: ['Checkpoint', 'A signed end of the audit chain.'],
  'check-digit': [
    'Check digit',
    'The ninth digit of a routing number, which follows from the other eight.',
  ],
  condition: ['Condition', 'One of the four code lists of a validation answer.'],
  correlation: ['Correlation id', 'The bank’s ID of a call. Its staff finds the call by it.'],
  coverage: ['Coverage', 'The time for which every alert was received or requested.'],
  delivery: ['Delivery', 'One call of the bank with up to 100 alerts in it.'],
  'unknown-outcome': ['Unknown outcome', 'A payment or batch that may or may not be at the bank.'],
  'effective-date': [
    'Effective date',
    'The day on which the entries of a batch are meant to settle, at most 31 days ahead.',
  ],
  entry: [
    'Entry',
    'One receiver’s line of an ACH batch. It has a trace number once it was accepted.',
  ],
  environment: [
    'Environment',
    'Practice, pre-production or production. Each has a store, keychain entries and a colour of its own.',
  ],
  evidence: [
    'Evidence',
    'Support for a payment: the bank pre-check, the account owner verification, the payee’s history.',
  ],
  forwarding: ['Forwarding', 'Sending stored alerts to another system, unchanged.'],
  gap: ['Gap', 'A time in which alerts may have been missed.'],
  item: ['Item', 'One thing in the inbox that needs a person.'],
  journal: ['Journal', 'The sendings, each flushed to the disk before its first byte leaves.'],
  lane: ['Lane', 'The priority of a call: unknown outcomes and status first, sweeps last.'],
  listener: ['Listener', 'The service on this computer that receives the bank’s deliveries.'],
  maker: ['Maker', 'The person who writes a payment, a batch or a payee change.'],
  mtls: [
    'Mutual TLS',
    'Each end of a connection shows a certificate. The bank refuses callers without a known certificate.',
  ],
  noc: [
    'Notification of change',
    'The receiving bank asks for other details in further entries (codes C01 to C14).',
  ],
  odfi: [
    'Originating and receiving DFI',
    'The bank that sends an ACH entry and the bank that takes it (depository financial institution).',
  ],
  par: ['PAR number', 'The number that the ACH processor gives a transaction.'],
  participant: ['RTP participant', 'A bank that RTP payments reach.'],
  payee: ['Payee', 'A person or business a profile pays, approved by two people.'],
  policy: [
    'Policy',
    'Which approvals and evidence an order needs before it leaves, by amount, product and payee.',
  ],
  prenote: ['Prenotification', 'A zero-dollar entry that tests an account before money is sent.'],
  profile: ['Profile', 'The identity of this workstation at one bank in one environment.'],
  quarantine: ['Quarantine', 'Deliveries that are stored but could not be read.'],
  'rate-budget': [
    'Rate budget',
    'Keeps the workstation within the bank’s five calls in any second.',
  ],
  reading: ['Reading', 'An answer explained field by field, with every value as received.'],
  recovered: ['Recovered', 'Found by a sweep, with no alert.'],
  'recovery-file': [
    'Recovery file',
    'The store’s key, wrapped by a passphrase. It opens the profile when its keychain entry is gone.',
  ],
  reference: [
    'Reference',
    'The name of an order at the bank, unique together with the debit account.',
  ],
  release: ['Release', 'Sending an approved order to the bank. It is sent once.'],
  return: ['Return', 'The receiving bank sends an entry or a payment back, with a reason code.'],
  reversal: [
    'Reversal',
    'An ordinary new batch in the other direction. It is not the bank’s undo.',
  ],
  routing: ['Routing number', 'Nine digits that name a bank of the United States (ABA number).'],
  rtp: ['RTP', 'Real-time payments: settle at once, at any hour, and cannot be recalled.'],
  schedule: [
    'Schedule',
    'The content of a payment and its days. On each day a draft is created, which people submit, approve and release.',
  ],
  score: [
    'Score',
    '0 to 100: how well an owner’s name fits the account. Blank when nothing was compared, which is not 0.',
  ],
  'sec-code': ['SEC code', 'The kind of an ACH entry: CCD and CTX to companies, PPD to people.'],
  resend: [
    'Resend',
    'Sending the same content again under the same reference, by two people who both saw the evidence.',
  ],
  settle: ['Settle', 'The money has moved between the banks. An ACH entry may still be returned.'],
  pause: [
    'Pause after a 429',
    'At least two minutes without calls, after the bank reports too many calls.',
  ],
  'bank-status': [
    'Bank status',
    'The combined result of all statuses the bank reported for an order.',
  ],
  'support-bundle': ['Support bundle', 'Selected calls in one masked file for the bank’s staff.'],
  sweep: ['Sweep', 'Inquiries to the bank that replace missed alerts.'],
  token: [
    'Token',
    'Proof of access sent with each call. It lasts 24 hours and is renewed automatically.',
  ],
  trace: ['Trace number', 'Fifteen digits that name one ACH entry.'],
  vault: ['Vault', 'A profile’s entry in the keychain of this computer.'],
  wire: ['Wire', 'A transfer through the national clearing system. Final once completed.'],
} as const satisfies Readonly<Record<string, readonly [term: string, meaning: string]>>

export type TermId = keyof typeof meanings

export interface Term {
  readonly id: TermId
  readonly term: string
  readonly meaning: string
}

/** Returns the term of an id. */
export const termOf = (id: TermId): Term => ({
  id,
  term: meanings[id][0],
  meaning: meanings[id][1],
})

/** All terms in alphabetical order. */
export const glossary: readonly Term[] = (Object.keys(meanings) as TermId[])
  .map(termOf)
  .toSorted((one, other) => one.term.localeCompare(other.term, 'en-US'))
