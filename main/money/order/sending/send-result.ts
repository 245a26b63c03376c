/**
 * Maps the classified answer of one sending to the result for its order. Only the outcome decides;
 * the rest of the answer only explains it (bank notes 18, 60 and 71).
 */
import {
  proxyOutages,
  type CallFailure,
} from '../../../../preload/contract/bank/answers/call-failure.ts'
import type { NotSent } from '../../../../preload/contract/text/not-sent.ts'
import type { RefusalAmbiguity } from '../../../bank/answers/ambiguous-refusal.ts'
import type { Sent } from '../types.ts'
import type { AttemptRow } from '../order-records.ts'
import type { OriginationReading } from '../../../../preload/contract/bank/ach-origination/answers.ts'

/** The stored result of a sending. */
export interface SendResult {
  readonly outcome: 'not-sent' | 'accepted' | 'rejected' | 'unknown'
  /** The reason as the classification names it. */
  readonly reason: string | null
  readonly status: number | null
  readonly callId: string | null
  readonly transactionId: string | null
  /** The bank's status for the payment; null if none. */
  readonly statusText: string | null
  /** Why nothing was sent; null if it was sent. */
  readonly notSent: NotSent | null
  /** The answer about a batch; null for a payment or an unreadable answer. */
  readonly batch: OriginationReading | null
}

/**
 * Failures after which a release keeps waiting: the bank cannot be reached, and nothing was
 * journalled.
 */
const offline: readonly CallFailure[] = [
  'address-not-found',
  'connection-refused',
  'connection-lost',
  'timed-out',
  ...proxyOutages,
]
export const isOffline = ({ outcome }: Sent): boolean =>
  outcome.kind === 'not-sent' && outcome.reason !== 'refused' && offline.includes(outcome.reason)

/** Returns why the call was not sent; null if it may have left. */
export function notSentBy({ outcome }: Pick<Sent, 'outcome'>): NotSent | null {
  if (outcome.kind !== 'not-sent') return null
  return outcome.reason === 'refused'
    ? { code: 'bank-refused', status: outcome.status }
    : { code: 'call-failed', failure: outcome.reason }
}

/** Returns the result of a journalled attempt. */
export function sendResult({ outcome, callId, reported }: Sent): SendResult {
  const nothing = {
    transactionId: null,
    statusText: null,
    notSent: null,
    batch: reported?.batch ?? null,
  }
  switch (outcome.kind) {
    case 'not-sent':
      return {
        ...nothing,
        outcome: 'not-sent',
        reason: outcome.reason,
        callId,
        status: outcome.reason === 'refused' ? outcome.status : null,
        notSent: notSentBy({ outcome }),
      }
    case 'answered':
      return {
        ...nothing,
        outcome: outcome.verdict,
        reason: null,
        status: outcome.status,
        callId,
        transactionId: reported?.transactionId ?? null,
        statusText: reported?.status ?? null,
      }
    case 'outcome-unknown': {
      const { reason, status, failure, alert, transactionId } = outcome
      const why = alert ?? failure
      const isSuccess = status !== undefined && status >= 200 && status < 300
      return {
        ...nothing,
        outcome: 'unknown',
        status: status ?? null,
        callId,
        reason: why === undefined ? reason : `${reason}: ${String(why)}`,
        transactionId: transactionId ?? reported?.transactionId ?? null,
        // The status in a refusal decides nothing before a status inquiry (bank note 18).
        statusText: isSuccess ? (reported?.status ?? null) : null,
      }
    }
  }
}

/**
 * Returns whether the only sending that may be at the bank was refused without the bank's own error
 * body.
 */
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
const barely: RefusalAmbiguity = 'refused-barely'

/** The result of an attempt whose call failed unexpectedly: it may have left. */
export const unforeseenEnd: SendResult = {
  outcome: 'unknown',
  reason: 'unexpected',
  status: null,
  callId: null,
  transactionId: null,
  statusText: null,
  notSent: null,
  batch: null,
}
