/** How a question to the bank ended, in a word and a tone: the same on every screen. */
import type { BankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import type { Tone } from '../ui/tone.ts'

/** A word with its tone. */
export interface Standing {
  readonly tone: Tone
  readonly label: string
}

/** What lists, look-ups and pages of an answer say of its outcome. */
export const outcomeWords: Readonly<Record<BankAnswer<unknown>['kind'], Standing>> = {
  answered: { label: 'Answered', tone: 'good' },
  'nothing-found': { label: 'Nothing found', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'bad' },
  'not-understood': { label: 'Not understood', tone: 'unknown' },
  'no-answer': { label: 'No answer', tone: 'unknown' },
  'not-sent': { label: 'Not sent', tone: 'warning' },
}
