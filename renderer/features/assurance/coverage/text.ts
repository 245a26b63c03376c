/** Texts about gaps, days and questions of sweeps. */
import type {
  CoverageDay,
  CoverageGap,
  CoverageSummary,
  CoverageWatch,
  DayStanding,
  GapCause,
  GapState,
  SweepEstimate,
  SweepPart,
} from '../../../../preload/contract/api/coverage/coverage.ts'
import { plural } from '../../../text/plural.ts'
import { inWords, localTime } from '../../../text/times.ts'
import type { Tone } from '../../../ui/tone.ts'

/** A status by text and tone. */
export interface Look {
  readonly tone: Tone
  readonly label: string
}

/** The state of a day. */
export const dayLooks: Readonly<Record<DayStanding, Look>> = {
  whole: { tone: 'good', label: 'Whole' },
  healed: { tone: 'info', label: 'Gap healed' },
  unhealed: { tone: 'bad', label: 'Gap not healed' },
  unwatched: { tone: 'neutral', label: 'Not watched' },
}

/** The state of a gap. */
export const gapLooks: Readonly<Record<GapState, Look>> = {
  open: { tone: 'bad', label: 'Lasts' },
  waiting: { tone: 'warning', label: 'To be asked for' },
  healed: { tone: 'good', label: 'Healed' },
  partly: { tone: 'warning', label: 'Healed in part' },
}

/** Why alerts may have been missed, as a word and a sentence. */
export const causeWords: Readonly<
  Record<GapCause, { readonly label: string; readonly text: string }>
> = {
  'not-running': {
    label: 'Nothing listened',
    text: 'The program did not run, or its listener was off. The bank tries again for a day at most.',
  },
  asleep: {
    label: 'The computer slept',
    text: 'Nothing was taken while the computer slept. The bank tries again for a day at most.',
  },
  'turned-away': {
    label: 'Deliveries turned away',
    text: 'Deliveries with a wrong user name or password, or from an address that is not permitted. The bank does not send these again.',
  },
  'credentials-changed': {
    label: 'New credentials',
    text: 'The user name and password of the listener changed. The time before is asked for, in case the bank used others.',
  },
  'certificate-changed': {
    label: 'New certificate',
    text: 'The certificate of the listener changed. The time before is asked for, in case the bank did not accept the one before.',
  },
  'not-stored': {
    label: 'Could not be stored',
    text: 'Deliveries were answered 503 while the store took nothing. The bank tries again for a day at most.',
  },
  silence: {
    label: 'Silence',
    text: 'No alert came for longer than is usual on a banking day, though something listened.',
  },
  restored: {
    label: 'Restored from a backup',
    text: 'The store was put back from a backup. What the bank told since then is not in it, and is asked for.',
  },
  asked: { label: 'Asked for', text: 'An operator asked for these days.' },
}

const detailWords: Readonly<Record<string, string>> = {
  'not-enabled': 'the listener is not to run',
  'no-address': 'no address is entered',
  'no-certificate': 'no certificate is there to show',
  'no-credentials': 'no user name and password are made',
  retired: 'the profile is retired',
  'port-in-use': 'the port is in use',
  'port-not-allowed': 'the port is not allowed',
  'address-not-here': 'the address is none of this computer',
  'certificate-refused': 'the certificate is not usable',
  credentials: 'wrong user name or password',
  address: 'an address that is not permitted',
  'too-large': 'a delivery that is too large',
  'not-post': 'another path than that of the alerts',
  moved: 'the listener moved to another address or port',
}

/** The cause of a gap with its detail. */
export function causeText({ cause, detail }: Pick<CoverageGap, 'cause' | 'detail'>): string {
  const more = detailWords[detail]
  return more === undefined ? causeWords[cause].label : `${causeWords[cause].label}: ${more}`
}

const reasons: Readonly<Record<string, string>> = {
  'no-inquiry-specified':
    'The bank specifies no inquiry for incoming wires and RTP payments. Compare with its portal or with Reports.',
  'account-too-long':
    'The account has 17 digits, and the list of ACH takes 16 at most. Compare with the bank\u2019s portal or with Reports.',
  'no-account':
    'The profile has no own account whose ACH could be asked for. Compare with the bank\u2019s portal or with Reports.',
  'account-removed': 'The account is none of the own accounts any more.',
  'too-long-ago': 'The bank recalls ACH for 180 days. What lies before is in its statements alone.',
  'product-not-agreed': 'The agreement with the bank does not name what would be asked.',
  'not-subscribed': 'Alerts of this kind are not subscribed to, so that none was missed.',
  'list-not-whole': 'The bank gave only a part of the list, or it changed while it was read.',
  'bank-declined': 'The bank declined, or its answer could not be read.',
  'no-answer': 'The bank did not answer, time and again.',
  'order-over': 'The payment is not in a state any more in which it is looked up.',
}

/** Why a request did not find an event; an unknown reason of a later version is shown unchanged. */
export const reasonText = (why: string | null): string =>
  why === null ? '' : (reasons[why] ?? why)

