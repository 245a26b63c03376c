/** Texts about alerts: their kind, their event and their warnings. */
import {
  alertKinds,
  alertMarks,
  type AlertKind,
  type AlertLine,
  type AlertMark,
  type QuarantinedDelivery,
  type QuarantineReason,
  alertKindLabels,
} from '../../../preload/contract/api/alerts/alert.ts'
import {
  businessStatuses,
  businessStatusOf,
  meaningOf,
  type CodeFamilyId,
} from '../../../preload/contract/bank/codes/index.ts'
import { statusSpelling } from '../../../preload/contract/bank/codes/payment-business-status.ts'
import { quarantineLabels } from '../../text/listener-text.ts'
import type { Tone } from '../../ui/tone.ts'

/** The code family of an alert's status; null if no document lists its codes. */
export function statusFamily(kind: AlertKind): CodeFamilyId | null {
  if (kind === 'other') return null
  return kind === 'ach' ? 'ach-transaction-status' : 'payment-business-status'
}

const achTones: Readonly<Record<string, Tone>> = {
  COLLECTED: 'info',
  SETTLED: 'good',
  RETURNED: 'bad',
}
const categoryTones: Readonly<Record<string, Tone>> = {
  'In Process': 'info',
  'In Review': 'warning',
  Failed: 'bad',
  Cancelled: 'neutral',
  Complete: 'good',
}

/** The event as text, shape and color, with its meaning in the document. */
export interface AlertEvent {
  readonly tone: Tone
  readonly label: string
  /** Empty: the document gives no meaning, or only repeats the word. */
  readonly meaning: string
}

/** A documented code in the spelling of the window: `RegulatoryFilter` is `Regulatory filter`. */
const labelOfCode = (code: string): string =>
  `${code.slice(0, 1).toUpperCase()}${code.slice(1).toLowerCase()}`.replace(/ancelled$/, 'anceled')

/** Returns the event of an alert; an undocumented status is shown as received (Promise P6). */
export function eventOf({ kind, status }: Pick<AlertLine, 'kind' | 'status'>): AlertEvent {
  if (status === null) return { tone: 'unknown', label: 'No status', meaning: '' }
  const family = statusFamily(kind)
  const listed = family === null ? undefined : meaningOf(family, status)
  const meaning = listed?.meaning ?? ''
  const tone =
    kind === 'ach'
      ? achTones[status.trim().toUpperCase()]
      : categoryTones[businessStatusOf(status)?.category ?? '']
  return {
    tone: (meaning === '' ? undefined : tone) ?? 'unknown',
    label: listed === undefined ? status : labelOfCode(listed.code),
    // RETURNED means "Returned": the meaning adds nothing.
    meaning: meaning.toLowerCase() === status.trim().toLowerCase() ? '' : meaning,
  }
}

/**
 * Returns the event of a line: the newest of its group, whichever alert of it a filter found; a
 * failure or a return precedes it. The entries of a batch are counted.
 */
export function eventOfLine(line: AlertLine): AlertEvent {
  const { group } = line
  const events = reportedOf(line)
  const shown = shownOf(events)
  if (!group || !shown) return eventOf(line)
  if (group.kind === 'payment') return shown.event
  const others = events.filter((one) => one !== shown).map(countedEvent)
  return {
    tone: shown.event.tone,
    label: countedEvent(shown),
    meaning: others.length > 0 ? `also ${others.join(', ')}` : '',
  }
}

/** A status of a group, with what it is about. */
interface Reported {
  readonly event: AlertEvent
  /** Entries of a batch; where no entry is known, alerts. */
  readonly count: number
  readonly minor: number | null
}

const reportedOf = ({ kind, group }: AlertLine): readonly Reported[] =>
  (group?.statuses ?? []).map(({ status, alerts, entries, minor }) => ({
    event: eventOf({ kind, status }),
    count: entries || alerts,
    minor,
  }))

/** The sort by amount in main chooses the same of a batch. */
const shownOf = (reported: readonly Reported[]): Reported | undefined =>
  reported.find(({ event }) => event.tone === 'bad') ?? reported[0]

/** Returns the sum of the entries of the shown event, in minor units; null if it is unknown. */
export const shownMinor = (line: AlertLine): number | null =>
  shownOf(reportedOf(line))?.minor ?? null

/** Returns each status of a batch with the number of its entries, the newest first. */
export const countedEvents = (line: AlertLine): readonly string[] =>
  reportedOf(line).map(countedEvent)

const countedEvent = ({ count, event: { label, tone } }: Reported): string =>
  `${count.toLocaleString('en-US')} ${tone === 'unknown' ? label : label.toLowerCase()}`

/** The labels of all documented events, for the width of a column. */
export const eventLabels: readonly string[] = businessStatuses.map(({ code }) => labelOfCode(code))

/** The direction of the money, each with its own text and shape. */
export type Direction = 'incoming' | 'credit' | 'debit'

/** An incoming credit is different from a credit of our own payment. */
export const directionOf = ({
  direction,
  isIncomingCredit,
}: Pick<AlertLine, 'direction' | 'isIncomingCredit'>): Direction | null =>
  isIncomingCredit ? 'incoming' : direction

