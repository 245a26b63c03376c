/** Texts about gaps, days and questions of sweeps. */
import type {
  CoverageDay,
  CoverageGap,
  CoverageSummary,
  CoverageWatch,
  DayState,
  GapCause,
  GapState,
  SweepEstimate,
  SweepPart,
} from '../../../../preload/contract/api/coverage/coverage.ts'
import { plural } from '../../../text/plural.ts'
import { clockName, durationText, localMinute } from '../../../text/times.ts'
import type { Tone } from '../../../ui/tone.ts'

/** A status by text and tone. */
export interface Look {
  readonly tone: Tone
  readonly label: string
}

/** The state of a day. */
export const dayBadges: Readonly<Record<DayState, Look>> = {
  whole: { tone: 'good', label: 'Complete' },
  begun: { tone: 'info', label: 'First day' },
  healed: { tone: 'info', label: 'Gap closed' },
  unhealed: { tone: 'bad', label: 'Gap not closed' },
  unwatched: { tone: 'neutral', label: 'Not monitored' },
}

/** The state of a gap. */
export const gapBadges: Readonly<Record<GapState, Look>> = {
  open: { tone: 'bad', label: 'Ongoing' },
  waiting: { tone: 'warning', label: 'Sweep pending' },
  healed: { tone: 'good', label: 'Closed' },
  partly: { tone: 'warning', label: 'Partly closed' },
}

/** Why alerts may have been missed, as a word and a sentence. */
export const causeTexts: Readonly<
  Record<GapCause, { readonly label: string; readonly text: string }>
> = {
  'not-running': {
    label: 'Listener not running',
    text: 'Countersign was not running, or its listener was off. The bank retries for up to 24 hours.',
  },
  asleep: {
    label: 'Computer asleep',
    text: 'No deliveries were accepted while the computer was asleep. The bank retries for up to 24 hours.',
  },
  rejected: {
    label: 'Deliveries rejected',
    text: 'Deliveries were not accepted, or went to an old address. The bank may not send these again.',
  },
  'credentials-changed': {
    label: 'New credentials',
    text: 'The listener user name and password changed. The time before is swept in case the bank used others.',
  },
  'certificate-changed': {
    label: 'New certificate',
    text: 'The listener certificate changed. The time before is swept in case the bank rejected the old one.',
  },
  'not-stored': {
    label: 'Not stored',
    text: 'Deliveries were answered 503 because they could not be stored. The bank retries for up to 24 hours.',
  },
  'no-alert': {
    label: 'No alerts',
    text: 'The listener was running, but no alerts came for unusually long on a banking day.',
  },
  restored: {
    label: 'Restored from a backup',
    text: 'The store was restored from a backup. Later bank events are missing from it and are being swept.',
  },
  requested: { label: 'Requested', text: 'An operator requested these days.' },
}

const detailTexts: Readonly<Record<string, string>> = {
  'not-enabled': 'the listener is switched off',
  'no-address': 'no address is entered',
  'no-certificate': 'no certificate is set',
  'no-credentials': 'no user name and password are set',
  retired: 'the profile is retired',
  'port-in-use': 'the port is in use',
  'port-not-allowed': 'the port is not allowed',
  'address-not-here': 'the address is not on this computer',
  'certificate-refused': 'the certificate is not usable',
  credentials: 'wrong user name or password',
  address: 'an address that is not permitted',
  'too-large': 'a delivery that is too large',
  'not-post': 'wrong path',
  unreadable: 'a request that is not complete or not readable',
  moved: 'the listener moved to another address or port',
}

/** The cause of a gap with its detail. */
export function causeText({ cause, detail }: Pick<CoverageGap, 'cause' | 'detail'>): string {
  const more = detailTexts[detail]
  return more === undefined ? causeTexts[cause].label : `${causeTexts[cause].label}: ${more}`
}