/** The subject of a question. */
export function partText({ kind, search, account, order }: SweepPart): string {
  if (kind === 'incoming') return 'Incoming wires and RTP payments'
  if (kind === 'payment') return `Payment ${order?.reference ?? ''}`.trim()
  const searches = { COLLECTED: 'collected', SETTLED: 'settled', RETURNED: 'returned' }
  return `ACH ${search === null ? '' : searches[search]} ${account}`.replaceAll(/ +/g, ' ').trim()
}

/** The days of a question. */
export const partDays = ({ fromDay, toDay }: Pick<SweepPart, 'fromDay' | 'toDay'>): string =>
  fromDay === null || toDay === null || fromDay === toDay
    ? (fromDay ?? '')
    : `${fromDay} to ${toDay}`

/** The state of a question. */
export function partLook({ state, checked }: Pick<SweepPart, 'state' | 'checked'>): Look {
  if (checked) return { tone: 'good', label: 'Checked by hand' }
  const looks = {
    waiting: { tone: 'info', label: 'Waits' },
    done: { tone: 'good', label: 'Answered' },
    failed: { tone: 'bad', label: 'Not answered' },
    impossible: { tone: 'warning', label: 'Cannot be asked' },
  } as const
  return looks[state]
}

/** An instant without its seconds. */
export const shortTime = (instant: string | null): string =>
  instant === null ? '' : localTime(instant).slice(0, 16)

/** How long the listener ran on a day, or did not. */
export const watchedText = ({ upMinutes, downMinutes, standing }: CoverageDay): string => {
  if (upMinutes + downMinutes === 0) return standing === 'unwatched' ? 'not watched' : ''
  if (downMinutes === 0) return 'all the time'
  return `down ${inWords(downMinutes * 60_000)}`
}

/** The length of a gap. */
export const lengthText = ({ from, until }: Pick<CoverageGap, 'from' | 'until'>): string =>
  until === null ? 'lasts' : inWords(Date.parse(until) - Date.parse(from))

/** The overall state, as a word and a sentence. */
export function verdictOf(
  { openGaps, toCheck, coveredTo, sweep }: CoverageSummary,
  watch: CoverageWatch,
): Look & { readonly text: string } {
  const isSilent = watch.standing === 'never'
  if (isSilent && openGaps === 0 && toCheck === 0)
    return { tone: 'neutral', label: 'Not judged', text: notReceived }
  const parts = [
    coveredTo === null ? 'Nothing is covered yet' : `Covered to ${shortTime(coveredTo)}`,
    ...(openGaps > 0 ? [`${plural(openGaps, 'gap', 'gaps')} ${sweepWord(sweep, openGaps)}`] : []),
    ...(toCheck > 0 ? [`${plural(toCheck, 'thing', 'things')} to check by hand`] : []),
  ]
  const text = `${isSilent ? `${notReceived} ` : ''}${parts.join('; ')}.`
  if (openGaps > 0) return { tone: 'bad', label: 'Gaps', text }
  return toCheck > 0
    ? { tone: 'warning', label: 'To check', text }
    : { tone: 'good', label: 'Covered', text }
}

const notReceived = 'Alerts are not received here, so that none is missed here either.'
const sweepWord = (sweep: CoverageSummary['sweep'], gaps: number): string => {
  if (sweep === null) return gaps === 1 ? 'is not asked for yet' : 'are not asked for yet'
  return gaps === 1 ? 'is being asked for' : 'are being asked for'
}

/** The rule for silence, as a sentence. */
export function silenceText({ silence, standing }: CoverageWatch): string {
  if (standing === 'never') return ''
  if (silence === null)
    return 'Silence is not judged: the expected number of alerts a day is not entered under Connection, Alerts.'
  const after = inWords(silence.afterMinutes * 60_000)
  return `Silence is judged: with ${plural(silence.expectedDaily, 'alert', 'alerts')} expected a day, ${after} without any between 06:00 and 22:00 of banking days are asked for.`
}

/** The progress of a sweep. */
export const sweepText = ({
  partsDone,
  parts,
  calls,
  healed,
}: NonNullable<CoverageSummary['sweep']>): string =>
  `Asking the bank: ${String(partsDone)} of ${plural(parts, 'question', 'questions')}, ${plural(calls, 'call', 'calls')}, ${String(healed)} found again`

/** The reason why a sweep waits; empty if it does not. */
export function sweepWaits({ waitsFor, until }: NonNullable<CoverageSummary['sweep']>): string {
  if (waitsFor === null) return ''
  const waits = {
    hours: 'waits for the agreed hours',
    silence: 'the bank asked for silence',
    bank: 'waits for a bank that answers',
  }
  return until === null ? waits[waitsFor] : `${waits[waitsFor]}, until ${shortTime(until)}`
}

/** The minimum cost of the requests. */
export function estimateText(estimate: SweepEstimate): string {
  const { calls, accounts, searches, windows } = estimate
  const of = [
    plural(accounts, 'account', 'accounts'),
    plural(searches, 'search', 'searches'),
    plural(windows, 'range of at most 31 days', 'ranges of at most 31 days'),
  ]
  return `At least ${plural(calls, 'call', 'calls')}: ${of.join(', ')}. Payments sent from here and further pages come on top.`
}
