/**
 * Texts about calls that the bank declined or failed: one set for calls that only read, and other
 * next steps where money moves (bank document 1, Errors and Limits; bank notes 7, 8, 17, 18, 67).
 */
import { assertNever } from '../kernel/assert-never.ts'
import type { AnswerAim, AnswerText } from '../bank/answers/answer-aim.ts'
import type { AnswerTrace, BankProblem, UnreadableKind } from '../bank/answers/bank-answer.ts'

interface ProblemText {
  readonly title: string
  readonly reason: string
  /** Next step if the call only reads. */
  readonly ifItReads: string
  /**
   * Next step if the call moves money and the answer names no transaction; empty means a status
   * inquiry.
   */
  readonly ifItMovesMoney: string
  readonly source: string
}

const errors = 'Platform Specification, Errors'
const limits = 'Platform Specification, Limits'
const paymentErrors = 'Wire/RTP Payments and ACH Origination Specification, Errors'

const texts: Readonly<Record<BankProblem, ProblemText>> = {
  'request-invalid': {
    title: 'The bank did not accept the request',
    reason: 'The bank answered 400: something is invalid, or something mandatory is missing.',
    ifItReads: 'Read the answer, correct the request and query again.',
    ifItMovesMoney:
      'The bank accepted nothing. Correct what the bank names, as a new draft with its approvals.',
    source: errors,
  },
  'not-authenticated': {
    title: 'The bank did not accept the sign-in',
    reason: 'The bank answered 401: it does not accept the token.',
    ifItReads: 'Check the API keys of this profile with the bank, then query again.',
    ifItMovesMoney:
      'The bank accepted nothing. Check the API keys with the bank; then it may be sent.',
    source: errors,
  },
  'service-not-authorized': {
    title: 'Not authorized for this service',
    reason: 'The bank knows this client and answered 401 for this service.',
    ifItReads: 'Ask the bank to enable the service for this client. A new token does not help.',
    ifItMovesMoney:
      'The bank accepted nothing. Ask the bank to enable the service for this client; a new token does not help.',
    source: paymentErrors,
  },
  forbidden: {
    title: 'Access forbidden',
    reason: 'The bank answered 403, which it also does to an address that is not registered.',
    ifItReads: 'Compare the address that the bank sees with the registered ones, under Connection.',
    ifItMovesMoney:
      'The bank accepted nothing. Compare the address that the bank sees with the registered ones; then it may be sent.',
    source: errors,
  },
  'not-found': {
    title: 'Not found at the bank',
    reason: 'The bank answered 404: it found nothing for this request, or not yet.',
    ifItReads:
      'This does not prove that it does not exist. Check the request, and query again later.',
    ifItMovesMoney:
      'The bank accepted nothing: the path is not one of the bank\u2019s. Check the base URL.',
    source: errors,
  },
  'method-not-allowed': {
    title: 'Method not allowed',
    reason: 'The bank answered 405: this path does not take this kind of call.',
    ifItReads:
      'Check the base URL and the path; if both are right, give the bank the correlation id.',
    ifItMovesMoney:
      'The bank accepted nothing. Check the base URL, and give the bank the correlation id.',
    source: errors,
  },
  'media-type-not-allowed': {
    title: 'Media type not allowed',
    reason: 'The bank answered 415: it does not take the body in this form.',
    ifItReads: 'A proxy on the way may have changed it. Give the bank the correlation id.',
    ifItMovesMoney:
      'The bank accepted nothing. A proxy on the way may have changed it: find out before sending.',
    source: errors,
  },
  'threshold-reached': {
    title: 'Too many requests',
    reason: 'The bank answered HTTP 429: no call to any of its APIs for at least two minutes.',
    ifItReads: 'Query again when the pause has ended.',
    ifItMovesMoney: 'The bank accepted nothing. It may be sent when the pause has ended.',
    source: limits,
  },
  'backend-failed': {
    title: 'The bank reported an internal error',
    reason: 'The bank answered HTTP 500: a runtime or backend error.',
    ifItReads: 'Query again later. If it happens again, give the bank the correlation id.',
    ifItMovesMoney: '',
    source: errors,
  },
  'backend-unknown-error': {
    title: 'The bank reported an unknown error',
    reason:
      'The bank answered HTTP 500 with code 9999, for example because its own backend could not authenticate.',
    ifItReads: 'Give the bank the correlation id and learn the cause before you query again.',
    ifItMovesMoney: '',
    source: paymentErrors,
  },
  'downstream-unreachable': {
    title: 'A system behind the bank\u2019s gateway was not reached',
    reason: 'The bank answered HTTP 502: no connection to a downstream service.',
    ifItReads:
      'Query again in a while; if it persists, inform the bank\u2019s application support.',
    ifItMovesMoney: '',
    source: errors,
  },
  'service-unavailable': {
    title: 'The bank\u2019s service is not available',
    reason: 'The bank answered HTTP 503: no server behind its gateway is active.',
    ifItReads: 'Check with the bank\u2019s application support before querying again.',
    ifItMovesMoney: '',
    source: errors,
  },
  'gateway-timed-out': {
    title: 'The bank\u2019s gateway got no answer in time',
    reason: 'The bank answered HTTP 504. The system behind it may still be processing.',
    ifItReads: 'Wait a moment and query again.',
    ifItMovesMoney: '',
    source: errors,
  },
  'failed-in-success': {
    title: 'The bank reports a failure',
    reason: 'The HTTP status is a success, but the body reports a failure.',
    ifItReads: 'Read the bank\u2019s answer below. The HTTP status alone proves nothing.',
    ifItMovesMoney: '',
    source: errors,
  },
  'status-not-listed': {
    title: 'A status that is not in the document',
    reason: 'Its meaning is not documented.',
    ifItReads: 'Read the answer as received, and ask the bank what the status means.',
    ifItMovesMoney: '',
    source: errors,
  },
}

