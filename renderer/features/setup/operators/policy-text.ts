/** Each rule of the policy as text: its meaning, the effect of a change, and its source. */

/** The texts beside a field. */
export interface RuleWords {
  readonly label: string
  readonly hint: string
  readonly source: string
}

const ours = 'Countersign'

export const ruleWords = {
  bankingZone: {
    label: 'Time zone of daily limits',
    hint: 'As America/New_York. Each day begins at midnight there',
    source: 'IANA time zone database',
  },
  ownershipFrom: {
    label: 'From this amount on',
    hint: 'USD. Of a batch every entry from this amount on; a payment in another currency whatever its amount',
    source: ours,
  },
  ownershipMaxAge: {
    label: 'At most so old, hours',
    hint: '1 to 8,760. An older check does not count at submission, approval or release',
    source: ours,
  },
  releaseHolds: {
    label: 'A release waits, minutes',
    hint: '1 to 1,440. Longer without the bank, and a person is asked again',
    source: `${ours}: nothing queued leaves unseen`,
  },
  lookUpAfter: {
    label: 'A look-up counts after, minutes',
    hint: '0 to 1,440. Sooner, the bank may not find a payment that it has',
    source: 'Wire/RTP Payments and ACH Origination Specification, Endpoints',
  },
  lookUpFresh: {
    label: 'A look-up stays fresh, minutes',
    hint: '1 to 1,440. Older, it is asked again before a second sending',
    source: ours,
  },
  autoLock: {
    label: 'Locks when idle, minutes',
    hint: '1 to 60. Screen lock and suspend lock at once, whatever stands here',
    source: ours,
  },
  cutoffTime: {
    label: 'Wires are warned of after',
    hint: 'As 18:45. The bank\u2019s own cutoff is earlier',
    source: 'Fedwire Funds Service: third-party cutoff 18:45 Eastern Time',
  },
  cutoffZone: {
    label: 'In the time zone',
    hint: 'As America/New_York',
    source: 'IANA time zone database',
  },
  rtpLimit: {
    label: 'RTP is warned of above',
    hint: 'USD. The bank may have set less',
    source: 'The Clearing House: RTP up to USD 10,000,000.00',
  },
} as const satisfies Record<string, RuleWords>
export type RuleField = keyof typeof ruleWords

export const stepRule =
  'Each step counts from its amount on; a payment in another currency than USD takes the strictest. A batch counts with its credits and debits together. Nobody approves work of their own, and nothing leaves without an approval.'
export const stepSource = 'FFIEC: dual control, entry and verification by different people'
export const limitRule =
  'A rule that names an operator counts before one for everybody. An empty amount is no limit. A currency without a rule is refused as soon as the service has any.'
export const limitSource =
  'Counted each day: what the maker submitted, and what was sent. ACH stands for batches of every SEC code, credits and debits together'
export const changeMeaning =
  'It is in force at once. What is submitted already is judged by the stricter of this policy and the one that it was submitted under; nothing that was sent changes.'
