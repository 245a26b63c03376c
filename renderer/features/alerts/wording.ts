/** Alerts in words: what they are about, what happened, what must be known of them. */
import {
  alertKinds,
  alertMarks,
  type AlertKind,
  type AlertLine,
  type AlertMark,
  type QuarantinedDelivery,
  type QuarantineReason,
} from '../../../preload/contract/api/alerts/alert.ts'
import {
  businessStatusOf,
  meaningOf,
  type CodeFamilyId,
} from '../../../preload/contract/bank/codes/index.ts'
import { heldLabels } from '../../text/listener-text.ts'
import type { Tone } from '../../ui/tone.ts'

/** What an alert is about, in a word. */
export const kindLabels: Readonly<Record<AlertKind, string>> = {
  ach: 'ACH',
  wire: 'Wire',
  rtp: 'RTP',
  other: 'Other',
}

/** The family that explains an alert's status; null: no document lists its code. */
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

/** What happened, as a word, a shape and a colour, with what the document says of it. */
export interface AlertEvent {
  readonly tone: Tone
  readonly label: string
  /** Empty: no document says it, or the word says it already. */
  readonly meaning: string
}

/** Reads the event of an alert; a status that no document lists is shown as it came (P6). */
export function eventOf({ kind, status }: Pick<AlertLine, 'kind' | 'status'>): AlertEvent {
  if (status === null) return { tone: 'unknown', label: 'no status', meaning: '' }
  const family = statusFamily(kind)
  const meaning = family === null ? '' : (meaningOf(family, status)?.meaning ?? '')
  const tone =
    kind === 'ach'
      ? achTones[status.trim().toUpperCase()]
      : categoryTones[businessStatusOf(status)?.category ?? '']
  return {
    tone: (meaning === '' ? undefined : tone) ?? 'unknown',
    label: status,
    // RETURNED means "Returned": nothing is told by saying it twice.
    meaning: meaning.toLowerCase() === status.trim().toLowerCase() ? '' : meaning,
  }
}

/** Which way the money went: its own word and its own shape. */
export type Direction = 'incoming' | 'credit' | 'debit'

/** An incoming credit is told apart from a credit of our own payment. */
export const directionOf = ({
  direction,
  isIncomingCredit,
}: Pick<AlertLine, 'direction' | 'isIncomingCredit'>): Direction | null =>
  isIncomingCredit ? 'incoming' : direction

/** Which way it went, in a word. */
export const directionLabels: Readonly<Record<Direction, string>> = {
  incoming: 'incoming',
  credit: 'credit',
  debit: 'debit',
}

/** What must be known of an alert: its word in the list, what it means, what to do. */
export interface MarkWords {
  readonly tone: Tone
  readonly label: string
  readonly meaning: string
  readonly next: string
}
/** The words of every mark. */
export const markWords: Readonly<Record<AlertMark, MarkWords>> = {
  conflict: {
    tone: 'bad',
    label: 'conflict',
    meaning: 'Another alert came under the same alert id with other content. Both are kept.',
    next: 'Which of them holds is not known. Ask the bank before relying on either, then take note of it here.',
  },
  repeats: {
    tone: 'info',
    label: 'repeats',
    meaning:
      'An earlier alert says the same: sent at another time, or under another id in the same call. Both are kept.',
    next: 'It may be told twice, or have happened twice. The account at the bank says which.',
  },
  'old-code': {
    tone: 'neutral',
    label: 'old code',
    meaning: 'AL00902 to AL00905 are replaced by AL00906. It is read as an ACH alert.',
    next: 'Ask the bank to change the subscription to AL00906.',
  },
  incomplete: {
    tone: 'warning',
    label: 'incomplete',
    meaning: 'Something required is missing. It is kept, and was acknowledged with FAILURE.',
    next: 'FAILURE asks for no new delivery. Ask the bank for what is missing.',
  },
  unlisted: {
    tone: 'unknown',
    label: 'unlisted',
    meaning: 'It holds fields or codes that no document lists. They are shown as they came.',
    next: 'Ask the bank what they mean before relying on them.',
  },
}

const options = <T extends string>(
  all: string,
  values: readonly T[],
  label: (value: T) => string,
) => [{ value: '', label: all }, ...values.map((value) => ({ value, label: label(value) }))]
/** To narrow the list to one kind. */
export const kindOptions = options('Every kind', alertKinds, (value) => kindLabels[value])
/** To narrow the list to one mark. */
export const markOptions = options('Any mark', alertMarks, (value) => markWords[value].label)
/** To narrow the list to one of the statuses that came. */
export const statusOptions = (known: readonly string[]) =>
  options('Every status', known, (value) => value)

/** Why a delivery is held: in a word, in a sentence, and what to do. */
interface HeldWords {
  readonly label: string
  readonly meaning: string
  readonly next: string
}
const whyHeld: Readonly<Record<QuarantineReason, HeldWords>> = {
  'not-json': {
    label: heldLabels['not-json'],
    meaning: 'What came is no JSON, so that no alert can be found in it.',
    next: 'Ask the bank what it was.',
  },
  compressed: {
    label: heldLabels.compressed,
    meaning: 'The body is compressed in a way that is not read here.',
    next: 'Ask the bank to send it again with gzip, deflate or no compression.',
  },
  'too-deep': {
    label: heldLabels['too-deep'],
    meaning: 'Its JSON is nested deeper than any alert is.',
    next: 'Ask the bank what it was.',
  },
  'no-alerts': {
    label: heldLabels['no-alerts'],
    meaning: 'It is JSON, and nothing in it has the form of an alert.',
    next: 'Ask the bank what it was.',
  },
  'too-many': {
    label: heldLabels['too-many'],
    meaning: 'It holds more alerts than are read from one delivery.',
    next: 'Read it again after an upgrade, and ask the bank for at most 100 a call.',
  },
  unread: {
    label: heldLabels.unread,
    meaning: 'This version cannot read it.',
    next: 'Read it again after an upgrade.',
  },
}

/** A way that is not taken is answered 415. What was compressed in one that is, and is not read, by why it is not. */
const compressedWords: Readonly<Record<number, HeldWords>> = {
  400: {
    label: 'compressed, damaged',
    meaning: 'The compressed body is damaged or cut short.',
    next: 'Ask the bank to send it again.',
  },
  413: {
    label: 'too large once decompressed',
    meaning: 'The body is larger than 4 MB once it is decompressed.',
    next: 'Ask the bank to send its alerts again, at most 100 a call.',
  },
}

/** The words of a held delivery. What the bank does with it follows from what it was answered (trap 95). */
export function heldWordsOf({
  reason,
  answered,
}: Pick<QuarantinedDelivery, 'reason' | 'answered'>): HeldWords {
  const ofCompressed = reason === 'compressed' ? compressedWords[answered] : undefined
  const { label, meaning, next } = { ...whyHeld[reason], ...ofCompressed }
  const was = answered < 300 ? 'acknowledged' : `answered ${String(answered)}`
  return { label, meaning, next: `It was ${was} and is not sent again by itself. ${next}` }
}
