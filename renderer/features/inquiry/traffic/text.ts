/** Calls as text: purpose, waiting, outcome. */
import { endpointIds, endpointOf } from '../../../../preload/contract/bank/endpoints.ts'
import type { Lane } from '../../../../preload/contract/bank/lanes.ts'
import {
  callOutcomes,
  statusClassOf,
  statusClasses,
  type StatusClass,
  type TrafficLine,
} from '../../../../preload/contract/api/traffic.ts'
import { laneLabels } from '../../../text/lanes.ts'
import type { Tone } from '../../../ui/tone.ts'

const purposes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(endpointIds.map((id) => [id, endpointOf(id).title])),
  'health-check': 'Health check',
}
/** The purpose of a call; one unknown to this version is shown unchanged. */
export const purposeLabel = (purpose: string): string => purposes[purpose] ?? purpose

const outcomes: Readonly<Record<(typeof callOutcomes)[number], string>> = {
  answered: 'Answered',
  'no-answer': 'No answer',
  'not-sent': 'Not sent',
  'outcome-unknown': 'Outcome unknown',
}
/** The outcome of a call; one unknown to this version is shown unchanged. */
export const outcomeLabel = (outcome: string): string =>
  Object.entries(outcomes).find(([known]) => known === outcome)?.[1] ?? outcome

const classLabels: Readonly<Record<StatusClass, string>> = {
  '2xx': '2xx, answered',
  '299': '299, with warnings',
  '4xx': '4xx, refused',
  '5xx': '5xx, fault at the bank',
  other: 'Another status',
  'no-answer': 'No status',
}
const options = <T extends string>(
  all: string,
  values: readonly T[],
  label: (value: T) => string,
) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: label(value) }))]
export const classOptions = options('Every status', statusClasses, (value) => classLabels[value])
export const outcomeOptions = options('Every outcome', callOutcomes, outcomeLabel)
export const laneOptions = options(
  'Every lane',
  Object.keys(laneLabels) as Lane[],
  (value) => laneLabels[value],
)
export const purposeOptions = (known: readonly string[]) =>
  options('Every kind', known, purposeLabel)

const details: Readonly<Record<string, string>> = {
  reason: 'Reason',
  verdict: 'Verdict',
  fault: 'Fault',
  faultDetail: 'Fault message',
  transactionId: 'Transaction id',
  token: 'Token',
}
/** The reason of an outcome; one unknown to this version is shown unchanged. */
export const detailLabel = (name: string): string => details[name] ?? name

/** The result of a call, by text, shape and color. */
export interface CallBadge {
  readonly tone: Tone
  readonly label: string
}

const byClass: Readonly<Record<Exclude<StatusClass, 'no-answer'>, { tone: Tone; label: string }>> =
  {
    '2xx': { tone: 'good', label: 'answered' },
    '299': { tone: 'warning', label: 'with warnings' },
    '4xx': { tone: 'bad', label: 'refused' },
    '5xx': { tone: 'bad', label: 'bank fault' },
    other: { tone: 'unknown', label: 'not foreseen' },
  }

/**
 * Returns the result of a call. A truncated answer, or one that leaves a payment open, decided
 * nothing.
 */
export function badgeOf({ status, outcome }: TrafficLine): CallBadge {
  if (status === null) {
    return outcome === 'not-sent'
      ? { tone: 'neutral', label: 'not sent' }
      : { tone: 'unknown', label: outcome === 'answered' ? 'no status' : 'no answer' }
  }
  const code = String(status)
  if (outcome === 'no-answer') return { tone: 'unknown', label: `${code} cut off` }
  if (outcome === 'outcome-unknown') return { tone: 'unknown', label: `${code} not known` }
  if (status === 429) return { tone: 'warning', label: '429 pause' }
  const statusClass = statusClassOf(status)
  if (statusClass === 'no-answer') return { tone: 'unknown', label: code }
  const { tone, label } = byClass[statusClass]
  return { tone, label: `${code} ${label}` }
}

export const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en-US')} ms`
