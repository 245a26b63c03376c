/** The message in place of a reading, or beside one that arrived with a refusal. */
import type { ValidationOutcome } from '../../../../preload/contract/bank/account-validation.ts'
import { bankProblemWords } from '../../../../preload/contract/text/bank-problems.ts'
import { noAnswerWords, notSentWords } from '../../../../preload/contract/text/call-failures.ts'
import type { Explanation } from '../../../text/explanation.ts'

/** An explanation and its style. */
export interface CameInstead extends Explanation {
  readonly kind: 'unknown' | 'refused'
}

const unreadable = {
  empty: 'The body was empty.',
  html: 'It was a web page.',
  'not-json': 'It was not JSON.',
  'no-result': 'It had no Result.',
} as const

type Answered = Extract<ValidationOutcome, { status: number }>

/** The meaning of the status; empty for a success and in a record of an earlier version. */
function problemReason(outcome: Answered): string {
  if (outcome.kind === 'answered' || outcome.problem === undefined) return ''
  const { problem, status } = outcome
  return bankProblemWords(problem, { aim: 'asks', status, namesTransaction: false }).reason
}

const sentences = (...parts: readonly (string | null)[]): string =>
  parts.filter((part) => part !== null && part !== '').join(' ')

/**
 * Explains an outcome that is not a normal answer; null for one that is. `next` and `hint` come
 * from the screen.
 */
export function nonAnswerText(
  outcome: ValidationOutcome,
  next: string,
  hint: string | null,
): CameInstead | null {
  switch (outcome.kind) {
    case 'answered':
      return null
    case 'no-answer':
      return { kind: 'unknown', ...noAnswerWords(outcome.reason, 'asks') }
    case 'not-sent':
      return { kind: 'unknown', ...notSentWords(outcome.reason, 'asks') }
    case 'unreadable':
      return {
        kind: 'unknown',
        title: `HTTP ${String(outcome.status)} with an unlisted answer`,
        reason: sentences(problemReason(outcome), unreadable[outcome.why]),
        next: 'See the full answer below.',
      }
    case 'refused': {
      const said = outcome.messages
        .map(({ code, text }) => [code, text].filter((part) => part !== null).join(' '))
        .join(' \u00b7 ')
      // A 403 may be about the address that the bank sees and not about the query (bank note 8).
      const about = outcome.status === 403 && hint ? hint : problemReason(outcome)
      return {
        kind: 'refused',
        title: `The bank answered HTTP ${String(outcome.status)}`,
        reason: sentences(about, said === '' ? null : `Bank message: \u201c${said}\u201d`),
        next,
      }
    }
  }
}
