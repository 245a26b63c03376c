/**
 * Sentences that say why a list of participants is incomplete. The earlier list stays in use each
 * time.
 */
import type { BankAnswer } from '../../../preload/contract/bank/answers/bank-answer.ts'
import type { PagingEnd } from '../../bank/apis/paging.ts'

/** For a download that the program's end interrupted. */
export const programEnded = 'The program ended before the list was complete.'

/** For a download stopped by an operator, or by closing the profile. */
export const stoppedBy = (operator: string): string => `Stopped by ${operator}.`

/** Returns the sentence; null if the list is complete. */
export function whyIncomplete(end: PagingEnd<unknown>, rows: number): string | null {
  switch (end.kind) {
    case 'complete':
      return rows === 0 ? 'The bank\u2019s answer has no list of participants.' : null
    case 'changing':
      return 'The list changed while it was loaded, or the bank sent rows twice. The result matches no point in time.'
    case 'truncated':
      return `The bank ended the list after ${String(end.got)} rows${
        end.reportedTotal === null ? '' : ` of ${String(end.reportedTotal)}`
      }.`
    case 'stopped':
      return 'The download was stopped.'
    case 'range-refused':
    case 'failed':
      return failed(end.answer)
  }
}

function failed(answer: BankAnswer<unknown>): string {
  switch (answer.kind) {
    case 'no-answer':
      return 'A page was requested and no answer came.'
    case 'not-sent':
      return 'A page could not be requested.'
    case 'refused':
      return answer.problem === 'failed-in-success'
        ? 'The bank answered a page with a failure.'
        : `The bank refused a page with HTTP ${String(answer.trace.status)}.`
    case 'answered':
    case 'nothing-found':
    case 'not-understood':
      return 'A page could not be read.'
  }
}