const reasons: Readonly<Record<string, string>> = {
  'no-inquiry-specified':
    'No documented inquiry finds incoming wires and RTP payments. Compare with the bank portal or Reports.',
  'account-too-long':
    'The account has 17 digits; ACH inquiry takes 16. Compare with the bank portal or Reports.',
  'no-account':
    'The profile has no account for ACH inquiry. Compare with the bank portal or Reports.',
  'account-removed': 'The account is no longer an own account.',
  'too-long-ago': 'The bank keeps ACH for 180 days. For earlier days, see its statements.',
  'product-not-agreed': 'This inquiry is not in the agreement with the bank.',
  'not-subscribed': 'Not subscribed to these alerts, so none was missed.',
  'list-not-whole': 'The bank sent only part of the list, or it changed during reading.',
  'bank-declined': 'The bank declined, or its response could not be read.',
  'no-answer': 'No response from the bank after several attempts.',
  'order-over': 'The payment no longer needs a status check.',
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
  if (checked) return { tone: 'good', label: 'Checked manually' }
  const badges = {
    waiting: { tone: 'info', label: 'Waiting' },
    done: { tone: 'good', label: 'Answered' },
    failed: { tone: 'bad', label: 'No answer' },
    impossible: { tone: 'warning', label: 'Not available' },
  } as const
  return badges[state]
}

/** An instant without its seconds. */
export const shortTime = (instant: string | null): string =>
  instant === null ? '' : localMinute(instant)

/** How long the listener ran on a day, or did not. */
export const watchedText = ({ upMinutes, downMinutes, since }: CoverageDay): string => {
  const from = since === null ? '' : `since ${shortTime(since)} ${clockName()}`
  if (upMinutes + downMinutes === 0) return from
  if (downMinutes === 0) return from || 'without a gap'
  const down = `down ${durationText(downMinutes * 60_000)}`
  return from === '' ? down : `${from}, ${down}`
}

/** The length of a gap. */
export const lengthText = ({ from, until }: Pick<CoverageGap, 'from' | 'until'>): string =>
  until === null ? 'ongoing' : durationText(Date.parse(until) - Date.parse(from))

/** The overall state, as a word and a sentence. */
export function verdictOf(
  { openGaps, toCheck, coveredTo, sweep }: CoverageSummary,
  watch: CoverageWatch,
): Look & { readonly text: string } {
  const isUnused = watch.state === 'never'
  if (isUnused && openGaps === 0 && toCheck === 0)
    return { tone: 'neutral', label: 'Not checked', text: notReceived }
  const parts = [
    coveredTo === null
      ? 'Nothing covered yet'
      : `Covered since ${shortTime(watch.since)}, to ${shortTime(coveredTo)} ${clockName()}`,
    ...(openGaps > 0 ? [`${plural(openGaps, 'gap', 'gaps')} ${sweepState(sweep)}`] : []),
    ...(toCheck > 0 ? [`${plural(toCheck, 'item', 'items')} to check manually`] : []),
  ]
  const text = `${isUnused ? `${notReceived} ` : ''}${parts.join('; ')}.`
  if (openGaps > 0) return { tone: 'bad', label: 'Gaps', text }
  return toCheck > 0
    ? { tone: 'warning', label: 'To check', text }
    : { tone: 'good', label: 'Covered', text }
}

const notReceived = 'This workstation receives no alerts, so none can be missed.'
const sweepState = (sweep: CoverageSummary['sweep']): string =>
  sweep === null ? 'not swept yet' : 'being swept'

/** The rule for times without alerts, as a sentence. */
export function volumeCheckText({ silence, state }: CoverageWatch): string {
  if (state === 'never') return ''
  if (silence === null)
    return 'No volume check. Set expected alerts per day under Connection, Alerts.'
  const after = durationText(silence.afterMinutes * 60_000)
  return `Volume check: ${plural(silence.expectedDaily, 'alert', 'alerts')} expected per day. A sweep starts after ${after} without alerts, 06:00 to 22:00 on banking days.`
}

/** The progress of a sweep. */
export const sweepText = ({
  partsDone,
  parts,
  calls,
  healed,
}: NonNullable<CoverageSummary['sweep']>): string =>
  `Sweeping: ${String(partsDone)} of ${plural(parts, 'request', 'requests')}, ${plural(calls, 'call', 'calls')}, ${String(healed)} recovered`

/** The reason why a sweep waits; empty if it does not. */
export function sweepWaits({ waitsFor, until }: NonNullable<CoverageSummary['sweep']>): string {
  if (waitsFor === null) return ''
  const waits = {
    hours: 'waiting for agreed hours',
    pause: 'paused by the bank',
    bank: 'waiting for the bank to respond',
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
  return `At least ${plural(calls, 'call', 'calls')}: ${of.join(', ')}. Payments sent from here and further pages add calls.`
}
