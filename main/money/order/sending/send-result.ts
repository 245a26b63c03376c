/**
 * What the classification of one sending means for its order. It decides by the outcome alone; what the bank said
 * beside it explains (traps 18, 60 and 71).
 */
import type { CallFailure } from '../../../../preload/contract/bank/answers/call-failure.ts'
import type { RejectionAmbiguity } from '../../../bank/answers/ambiguous-rejection.ts'
import type { Sent } from '../types.ts'
import type { AttemptRow } from '../order-records.ts'
import type { OriginationReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'

/** What became of a sending, as it is stored. */
export interface SendResult {
  readonly outcome: 'not-sent' | 'accepted' | 'rejected' | 'unknown'
  /** In the words of the classification. */
  readonly reason: string | null
  readonly status: number | null
  readonly callId: string | null
  readonly transactionId: string | null
  /** The bank's word about the payment; null: none. */
  readonly word: string | null
  /** Why nothing was sent, in a sentence; null: it was. */
  readonly notSent: string | null
  /** What was answered to a batch; null for a payment, and where nothing could be read. */
  readonly batch: OriginationReading | null
}

/** Reasons for which a release goes on waiting: the bank cannot be reached, and nothing was journalled. */
const offline: readonly CallFailure[] = [
  'address-not-found',
  'connection-refused',
  'connection-lost',
  'timed-out',
]
export const isOffline = ({ outcome }: Sent): boolean =>
  outcome.kind === 'not-sent' && outcome.reason !== 'refused' && offline.includes(outcome.reason)

/** In a sentence, for the people who decide whether it is released again. */
export function notSentText({ outcome }: Pick<Sent, 'outcome'>): string {
  if (outcome.kind !== 'not-sent') return ''
  return outcome.reason === 'refused'
    ? `The bank refused the request with ${String(outcome.status)} and took nothing in`
    : `Nothing was sent: ${outcome.reason}`
}

/** The end of an attempt that was journalled. */
export function sendResult({ outcome, callId, said }: Sent): SendResult {
  const nothing = { transactionId: null, word: null, notSent: null, batch: said?.batch ?? null }
  switch (outcome.kind) {
    case 'not-sent':
      return {
        ...nothing,
        outcome: 'not-sent',
        reason: outcome.reason,
        callId,
        status: outcome.reason === 'refused' ? outcome.status : null,
        notSent: notSentText({ outcome }),
      }
    case 'answered':
      return {
        ...nothing,
        outcome: outcome.verdict,
        reason: null,
        status: outcome.status,
        callId,
        transactionId: said?.transactionId ?? null,
        word: said?.status ?? null,
      }
    case 'outcome-unknown': {
      const { reason, status, failure, transactionId } = outcome
      const isSuccess = status !== undefined && status >= 200 && status < 300
      return {
        ...nothing,
        outcome: 'unknown',
        status: status ?? null,
        callId,
        reason: failure === undefined ? reason : `${reason}: ${failure}`,
        transactionId: transactionId ?? said?.transactionId ?? null,
        // What a refusal says of the payment decides nothing before it is looked up (trap 18).
        word: isSuccess ? (said?.status ?? null) : null,
      }
    }
  }
}

/** Whether the one sending that may be at the bank was refused, and not by the bank's own words. */
export function isRefusedBarely(
  attempts: readonly Pick<AttemptRow, 'seq' | 'outcome' | 'reason' | 'status'>[],
): boolean {
  const [only, second] = attempts.filter(({ outcome }) => outcome !== 'not-sent')
  return (
    only !== undefined &&
    second === undefined &&
    only.seq === attempts.at(-1)?.seq &&
    only.outcome === 'unknown' &&
    only.reason === barely
  )
}
const barely: RejectionAmbiguity = 'refused-barely'

/** The end of an attempt whose call broke in a way that nobody foresaw: it may have left. */
export const unforeseenEnd: SendResult = {
  outcome: 'unknown',
  reason: 'unexpected',
  status: null,
  callId: null,
  transactionId: null,
  word: null,
  notSent: null,
  batch: null,
}
