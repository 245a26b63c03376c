/**
 * What is said of any answer, or of none: title, reason, next step and source, for every member of the
 * closed union (1-platform.md, Errors; traps 7, 15, 17, 18, 20, 21, 67). Whoever shows an answer takes its
 * words from here.
 */
import { assertNever } from '../assert-never.ts'
import { outcomeNotKnown, type AnswerAim, type AnswerWords } from './answer-aim.ts'
import type { BankAnswer, UnreadableKind } from './bank-answer.ts'
import { bankProblemWords, leavesDoubt, unreadableWords } from './bank-problem-words.ts'
import { noAnswerWords, notSentWords } from './call-failure-words.ts'

/** How a notice of an answer looks: what was said no to, what went wrong, what is not known. */
export type AnswerStanding = 'warned' | 'nothing' | 'refused' | 'failed' | 'unknown'

/** The words of an answer and how it stands. */
export interface ExplainedAnswer extends AnswerWords {
  readonly standing: AnswerStanding
}

const inquiryErrors = '2-validation-and-ach-inquiry.md, Errors'

const warned: ExplainedAnswer = {
  standing: 'warned',
  title: 'Answered with warnings',
  reason: 'The request was processed; some data may be missing from the answer.',
  next: 'Read what the bank said before relying on it.',
  source: inquiryErrors,
}

const nothingFound: ExplainedAnswer = {
  standing: 'nothing',
  title: 'Nothing matches',
  reason: 'The bank took the request and found nothing to it, which it answers as a 400.',
  next: 'Widen what is asked for, or check the account and the dates.',
  source: '2-validation-and-ach-inquiry.md, POST /accounts/transactions/v1/ach/list',
}

function notUnderstood(why: UnreadableKind, status: number, aim: AnswerAim): ExplainedAnswer {
  return {
    standing: 'unknown',
    title: `HTTP ${String(status)} with an answer that is not in the document`,
    reason: unreadableWords(why),
    next:
      aim === 'asks'
        ? 'It is kept word for word. Ask the bank what it means.'
        : 'Whether it was taken in is not known. Look it up before anything else; do not send it again.',
    source: null,
  }
}

type Refused = Extract<BankAnswer<unknown>, { kind: 'refused' }>

function refused({ problem, unreadable, trace }: Refused, aim: AnswerAim): ExplainedAnswer {
  const namesTransaction = trace.namesPayment
  const words = bankProblemWords(problem, { aim, status: trace.status, namesTransaction })
  const isFault = trace.status >= 500 || problem === 'failed-in-success'
  const inDoubt = aim === 'moves-money' && leavesDoubt(problem, namesTransaction)
  return {
    ...words,
    standing: inDoubt ? 'unknown' : isFault ? 'failed' : 'refused',
    title: inDoubt ? outcomeNotKnown(words.title) : words.title,
    reason: unreadable === null ? words.reason : `${words.reason} ${unreadableWords(unreadable)}`,
  }
}

/** Explains an answer. Null: it is one, and the bank said nothing beside it. */
export function answerWords(answer: BankAnswer<unknown>, aim: AnswerAim): ExplainedAnswer | null {
  switch (answer.kind) {
    case 'answered':
      // 299 is a warning also where it names none (trap 20).
      return answer.warnings.length > 0 || answer.trace.status === 299 ? warned : null
    case 'nothing-found':
      return nothingFound
    case 'refused':
      return refused(answer, aim)
    case 'not-understood':
      return notUnderstood(answer.why, answer.trace.status, aim)
    case 'no-answer':
      return { ...noAnswerWords(answer.reason, aim), standing: 'unknown' }
    case 'not-sent':
      return { ...notSentWords(answer.reason, aim), standing: 'failed' }
    default:
      return assertNever(answer)
  }
}
