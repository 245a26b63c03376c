/** The state of forwarding and the results of its posts, as text. */
import type {
  ForwardingOutcome,
  ForwardingState,
  ForwardingTest,
  ForwardingTry,
  ParkedAlert,
} from '../../../../preload/contract/api/forwarding/forwarding.ts'
import { plural } from '../../../text/plural.ts'
import { localTime, zoned } from '../../../text/times.ts'
import type { Column } from '../../../ui/table/columns.ts'
import type { Tone } from '../../../ui/tone.ts'
import { formats } from '../../../text/formats.ts'

/** A longer queue is not counted. */
const mostCounted = 100_000

/** The state as text, tone and sentence. */
export function forwardingNotice({ deliveryStatus, waiting }: ForwardingState): {
  readonly tone: Tone
  readonly label: string
  readonly text: string
} {
  switch (deliveryStatus.state) {
    case 'off':
      return { tone: 'neutral', label: 'Off', text: 'No alerts leave this workstation.' }
    case 'on':
      return waiting === 0
        ? { tone: 'good', label: 'On', text: 'All alerts are forwarded.' }
        : { tone: 'info', label: 'Forwarding', text: 'Alerts are being sent.' }
    case 'waiting':
      return {
        tone: 'warning',
        label: 'Not accepted',
        text: `The endpoint has accepted nothing since ${localTime(deliveryStatus.since)} (${plural(deliveryStatus.tries, 'attempt', 'attempts')}). Next attempt: ${localTime(deliveryStatus.nextAt)}.`,
      }
    case 'blocked':
      return { tone: 'bad', label: 'Stopped', text: stopTexts[deliveryStatus.why] }
  }
}

const stopTexts = {
  bank: 'The address is a bank host. Nothing is sent.',
  'own-listener': 'The address is this profile\u2019s own listener. Nothing is sent.',
  retired: 'The profile is retired. Nothing is sent.',
} as const

/** The number of waiting alerts. */
export const waitingText = ({ waiting }: ForwardingState): string =>
  waiting > mostCounted
    ? `more than ${mostCounted.toLocaleString('en-US')}`
    : waiting.toLocaleString('en-US')

/** The result of a post, as a badge. */
export const outcomeBadges: Readonly<
  Record<ForwardingOutcome, { readonly tone: Tone; readonly label: string }>
> = {
  taken: { tone: 'good', label: 'Accepted' },
  later: { tone: 'warning', label: 'Not accepted' },
  refused: { tone: 'bad', label: 'Refused' },
}

const answerText = (status: number | null, problem: string | null): string =>
  [status === null ? 'No answer' : `Answer ${String(status)}`, problem]
    .filter((part) => part !== null)
    .join(': ')

/** The result of a manual test. */
export const testText = ({ outcome, status, problem }: ForwardingTest): string =>
  outcome === 'taken'
    ? `The endpoint accepted an empty test: answer ${String(status)}.`
    : `The endpoint did not accept the test. ${answerText(status, problem)}`

const tryKinds: Readonly<Record<ForwardingTry['kind'], string>> = {
  new: 'new',
  again: 'resend',
  test: 'test',
}

/** The columns of the log of posts. */
export const tryColumns: readonly Column<ForwardingTry>[] = [
  {
    id: 'at',
    header: zoned('At'),
    width: 160,
    fits: formats.instant,
    text: ({ at }) => localTime(at),
  },
  { id: 'outcome', header: 'Outcome', width: 104, text: (row) => outcomeBadges[row.outcome].label },
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
    header: 'Duration',
    width: 80,
    align: 'right',
    text: ({ ms }) => `${ms.toLocaleString('en-US')} ms`,
  },
]

const parkedTexts: Readonly<Record<ParkedAlert['why'], string>> = {
  refused: 'refused',
  'given-up': 'not accepted for a week',
  unreadable: 'text not found',
}

/** The columns of parked alerts. */
export const parkedColumns: readonly Column<ParkedAlert>[] = [
  {
    id: 'received',
    header: zoned('Received'),
    width: 160,
    fits: formats.instant,
    text: (row) => localTime(row.receivedAt),
  },
  {
    id: 'alert',
    header: 'Alert',
    width: 112,
    text: ({ kind, code }) => [kind.toUpperCase(), code].filter((part) => part !== null).join(' '),
  },
  { id: 'why', header: 'Why', width: 140, text: ({ why }) => parkedTexts[why] },
  {
    id: 'answer',
    header: 'Answer',
    width: 140,
    grow: 2,
    text: ({ answer, problem }) => answerText(answer, problem),
  },
]
