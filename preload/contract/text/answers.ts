/**
 * Texts about any answer, or a missing one: title, reason, next step and source for every member of
 * the closed union (bank document 1, Errors; bank notes 7, 15, 17, 18, 20, 21, 67). Every screen
 * that shows an answer uses these texts.
 */
import { assertNever } from '../kernel/assert-never.ts'
import type { AnswerAim, AnswerText, MoneyState } from '../bank/answers/answer-aim.ts'
import type { AnswerTrace, BankAnswer, UnreadableKind } from '../bank/answers/bank-answer.ts'
import { bankProblemText, isOutcomeUnknown, inquireFirst, unreadableText } from './bank-problems.ts'
import { noAnswerText, notSentText, outcomeUnknown } from './call-failures.ts'

/** The outcome of a request to the bank in a list. Main searches and sorts by these labels too. */
export const outcomeLabels: Readonly<Record<BankAnswer<unknown>['kind'], string>> = {
  answered: 'Answered',
  'nothing-found': 'Nothing found',
  refused: 'Error answer',
  'not-understood': 'Not understood',
  'no-answer': 'No answer',
  'not-sent': 'Not sent',
}

/** The outcome of a status inquiry without a status from the bank. */
export const inquiryOutcomeLabels = { ...outcomeLabels, answered: 'No status' } as const

/** Appearance of a notice about an answer. */
export type AnswerAppearance = 'warned' | 'nothing' | 'refused' | 'failed' | 'unknown'

/** Texts about an answer, with the appearance of the notice. */
export interface ExplainedAnswer extends AnswerText {
  readonly appearance: AnswerAppearance
}

const inquiryErrors = 'Account Validation and ACH Inquiry Specification, Errors'
const paymentStatuses =
  'Wire/RTP Payments and ACH Origination Specification, States and transitions'

const warned: ExplainedAnswer = {
  appearance: 'warned',
  title: 'Answered with warnings',
  reason: 'The bank processed the request. Some data may be missing from the answer.',
  next: 'Read the warnings before you use the data.',
  source: inquiryErrors,
}

const nothingFound: ExplainedAnswer = {
  appearance: 'nothing',
  title: 'Nothing matches',
  reason: 'The bank accepted the request and found nothing. It answers this as HTTP 400.',
  next: 'Widen the search, or check the account and the dates.',
  source:
    'Account Validation and ACH Inquiry Specification, POST /accounts/transactions/v1/ach/list',
}

function notUnderstood(why: UnreadableKind, trace: AnswerTrace, aim: AnswerAim): ExplainedAnswer {
  return {
    appearance: 'unknown',
    title: `HTTP ${String(trace.status)} with an undocumented answer`,
    reason: unreadableText(why, trace),
    next:
      aim === 'reads'
        ? 'The answer is stored as received. Ask the bank what it means.'
        : 'Unknown whether the bank accepted it. Check the status first. Do not resend it.',
    source: null,
  }
}

type Refused = Extract<BankAnswer<unknown>, { kind: 'refused' }>

function refused({ problem, unreadable, trace }: Refused, aim: AnswerAim): ExplainedAnswer {
  const namesTransaction = trace.namesPayment
  const text = bankProblemText(problem, { aim, status: trace.status, namesTransaction })
  const isFault = trace.status >= 500 || problem === 'failed-in-success'
  return {
    ...text,
    appearance: isFault ? 'failed' : 'refused',
    reason:
      unreadable === null ? text.reason : `${text.reason} ${unreadableText(unreadable, trace)}`,
  }
}

/** Returns the texts from the answer alone, regardless of the money. */
function plainText(answer: BankAnswer<unknown>, aim: AnswerAim): ExplainedAnswer | null {
  switch (answer.kind) {
    case 'answered':
      // 299 is a warning even if it names none (bank note 20).
      return answer.warnings.length > 0 || answer.trace.status === 299 ? warned : null
    case 'nothing-found':
      return nothingFound
    case 'refused':
      return refused(answer, aim)
    case 'not-understood':
      return notUnderstood(answer.why, answer.trace, aim)
    case 'no-answer':
      return { ...noAnswerText(answer.reason, aim), appearance: 'unknown' }
    case 'not-sent':
      return { ...notSentText(answer.reason, aim), appearance: 'failed' }
    default:
      return assertNever(answer)
  }
}

/**
 * Returns the outcome for the money as proven by the answer alone; without further proof it is
 * unknown (Promise P10).
 */
function moneyStateOf(answer: BankAnswer<unknown>): MoneyState {
  const isNotSent =
    answer.kind === 'not-sent' ||
    (answer.kind === 'refused' && !isOutcomeUnknown(answer.problem, answer.trace.namesPayment))
  return { kind: isNotSent ? 'not-sent' : 'outcome-unknown' }
}

const undecided: ExplainedAnswer = {
  appearance: 'unknown',
  title: 'The answer does not show whether it was accepted',
  reason: 'The answer has no listed status, or contradicts itself.',
  next: inquireFirst.without,
  source: paymentStatuses,
}

/**
 * Returns the texts for a possibly accepted call: the unknown outcome first, then the bank's
 * answer.
 */
function unknownText(answer: BankAnswer<unknown>): ExplainedAnswer {
  const text = answer.kind === 'answered' ? undecided : plainText(answer, 'moves-money')
  const { title, reason, source } = text ?? undecided
  const namesPayment = 'trace' in answer && answer.trace.namesPayment
  return {
    appearance: 'unknown',
    title: title.startsWith(outcomeUnknown('')) ? title : outcomeUnknown(title),
    reason,
    next:
      nextIfUnknown(answer, text) ??
      (namesPayment ? inquireFirst.withTransaction : inquireFirst.without),
    source,
  }
}

/** Lost calls and unreadable answers have their own next step. */
const nextIfUnknown = (answer: BankAnswer<unknown>, text: AnswerText | null): string | null =>
  (answer.kind === 'no-answer' || answer.kind === 'not-understood') && text ? text.next : null

const rejected: ExplainedAnswer = {
  appearance: 'refused',
  title: 'The bank rejected it',
  reason: 'The bank accepted the request and answered that it failed. No money moves.',
  next: 'Read the answer. Correct the order in a new draft, with new approvals.',
  source: paymentStatuses,
}

const acceptedWithRemarks: ExplainedAnswer = {
  appearance: 'warned',
  title: 'Accepted, with remarks',
  reason: 'The bank accepted it and added remarks.',
  next: 'Read the remarks. Do not resend it.',
  source: paymentStatuses,
}

/**
 * Returns the texts for a call that moved money, or may have: the outcome decides, and the answer
 * explains.
 */
function moneyText(answer: BankAnswer<unknown>, outcome: MoneyState): ExplainedAnswer | null {
  switch (outcome.kind) {
    case 'outcome-unknown':
      return unknownText(answer)
    case 'answered':
      if (outcome.verdict === 'rejected') return rejected
      return plainText(answer, 'moves-money') === null ? null : acceptedWithRemarks
    case 'not-sent':
      return plainText(answer, 'moves-money')
    default:
      return assertNever(outcome)
  }
}

/**
 * Returns the texts about an answer; null for a success without a message from the bank. `outcome`
 * decides the title of a call that moves money; if omitted, only the proof in the answer itself
 * counts.
 */
export function answerText(
  answer: BankAnswer<unknown>,
  aim: AnswerAim,
  outcome: MoneyState = moneyStateOf(answer),
): ExplainedAnswer | null {
  return aim === 'reads' ? plainText(answer, aim) : moneyText(answer, outcome)
}