/** Refusals that state that the bank accepted nothing. */
const refusals: ReadonlySet<BankProblem> = new Set([
  'request-invalid',
  'not-authenticated',
  'service-not-authorized',
  'forbidden',
  'not-found',
  'method-not-allowed',
  'media-type-not-allowed',
  'threshold-reached',
])

/** Next steps where a transaction is named or may exist: inquire, never resend. */
export const inquireFirst = {
  withTransaction:
    'A transaction is named, so something may have been created. Check its status by that id. Do not resend it.',
  without:
    'It is not known whether the bank accepted it. Check its status by its reference. Do not resend it.',
}

/** Facts about an answer, besides its problem, that decide the next step. */
export interface ProblemCircumstances {
  readonly aim: AnswerAim
  readonly status: number
  /** True if the answer names a transaction (bank note 18). */
  readonly namesTransaction: boolean
}

function nextStep(problem: BankProblem, { aim, namesTransaction }: ProblemCircumstances): string {
  const { ifItReads, ifItMovesMoney } = texts[problem]
  switch (aim) {
    case 'reads':
      return ifItReads
    case 'moves-money':
      if (namesTransaction) return inquireFirst.withTransaction
      return ifItMovesMoney === '' ? inquireFirst.without : ifItMovesMoney
    default:
      return assertNever(aim)
  }
}

/**
 * Returns whether a call that moves money may have been accepted although the bank declined or
 * failed.
 */
export const isOutcomeUnknown = (problem: BankProblem, namesTransaction: boolean): boolean =>
  namesTransaction || !refusals.has(problem)

/** Returns the texts about a call that the bank declined or failed. */
export function bankProblemText(
  problem: BankProblem,
  circumstances: ProblemCircumstances,
): AnswerText {
  const { title, reason, source } = texts[problem]
  const isUnlisted = problem === 'status-not-listed'
  return {
    title: isUnlisted ? `HTTP ${String(circumstances.status)} is not in the document` : title,
    reason,
    next: nextStep(problem, circumstances),
    source,
  }
}

const bodies: Readonly<Record<UnreadableKind, string>> = {
  empty: 'The body was empty.',
  html: 'The body was a web page.',
  'not-text': 'The body was not text.',
  coded: 'The body was compressed or coded in a way that cannot be read here.',
  'not-json': 'The body was not JSON.',
  'names-repeated': 'The body names the same field twice, so its content is uncertain.',
  'too-deep': 'The body was nested deeper than any documented answer.',
  'not-listed': 'The body had none of the documented fields.',
  'not-decided': 'The body does not say clearly whether the check passed.',
}

/** Returns one sentence about an unreadable body. */
export const unreadableText = (
  why: UnreadableKind,
  { coding }: Pick<AnswerTrace, 'coding'>,
): string =>
  why === 'coded' && coding !== undefined
    ? `The body was coded as “${coding}”, which cannot be read here.`
    : bodies[why]
