/** What the bank answered to a call about an order, read again from the record of that call, masked first. */
import type { Order } from '../../../../preload/contract/domain/orders/order.ts'
import { endpoints } from '../../../../preload/contract/bank/endpoints.ts'
import { initiationRules, statusInquiryRules } from '../../../bank/apis/payments-answer.ts'
import type { AnswerRules } from '../../../bank/answers/read-answer.ts'
import { findKeptCall } from '../../../inquiry/history/inquiry-records.ts'
import { answerOf } from '../../../inquiry/payments/inquiry-answer.ts'
import type { Store } from '../../../store/store.ts'

/** An answer with the text that it was read from. */
export type AnswerShown = {
  readonly answer: NonNullable<Order['answer']>
  readonly raw: string | null
  readonly callId: string | null
}

/** Reads what was answered to a call by these rules; one that brought nothing says by its `kind` whether it left at all. */
export async function answerOfCall(
  store: Store,
  { callId, kind }: { readonly callId: string | null; readonly kind: string | null },
  rules: AnswerRules,
  inFull: boolean,
): Promise<AnswerShown> {
  const call = callId === null ? undefined : await findKeptCall(store, callId)
  if (call?.answer) return answerOf(call, { withoutAnswer: null }, inFull, rules)
  const without = kind === 'not-sent' ? kind : 'no-answer'
  return { answer: { kind: without, reason: 'unexpected' }, raw: null, callId }
}

/** The last answer about an order, whichever call it came by; null: none was kept. */
export async function lastAnswer(
  store: Store,
  { last_call_id: callId }: { readonly last_call_id: string | null },
  inFull: boolean,
): Promise<AnswerShown | null> {
  const call = callId === null ? undefined : await findKeptCall(store, callId)
  if (!call?.answer) return null
  const isInitiation = call.path.endsWith(endpoints['payment-initiate'].path)
  return answerOf(
    call,
    { withoutAnswer: null },
    inFull,
    isInitiation ? initiationRules : statusInquiryRules,
  )
}
