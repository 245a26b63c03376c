/** Alerts in words: what they are about, what happened, what must be known of them. */
import {
  alertKinds,
  alertMarks,
  type AlertKind,
  type AlertLine,
  type AlertMark,
  type QuarantineReason,
} from '../../../preload/contract/alerts/alert.ts'
import type { ListenerAbsence } from '../../../preload/contract/alerts/listener.ts'
import {
  businessStatusOf,
  meaningOf,
  type CodeFamilyId,
} from '../../../preload/contract/codes/index.ts'
import { heldLabels } from '../../lib/listener-words.ts'
import type { Tone } from '../../ui/tone.ts'

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
    meaning: 'An earlier alert says the same and was sent at another time. Both are kept.',
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
export const kindOptions = options('Every kind', alertKinds, (value) => kindLabels[value])
export const markOptions = options('Any mark', alertMarks, (value) => markWords[value].label)
export const statusOptions = (known: readonly string[]) =>
  options('Every status', known, (value) => value)

/** Why a delivery is held: in a word, in a sentence, and what to do. */
export const heldWords: Readonly<
  Record<
    QuarantineReason,
    { readonly label: string; readonly meaning: string; readonly next: string }
  >
> = {
  'not-json': {
    label: heldLabels['not-json'],
    meaning: 'What came is no JSON, so that no alert can be found in it.',
    next: 'It was answered 400 and is not sent again by itself. Ask the bank what it was.',
  },
  'too-deep': {
    label: heldLabels['too-deep'],
    meaning: 'Its JSON is nested deeper than any alert is.',
    next: 'It was answered 400 and is not sent again by itself. Ask the bank what it was.',
  },
  'no-alerts': {
    label: heldLabels['no-alerts'],
    meaning: 'It is JSON, and nothing in it has the form of an alert.',
    next: 'It was answered 400 and is not sent again by itself. Ask the bank what it was.',
  },
  'too-many': {
    label: heldLabels['too-many'],
    meaning: 'It holds more alerts than are read from one delivery.',
    next: 'It was answered 400. Read it again after an upgrade, and ask the bank for at most 100 a call.',
  },
  unread: {
    label: heldLabels.unread,
    meaning: 'It was acknowledged, and this version cannot read it.',
    next: 'Read it again after an upgrade. The bank does not send it again.',
  },
}

/** Why no listener runs. */
export const absenceWords: Readonly<Record<ListenerAbsence, string>> = {
  'not-enabled': 'it is not switched on',
  'no-address': 'no address is entered',
  'no-certificate': 'it has no certificate',
  'no-credentials': 'it has no credentials',
  retired: 'the profile is retired',
  'not-started': 'it has not started yet',
}
