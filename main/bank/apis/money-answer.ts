/**
 * The result of a call that moves money: its outcome, which alone decides about the money, and
 * beside it the answer of the bank (bank notes 18 and 71).
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { Reading, Shape } from '../../../preload/contract/bank/answers/shape.ts'
import type { MoneyResult } from '../client/bank-call.ts'
import type { MoneyOutcome } from '../answers/classification.ts'
import { readAnswer, type AnswerRules } from '../answers/read-answer.ts'

export interface MoneyAnswer<R> {
  readonly outcome: MoneyOutcome
  /** The answer of the bank. For explanation only, never for a decision. */
  readonly answer: BankAnswer<R>
  /** The id of the last recorded call; null when none was made or its record could not be saved. */
  readonly callId: string | null
  /** The answer as stored, raw without secrets; null when none came. */
  readonly raw: string | null
}

/** Reads the result of a call by the shape of its success. */
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
  // An answer that was cut off is stored raw and not read: half an answer proves nothing.
  if (result.kind === 'outcome-unknown' && result.failure !== undefined) {
    return { kind: 'no-answer', reason: result.failure }
  }
  const { answer } = result
  if (answer === null) return { kind: 'no-answer', reason: 'unexpected' }
  return readAnswer(of, { status: answer.status, answer }, rules)
}
