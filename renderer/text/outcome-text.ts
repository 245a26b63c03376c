/** The outcome of a request to the bank as text and tone: the same on every screen. */
import type { BankAnswer } from '../../preload/contract/bank/answers/bank-answer.ts'
import { outcomeLabels } from '../../preload/contract/text/answers.ts'
import type { Tone } from '../ui/tone.ts'

export interface Badge {
  readonly tone: Tone
  readonly label: string
}

/** The outcome of an answer, for lists, status inquiries and pages. */
export const outcomeBadges: Readonly<Record<BankAnswer<unknown>['kind'], Badge>> = {
  answered: { label: outcomeLabels.answered, tone: 'good' },
  'nothing-found': { label: outcomeLabels['nothing-found'], tone: 'neutral' },
  refused: { label: outcomeLabels.refused, tone: 'bad' },
  'not-understood': { label: outcomeLabels['not-understood'], tone: 'unknown' },
  'no-answer': { label: outcomeLabels['no-answer'], tone: 'unknown' },
  'not-sent': { label: outcomeLabels['not-sent'], tone: 'warning' },
}
