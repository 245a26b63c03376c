/** Each rule of the policy as text: its meaning, the effect of a change, and its source. */

/** The texts beside a field. */
export interface RuleTexts {
  readonly label: string
  readonly hint: string
  readonly source: string
}

const ours = 'Countersign'

export const ruleTexts = {
  bankingZone: {
    label: 'Time zone of banking days',
    hint: 'Example: America/New_York. Days start at midnight in this zone',
    source: 'IANA time zone database',
  },
  ownershipFrom: {
    label: 'Required from this amount',
    hint: 'USD. In a batch, entries from this amount. Other currencies: always required',
    source: ours,
  },
  ownershipMaxAge: {
    label: 'Maximum age, hours',
    hint: '1 to 8,760. Older checks do not count at submission, approval or release',
    source: ours,
  },
  releaseHolds: {
    label: 'Queued release expires after, minutes',
    hint: '1 to 1,440. If the bank stays unreachable longer, a person must release again',
    source: `${ours}: no queued payment is sent without a person`,
  },
  inquiryAfter: {
    label: 'Status check counts after, minutes',
    hint: '0 to 1,440. Before that, the bank may not find a payment it has',
    source: 'Wire/RTP Payments and ACH Origination Specification, Endpoints',
  },
  inquiryFresh: {
    label: 'Status check valid for, minutes',
    hint: '1 to 1,440. Older checks must be repeated before a resend',
    source: ours,
  },
  autoLock: {
    label: 'Lock when idle, minutes',
    hint: '1 to 60. Screen lock and sleep always lock at once',
    source: ours,
  },
  cutoffTime: {
    label: 'Warn about wires after',
    hint: 'Example: 18:45. The bank\u2019s own cutoff is earlier',
    source: 'Fedwire Funds Service: third-party cutoff 18:45 Eastern Time',
  },
  cutoffZone: {
    label: 'Cutoff time zone',
    hint: 'Example: America/New_York',
    source: 'IANA time zone database',
  },
  rtpLimit: {
    label: 'Warn about RTP above',
    hint: 'USD. The bank’s own limit may be lower',
    source: 'The Clearing House: RTP up to USD 10,000,000.00',
  },
} as const satisfies Record<string, RuleTexts>
export type RuleField = keyof typeof ruleTexts

export const stepRule =
  'Each step applies from its amount. Payments in other currencies than USD use the strictest step. A batch counts its credits plus debits. No one approves their own work, and nothing is sent without an approval.'
export const stepSource = 'FFIEC: dual control, entry and verification by different people'
export const limitRule =
  'A rule for one operator overrides a rule for everyone. An empty amount means no limit. Once a service has a rule, currencies without one are refused.'
export const limitSource =
  'Daily totals count amounts submitted by the maker and amounts sent. ACH covers batches of every SEC code, credits plus debits'
export const changeMeaning =
  'The policy takes effect at once. Items already submitted follow the stricter of this policy and the one they were submitted under. Sent payments do not change.'
