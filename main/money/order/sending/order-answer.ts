/** Reads the bank's answer to a call about an order from the stored call, masked first. */
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { endpoints } from '../../../../preload/contract/bank/endpoints.ts'
import { initiationRules, statusInquiryAnswerRules } from '../../../bank/apis/payments-answer.ts'
import type { AnswerRules } from '../../../bank/answers/read-answer.ts'
import { findStoredCall } from '../../../inquiry/inquiry-records.ts'
import { answerOf } from '../../../inquiry/stored-status-inquiry.ts'
import type { Store } from '../../../store/store.ts'

/** An answer with its raw text. */
export type AnswerShown = {
  readonly answer: NonNullable<Order['answer']>
  readonly raw: string | null
  readonly callId: string | null
}

/**
 * Reads the answer to a call by these rules. Without an answer, `kind` says whether the call left
 * at all.
 */
export async function answerOfCall(
  store: Store,
  { callId, kind }: { readonly callId: string | null; readonly kind: string | null },
  rules: AnswerRules,
  inFull: boolean,
): Promise<AnswerShown> {
  const call = callId === null ? undefined : await findStoredCall(store, callId)
  if (call?.answer) return answerOf(call, { withoutAnswer: null }, inFull, rules)
  const without = kind === 'not-sent' ? kind : 'no-answer'
  return { answer: { kind: without, reason: 'unexpected' }, raw: null, callId }
}

/** Returns the last answer about an order, from any call; null if none was stored. */
export async function lastAnswer(
  store: Store,
  { last_call_id: callId }: { readonly last_call_id: string | null },
  inFull: boolean,
): Promise<AnswerShown | null> {
  const call = callId === null ? undefined : await findStoredCall(store, callId)
  if (!call?.answer) return null
  const isInitiation = call.path.endsWith(endpoints['payment-initiate'].path)
  return answerOf(
    call,
    { withoutAnswer: null },
    inFull,
    isInitiation ? initiationRules : statusInquiryAnswerRules,
  )
}
