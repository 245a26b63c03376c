/**
 * What a call that moves money hands over: its outcome, which alone decides about the money, and beside it
 * what the bank said (design, The bank client; traps 18 and 71).
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import type { MoneyResult } from '../client/bank-call.ts'
import type { MoneyOutcome } from '../answers/classification.ts'
import { readAnswer, type AnswerRules } from '../answers/read-answer.ts'

/** What became of one payment or batch that was sent. */
export interface MoneyAnswer<R> {
  readonly outcome: MoneyOutcome
  /** What the bank said. It explains, and never decides. */
  readonly answer: BankAnswer<R>
  /** The id of the last recorded call; null when none was made or its record could not be kept. */
  readonly callId: string | null
  /** The answer as it is kept, raw less secrets; null when none came. */
  readonly raw: string | null
}

/** Reads what became of a call by the shape of its success. */
export function moneyAnswer<S extends Shape>(
  of: S,
  result: MoneyResult,
  rules: AnswerRules,
): MoneyAnswer<Reading<S>> {
  const { callId, answer, recorded: _recorded, times: _times, ...outcome } = result
  return { outcome, answer: answerIn(of, result, rules), callId, raw: answer?.body ?? null }
}

function answerIn<S extends Shape>(
  of: S,
  result: MoneyResult,
  rules: AnswerRules,
): BankAnswer<Reading<S>> {
  if (result.kind === 'not-sent' && result.reason !== 'refused') {
    return { kind: 'not-sent', reason: result.reason }
  }
  // What was cut off is kept raw and not read: half an answer says nothing.
  if (result.kind === 'outcome-unknown' && result.failure !== undefined) {
    return { kind: 'no-answer', reason: result.failure }
  }
  const { answer } = result
  if (answer === null) return { kind: 'no-answer', reason: 'unexpected' }
  return readAnswer(of, { status: answer.status, answer }, rules)
}
