/** How a report ended, in a word and a tone. */
import type { ReportAnswerLine } from '../../../preload/contract/reports/report-answer.ts'
import type { Tone } from '../../ui/tone.ts'

/** What the list and the pages of an answer say of it. */
export const outcomeWords: Readonly<
  Record<ReportAnswerLine['outcome'], { readonly label: string; readonly tone: Tone }>
> = {
  answered: { label: 'Answered', tone: 'good' },
  'nothing-found': { label: 'Nothing found', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'bad' },
  'not-understood': { label: 'Not understood', tone: 'unknown' },
  'no-answer': { label: 'No answer', tone: 'unknown' },
  'not-sent': { label: 'Not sent', tone: 'warning' },
}