/** The direction, as one word. */
export const directionLabels: Readonly<Record<Direction, string>> = {
  incoming: 'incoming',
  credit: 'credit',
  debit: 'debit',
}

/** A mark of an alert: its word in the list, its meaning, the next step. */
export interface MarkTexts {
  readonly tone: Tone
  readonly label: string
  readonly meaning: string
  readonly next: string
}
export const markTexts: Readonly<Record<AlertMark, MarkTexts>> = {
  conflict: {
    tone: 'bad',
    label: 'conflict',
    meaning: 'Another alert has the same id with different content. Both are stored.',
    next: 'The correct one is unknown. Ask the bank before relying on either, then mark as reviewed.',
  },
  repeats: {
    tone: 'info',
    label: 'repeats',
    meaning: 'An earlier alert has the same content but another time or id. Both are stored.',
    next: 'The event may be reported twice or have happened twice. Check the account at the bank.',
  },
  'old-code': {
    tone: 'neutral',
    label: 'old code',
    meaning: 'Outdated ACH alert code. The alert is read as an ACH alert.',
    next: 'Ask the bank to change the subscription to AL00906.',
  },
  incomplete: {
    tone: 'warning',
    label: 'incomplete',
    meaning: 'A required field is missing. The alert was stored and acknowledged with FAILURE.',
    next: 'The bank does not send it again. Ask the bank for the missing data.',
  },
  unlisted: {
    tone: 'unknown',
    label: 'unlisted',
    meaning: 'The alert has unlisted fields or codes. They are shown as received.',
    next: 'Ask the bank what they mean before relying on them.',
  },
}

const options = <T extends string>(
  all: string,
  values: readonly T[],
  label: (value: T) => string,
) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: label(value) }))]
/** Filters the list by kind. */
export const kindOptions = options('Every kind', alertKinds, (value) => alertKindLabels[value])
/** Filters the list by mark. */
export const markOptions = options('Any mark', alertMarks, (value) => markTexts[value].label)
/** Filters the list by a received status; its spellings are one line. */
export function statusOptions(known: readonly string[]) {
  const labels = new Map(
    known.map((status) => {
      const ofPayment = eventOf({ kind: 'wire', status })
      const event = ofPayment.tone === 'unknown' ? eventOf({ kind: 'ach', status }) : ofPayment
      return [statusSpelling(status), event.label]
    }),
  )
  const labelOf = (value: string): string => labels.get(value) ?? value
  const sorted = [...labels.keys()].sort((one, other) => labelOf(one).localeCompare(labelOf(other)))
  return options('Every status', sorted, labelOf)
}

/** Why a delivery is in quarantine: a word, a sentence, and the next step. */
interface QuarantineTexts {
  readonly label: string
  readonly meaning: string
  readonly next: string
}
const quarantineReasons: Readonly<Record<QuarantineReason, QuarantineTexts>> = {
  'not-json': {
    label: quarantineLabels['not-json'],
    meaning: 'The body is not JSON.',
    next: 'Ask the bank what it sent.',
  },
  compressed: {
    label: quarantineLabels.compressed,
    meaning: 'The compression is not supported.',
    next: 'Ask the bank to send it again with gzip, deflate or no compression.',
  },
  'too-deep': {
    label: quarantineLabels['too-deep'],
    meaning: 'The JSON is nested too deeply for an alert.',
    next: 'Ask the bank what it sent.',
  },
  'no-alerts': {
    label: quarantineLabels['no-alerts'],
    meaning: 'The JSON contains no alerts.',
    next: 'Ask the bank what it sent.',
  },
  'too-many': {
    label: quarantineLabels['too-many'],
    meaning: 'The delivery has too many alerts.',
    next: 'Read it again after an upgrade, and ask the bank for at most 100 per call.',
  },
  unread: {
    label: quarantineLabels.unread,
    meaning: 'This version cannot read it.',
    next: 'Read it again after an upgrade.',
  },
}

/**
 * An unsupported compression is answered with 415. For a supported one that cannot be read, the
 * texts by answered status.
 */
const compressedTexts: Readonly<Record<number, QuarantineTexts>> = {
  400: {
    label: 'compressed, damaged',
    meaning: 'The compressed body is damaged or cut short.',
    next: 'Ask the bank to send it again.',
  },
  413: {
    label: 'too large once decompressed',
    meaning: 'The body is larger than 4 MB after decompression.',
    next: 'Ask the bank to send its alerts again, at most 100 per call.',
  },
}

/**
 * Returns the texts of a delivery in quarantine. The bank's next step depends on the answered
 * status (bank note 95).
 */
export function quarantineTexts({
  reason,
  answered,
}: Pick<QuarantinedDelivery, 'reason' | 'answered'>): QuarantineTexts {
  const ofCompressed = reason === 'compressed' ? compressedTexts[answered] : undefined
  const { label, meaning, next } = { ...quarantineReasons[reason], ...ofCompressed }
  const was = answered < 300 ? 'acknowledged' : `answered ${String(answered)}`
  return {
    label,
    meaning,
    next: `It was ${was}. The bank does not send it again automatically. ${next}`,
  }
}
