/** The outcome of a request to the bank as text and tone: the same on every screen. */
import type { BankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import type { Tone } from '../ui/tone.ts'

export interface Badge {
  readonly tone: Tone
  readonly label: string
}

/** The outcome of an answer, for lists, status inquiries and pages. */
export const outcomeWords: Readonly<Record<BankAnswer<unknown>['kind'], Badge>> = {
  answered: { label: 'Answered', tone: 'good' },
  'nothing-found': { label: 'Nothing found', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'bad' },
  'not-understood': { label: 'Not understood', tone: 'unknown' },
  'no-answer': { label: 'No answer', tone: 'unknown' },
  'not-sent': { label: 'Not sent', tone: 'warning' },
}
