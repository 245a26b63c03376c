/** Alert scenarios of the practice bank. */
export const alertScenarioNames = [
  'alerts-other-spelling',
  'alerts-bare-array',
  'alerts-twice',
  'alerts-under-new-ids',
  'alerts-contradicted',
  'alerts-false-return',
  'alerts-out-of-order',
  'alerts-late',
  'alerts-without-values',
  'alerts-fields-absent',
  'alerts-old-codes',
  'alerts-over-100',
  'alerts-not-json',
  'alerts-without-id',
  'alerts-unknown-codes',
  'alerts-wrong-password',
  'alerts-answer-lost',
] as const

const alerts = { group: 'alerts', targets: ['alerts'] } as const

/** Text of each scenario in the panel. */
export const alertScenarioTexts: Readonly<
  Record<
    (typeof alertScenarioNames)[number],
    typeof alerts & { readonly title: string; readonly explanation: string }
  >
> = {
  'alerts-other-spelling': {
    title: 'Other spellings',
    explanation:
      'The next call spells four field names as the sample of the bank\u2019s document does.',
    ...alerts,
  },
  'alerts-bare-array': {
    title: 'Array without a name',
    explanation: 'The next call is a list of alerts without its outer name.',
    ...alerts,
  },
  'alerts-twice': {
    title: 'Delivered twice',
    explanation: 'The next call is sent twice, byte for byte.',
    ...alerts,
  },
  'alerts-under-new-ids': {
    title: 'Again under new ids',
    explanation: 'The next call is sent a second time, with another id on each alert.',
    ...alerts,
  },
  'alerts-contradicted': {
    title: 'Same id, other content',
    explanation:
      'The next call is followed by one whose first alert has the same id and other content.',
    ...alerts,
  },
  'alerts-false-return': {
    title: 'Return that did not happen',
    explanation:
      'ACH alerts of the next call report settled entries as returned. ACH inquiry shows them as settled.',
    ...alerts,
  },
  'alerts-out-of-order': {
    title: 'Out of order',
    explanation: 'The alerts of the next call arrive latest first.',
    ...alerts,
  },
  'alerts-late': {
    title: 'Late',
    explanation: 'The next event is reported thirty seconds late.',
    ...alerts,
  },
  'alerts-without-values': {
    title: 'Nulls',
    explanation: 'Every field of the next call except the status is null.',
    ...alerts,
  },
  'alerts-fields-absent': {
    title: 'Fields left out',
    explanation: 'Fields without a value are left out of the next call instead of null.',
    ...alerts,
  },
  'alerts-old-codes': {
    title: 'Old alert codes',
    explanation:
      'ACH alerts of the next call carry AL00902, AL00903 or AL00904 instead of AL00906.',
    ...alerts,
  },
  'alerts-over-100': {
    title: 'More than 100',
    explanation: 'The next call has 150 alerts.',
    ...alerts,
  },
  'alerts-not-json': {
    title: 'Not JSON',
    explanation: 'The next call is cut off. After a 400 answer it is not resent.',
    ...alerts,
  },
  'alerts-without-id': {
    title: 'No alert id',
    explanation: 'The next call has no alert ids.',
    ...alerts,
  },
  'alerts-unknown-codes': {
    title: 'Unlisted codes and fields',
    explanation: 'Unlisted statuses, and an unlisted header field.',
    ...alerts,
  },
  'alerts-wrong-password': {
    title: 'Wrong password (401)',
    explanation:
      'The next call has a wrong password. After a 401 the bank does not retry: its alerts are lost.',
    ...alerts,
  },
  'alerts-answer-lost': {
    title: 'Answer lost',
    explanation: 'The answer to the next call does not reach the bank, so it retries.',
    ...alerts,
  },
}
