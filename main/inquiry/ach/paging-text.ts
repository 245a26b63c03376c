/**
 * The state of a list after pagination, with a sentence for each end that is not the natural one
 * (bank notes 44, 47, 75).
 */
import type { AchInquiry } from '../../../preload/contract/api/ach-inquiry/inquiry.ts'
import { answerWords } from '../../../preload/contract/text/answers.ts'
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
  end.said === null ? rows(end.got) : `${end.got.toLocaleString('en-US')} of ${rows(end.said)}`

function truncation(why: Truncation, end: PagingEnd<unknown>): string {
  switch (why) {
    case 'fewer-than-said':
      return `The bank says that ${rows(end.said ?? 0)} match and gave ${rows(end.got)}: some are missing.`
    case 'fewer-than-claimed':
      return 'A page claimed to hold more rows than came in it: some may be missing.'
    case 'exactly-the-default':
      return 'As many rows came as the bank gives at once, and nothing says whether there are more.'
    case 'short-page-within':
      return 'A page before the last was shorter than asked for: rows between the two may be missing.'
    case 'beyond-refused':
      return 'The bank declined to be asked beyond these rows and does not say how many match: some may be missing.'
    case 'announced-and-not-given':
      return 'The bank said that more rows follow, and none came.'
    case 'no-next-start':
      return 'The bank did not say where the next page starts: rows may be missing.'
    case 'paged-by-operator':
      return 'The question names its own rows, and nothing says whether there are more.'
    case 'most-pages':
      return `Reading ended after the most pages of one list, at ${ofThem(end)}. Narrow the dates.`
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
        sentence: `Reading was stopped at ${ofThem(end)}.`,
      }
    case 'most-rows':
      return {
        kind: 'broken-off',
        why: 'most-rows',
        sentence: `Reading ended at ${ofThem(end)}, the most of one list here. Narrow the dates.`,
      }
  }
}

const moved = ({ saidFirst, said }: PagingEnd<unknown>): string =>
  saidFirst === said || saidFirst === null || said === null
    ? ''
    : ` The total moved from ${saidFirst.toLocaleString('en-US')} to ${said.toLocaleString('en-US')}.`

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
        sentence: `The list changed while it was read, or the bank pages it wrongly.${moved(end)}${twice(end)} Ask again for a list that holds together.`,
      }
    case 'range-refused':
      return {
        kind: 'broken-off',
        why: 'range-refused',
        sentence: `The bank gives no rows beyond ${rows(end.got)}. Narrow the dates.`,
      }
    case 'failed': {
      const words = answerWords(end.answer, 'asks')
      return {
        kind: 'broken-off',
        why: 'failed',
        sentence: `Broken off at ${ofThem(end)}: ${words?.title ?? 'no answer'}.`,
      }
    }
  }
}
