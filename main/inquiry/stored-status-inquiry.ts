/**
 * Reads a status inquiry from its call record. The body is masked before it is parsed, so no field
 * can show what is masked in the body.
 */
import {
  answerKinds,
  bankAnswer,
  type BankAnswer,
} from '../../preload/contract/bank/answers/bank-answer.ts'
import { callFailures } from '../../preload/contract/bank/answers/call-failure.ts'
import type {
  PaymentStatusInquiry,
  PaymentStatusInquiryLine,
} from '../../preload/contract/api/payment-inquiry/inquiry.ts'
import {
  paymentAnswer,
  paymentReading,
  isNotFoundAnswer,
  type PaymentReading,
} from '../../preload/contract/bank/payments/payment-answer.ts'
import { z } from '../../preload/contract/kernel/zod.ts'
import { callMask, type CallMask } from '../bank/privacy/mask.ts'
import type { StoredAnswer } from '../bank/call-record.ts'
import { statusInquiryAnswerRules } from '../bank/apis/payments-answer.ts'
import { readAnswer, type AnswerRules } from '../bank/answers/read-answer.ts'
import type { InquiryCall } from './inquiry-records.ts'

/** How a call without an answer ended; the call record does not have the reason. */
const withoutAnswer = z.object({
  kind: z.enum(['no-answer', 'not-sent']),
  reason: z.enum(callFailures),
})

/** The list fields of a status inquiry, saved beside the query. */
export const inquirySummary = z.object({
  outcome: z.enum(answerKinds),
  status: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  valueDate: z.string().nullable(),
  withoutAnswer: withoutAnswer.nullable(),
})
export type InquirySummary = z.infer<typeof inquirySummary>

type StatusAnswer = BankAnswer<PaymentReading>
const statusAnswer = bankAnswer(paymentReading)

const readingIn = (answer: StatusAnswer): PaymentReading | null =>
  'reading' in answer ? answer.reading : null

/** Not found is listed as an outcome of its own: it is the most frequent one and no failure. */
const outcomeOf = (answer: StatusAnswer): PaymentStatusInquiryLine['outcome'] =>
  isNotFoundAnswer(answer) ? 'nothing-found' : answer.kind

/** Returns what the list shows of an answer. */
export function summaryOf(answer: StatusAnswer): InquirySummary {
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

type StoredCall = Omit<InquiryCall, 'seq' | 'at' | 'position'>
type StoredCallAnswer = NonNullable<StoredCall['answer']>

/**
 * Returns the answer as saved, or masked. Bytes that are not text remain and are never handed out.
 */
function storedOf(
  { status, headers, body, isBase64 }: StoredCallAnswer,
  mask: CallMask | null,
): StoredAnswer {
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
 * Reads the answer of a call, masked or unmasked; bytes that are not text are handed out to nobody.
 * A call that is no status inquiry is read by its own rules.
 */
export function answerOf(
  call: StoredCall | undefined,
  summary: Pick<InquirySummary, 'withoutAnswer'>,
  inFull: boolean,
  rules: AnswerRules = statusInquiryAnswerRules,
): Pick<PaymentStatusInquiry, 'answer' | 'raw' | 'callId'> {
  const callId = call?.callId ?? null
  const stored = call?.answer ?? null
  if (summary.withoutAnswer !== null) return { answer: summary.withoutAnswer, raw: null, callId }
  if (stored === null)
    return { answer: { kind: 'no-answer', reason: 'not-recorded' }, raw: null, callId }
  const shown = storedOf(stored, inFull ? null : maskOf(call))
  const answer = readAnswer(paymentAnswer, { status: stored.status, answer: shown }, rules)
  return { answer: statusAnswer.parse(answer), raw: stored.isBase64 ? null : shown.body, callId }
}

/**
 * Returns the mask of a status inquiry: from its path, which holds the debit account, and from its
 * answer.
 */
function maskOf(call: StoredCall | undefined): CallMask {
  const { isBase64 = false, body = null } = call?.answer ?? {}
  return callMask({
    path: call?.path ?? '',
    requestBody: call?.requestBody ?? null,
    responseBody: isBase64 ? null : body,
  })
}
