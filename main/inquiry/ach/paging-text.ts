/**
 * The state of a list after pagination, with a sentence for each end that is not the natural one
 * (bank notes 44, 47, 75).
 */
import type { AchInquiry } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { answerText } from '../../../preload/contract/text/answers.ts'
import type { PagingEnd, Truncation } from '../../bank/apis/paging.ts'

export type Progress = AchInquiry['progress']

/**
 * Why pagination was stopped: its one page arrived, an operator stopped it, or the row limit is
 * reached.
 */
export type StopCause = 'one-page' | 'operator' | 'most-rows'

const rows = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

const ofThem = (end: PagingEnd<unknown>): string =>
  end.reportedTotal === null
    ? rows(end.got)
    : `${end.got.toLocaleString('en-US')} of ${rows(end.reportedTotal)}`

function truncation(why: Truncation, end: PagingEnd<unknown>): string {
  switch (why) {
    case 'fewer-than-reported':
      return `The bank reports ${rows(end.reportedTotal ?? 0)} and sent ${rows(end.got)}. Some are missing.`
    case 'counts-differ':
      return 'The bank counted other rows of a page than came. Some may be missing.'
    case 'exactly-the-default':
      return 'The bank sent its default number of rows. There may be more.'
    case 'short-page-within':
      return 'A page before the last was shorter than requested. Rows after it may be missing.'
    case 'beyond-refused':
      return 'The bank refused further pages and does not say how many rows match. Some may be missing.'
    case 'announced-and-not-given':
      return 'The bank announced more rows, and none came.'
    case 'no-next-start':
      return 'The bank did not say where the next page starts. Rows may be missing.'
    case 'paged-by-operator':
      return 'The request sets its own row range. There may be more rows.'
    case 'most-pages':
      return `Loading ended at the page limit of one list, at ${ofThem(end)}. Narrow the dates.`
  }
}

function stopped(cause: StopCause, end: PagingEnd<unknown>): Progress {
  switch (cause) {
    case 'one-page':
      return { kind: 'open' }
    case 'operator':
      return {
        kind: 'broken-off',
        why: 'stopped',
        sentence: `Loading was stopped at ${ofThem(end)}.`,
      }
    case 'most-rows':
      return {
        kind: 'broken-off',
        why: 'most-rows',
        sentence: `Loading ended at ${ofThem(end)}, the row limit of one list. Narrow the dates.`,
      }
  }
}

const moved = ({ firstReportedTotal, reportedTotal }: PagingEnd<unknown>): string =>
  firstReportedTotal === reportedTotal || firstReportedTotal === null || reportedTotal === null
    ? ''
    : ` The total changed from ${firstReportedTotal.toLocaleString('en-US')} to ${reportedTotal.toLocaleString('en-US')}.`

const twice = ({ repeated }: PagingEnd<unknown>): string =>
  repeated === 0 ? '' : ` ${rows(repeated)} came more than once.`

/** Returns the state of the list. */
export function progressAfter(end: PagingEnd<unknown>, cause: StopCause): Progress {
  switch (end.kind) {
    case 'complete':
      return { kind: 'complete' }
    case 'stopped':
      return stopped(cause, end)
    case 'truncated':
      return { kind: 'broken-off', why: end.why, sentence: truncation(end.why, end) }
    case 'changing':
      return {
        kind: 'broken-off',
        why: 'changing',
        sentence: `The list changed while it was loaded, or the bank\u2019s pages are wrong.${moved(end)}${twice(end)} Query again for a consistent list.`,
      }
    case 'range-refused':
      return {
        kind: 'broken-off',
        why: 'range-refused',
        sentence: `The bank sends no rows beyond ${rows(end.got)}. Narrow the dates.`,
      }
    case 'failed': {
      const text = answerText(end.answer, 'reads')
      return {
        kind: 'broken-off',
        why: 'failed',
        sentence: `Interrupted at ${ofThem(end)}: ${text?.title ?? 'no answer'}.`,
      }
    }
  }
}
