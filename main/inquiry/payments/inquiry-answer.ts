/**
 * A look-up as it is read again from the record of its call: masked first and read after, so that no field holds
 * what the masked body does not (design, Data and money).
 */
import { bankAnswer, type BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import { callFailures } from '../../../preload/contract/bank/answers/call-failure.ts'
import type {
  PaymentStatusInquiry,
  PaymentStatusInquiryLine,
} from '../../../preload/contract/api/payments/inquiry.ts'
import {
  paymentAnswer,
  paymentReading,
  saysNotFound,
  type PaymentReading,
} from '../../../preload/contract/bank/payments/payment-answer.ts'
import { z } from '../../../preload/contract/kernel/zod.ts'
import { callMask, type CallMask } from '../../bank/privacy/call-masking.ts'
import type { StoredAnswer } from '../../bank/client/call-record.ts'
import { statusInquiryRules } from '../../bank/apis/payments-answer.ts'
import { readAnswer, type AnswerRules } from '../../bank/answers/read-answer.ts'
import type { InquiryCall } from '../history/inquiry-records.ts'

/** How a call ended that brought no answer: what the record of a call alone does not tell in full. */
const withoutAnswer = z.object({
  kind: z.enum(['no-answer', 'not-sent']),
  reason: z.enum(callFailures),
})

/** What a list shows of a look-up, as it is kept beside the question. */
export const inquirySummary = z.object({
  outcome: z.enum([
    'answered',
    'nothing-found',
    'refused',
    'not-understood',
    'no-answer',
    'not-sent',
  ]),
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  valueDate: z.string().nullable(),
  withoutAnswer: withoutAnswer.nullable(),
})
export type InquirySummary = z.infer<typeof inquirySummary>

type PaymentSaid = BankAnswer<PaymentReading>
const said = bankAnswer(paymentReading)

const readingIn = (answer: PaymentSaid): PaymentReading | null =>
  'reading' in answer ? answer.reading : null

/** That it is not found stands apart in the list: a look-up ends with it most often, and it is no failure. */
const outcomeOf = (answer: PaymentSaid): PaymentStatusInquiryLine['outcome'] =>
  saysNotFound(answer) ? 'nothing-found' : answer.kind

/** What of an answer goes into the list. */
export function summaryOf(answer: PaymentSaid): InquirySummary {
  const reading = readingIn(answer)
  const isWithout = answer.kind === 'no-answer' || answer.kind === 'not-sent'
  return {
    outcome: outcomeOf(answer),
    status: reading?.status ?? null,
    amount: reading?.transferAmount ?? null,
    currency: reading?.transferCurrency ?? null,
    valueDate: reading?.valueDate ?? null,
    withoutAnswer: isWithout ? { kind: answer.kind, reason: answer.reason } : null,
  }
}

type KeptCall = Omit<InquiryCall, 'seq' | 'at' | 'position'>
type Kept = NonNullable<KeptCall['answer']>

/** The answer as it was kept, or as it is masked. Bytes that are no text stay: nothing of them is handed over. */
function keptOf({ status, headers, body, isBase64 }: Kept, mask: CallMask | null): StoredAnswer {
  const header = (name: string, value: string | string[]): string => {
    const text = Array.isArray(value) ? value.join(', ') : value
    return mask ? mask.header(name, text) : text
  }
  return {
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, header(name, value)]),
    ),
    body: mask && !isBase64 ? mask.body(body) : body,
    base64: isBase64,
  }
}

/**
 * Reads the answer of a call, masked or as it came; bytes that are no text are handed over to nobody. A call that is
 * no look-up is read by its own rules.
 */
export function answerOf(
  call: KeptCall | undefined,
  summary: Pick<InquirySummary, 'withoutAnswer'>,
  inFull: boolean,
  rules: AnswerRules = statusInquiryRules,
): Pick<PaymentStatusInquiry, 'answer' | 'raw' | 'callId'> {
  const callId = call?.callId ?? null
  const kept = call?.answer ?? null
  if (summary.withoutAnswer !== null) return { answer: summary.withoutAnswer, raw: null, callId }
  if (kept === null)
    return { answer: { kind: 'no-answer', reason: 'unexpected' }, raw: null, callId }
  const shown = keptOf(kept, inFull ? null : maskOf(call))
  const answer = readAnswer(paymentAnswer, { status: kept.status, answer: shown }, rules)
  return { answer: said.parse(answer), raw: kept.isBase64 ? null : shown.body, callId }
}

/** The mask of a look-up's call: by its path, which holds the debit account, and by what came. */
function maskOf(call: KeptCall | undefined): CallMask {
  const { isBase64 = false, body = null } = call?.answer ?? {}
  return callMask({
    path: call?.path ?? '',
    requestBody: call?.requestBody ?? null,
    responseBody: isBase64 ? null : body,
  })
}
