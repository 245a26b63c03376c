/** How forwarding stands, and what became of its posts, in words. */
import type {
  ForwardingOutcome,
  ForwardingState,
  ForwardingTest,
  ForwardingTry,
  ParkedAlert,
} from '../../../../preload/contract/api/forwarding/forwarding.ts'
import { plural } from '../../../text/plural.ts'
import { localTime } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import type { Tone } from '../../../ui/tone.ts'

/** More alerts that wait are not counted. */
const mostCounted = 100_000

/** A standing by its word, its tone and a sentence. */
export function forwardStanding({ standing, waiting }: ForwardingState): {
  readonly tone: Tone
  readonly word: string
  readonly text: string
} {
  switch (standing.state) {
    case 'off':
      return { tone: 'neutral', word: 'Off', text: 'No alert leaves this workstation.' }
    case 'on':
      return waiting === 0
        ? { tone: 'good', word: 'On', text: 'Every alert so far was handed on.' }
        : { tone: 'info', word: 'Handing on', text: 'Alerts are on their way.' }
    case 'waiting':
      return {
        tone: 'warning',
        word: 'Not taken',
        text: `The endpoint has taken nothing since ${localTime(standing.since)}: ${plural(standing.tries, 'try', 'tries')} in vain. The next comes ${localTime(standing.nextAt)}.`,
      }
    case 'barred':
      return { tone: 'bad', word: 'Stopped', text: barWords[standing.why] }
  }
}

const barWords = {
  bank: 'The address is the host of the bank now, from which the alerts come: nothing leaves.',
  'own-listener': 'The address is the listener of this profile now: nothing leaves.',
  retired: 'The profile is retired: nothing leaves.',
} as const

/** How many alerts wait. */
export const waitingWords = ({ waiting }: ForwardingState): string =>
  waiting > mostCounted
    ? `more than ${mostCounted.toLocaleString('en-US')}`
    : waiting.toLocaleString('en-US')

/** What became of a post, as a badge says it. */
export const outcomeLooks: Readonly<
  Record<ForwardingOutcome, { readonly tone: Tone; readonly word: string }>
> = {
  taken: { tone: 'good', word: 'Taken' },
  later: { tone: 'warning', word: 'Not taken' },
  refused: { tone: 'bad', word: 'Refused' },
}

const answerText = (status: number | null, problem: string | null): string =>
  [status === null ? 'No answer' : `Answer ${String(status)}`, problem]
    .filter((part) => part !== null)
    .join(': ')

/** What a try by hand came to. */
export const testWords = ({ outcome, status, problem }: ForwardingTest): string =>
  outcome === 'taken'
    ? `The endpoint took a list without an alert: answer ${String(status)}.`
    : `The endpoint did not take it. ${answerText(status, problem)}`

const tryKinds: Readonly<Record<ForwardingTry['kind'], string>> = {
  new: 'in turn',
  again: 'sent again',
  test: 'a try by hand',
}

/** The log of posts. */
export const tryColumns: readonly Column<ForwardingTry>[] = [
  { id: 'at', header: 'At', width: 160, text: ({ at }) => localTime(at) },
  { id: 'outcome', header: 'Outcome', width: 104, text: (row) => outcomeLooks[row.outcome].word },
  { id: 'alerts', header: 'Alerts', width: 64, align: 'right', text: (row) => String(row.alerts) },
  {
    id: 'answer',
    header: 'Answer',
    width: 160,
    grow: 3,
    text: ({ status, problem }) => answerText(status, problem),
  },
  { id: 'kind', header: 'Why', width: 104, text: ({ kind }) => tryKinds[kind] },
  {
    id: 'ms',
    header: 'Took',
    width: 80,
    align: 'right',
    text: ({ ms }) => `${ms.toLocaleString('en-US')} ms`,
  },
]

const parkedWords: Readonly<Record<ParkedAlert['why'], string>> = {
  refused: 'refused',
  'given-up': 'not taken for a week',
  unreadable: 'its text was not found',
}

/** The alerts that stand aside. */
export const parkedColumns: readonly Column<ParkedAlert>[] = [
  { id: 'received', header: 'Received', width: 160, text: (row) => localTime(row.receivedAt) },
  {
    id: 'alert',
    header: 'Alert',
    width: 112,
    text: ({ kind, code }) => [kind.toUpperCase(), code].filter((part) => part !== null).join(' '),
  },
  { id: 'why', header: 'Why', width: 140, text: ({ why }) => parkedWords[why] },
  {
    id: 'answer',
    header: 'Answer',
    width: 140,
    grow: 2,
    text: ({ answer, problem }) => answerText(answer, problem),
  },
]
