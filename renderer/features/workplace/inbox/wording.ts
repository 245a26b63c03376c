/** The kinds of the inbox as text: the subject, why it needs a person, and where to handle it. */
import {
  endsWithItsThing,
  inboxKinds,
  type InboxChanged,
  type InboxItem,
  type InboxKind,
  type InboxRecord,
} from '../../../../preload/contract/api/inbox/inbox.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import type { Tone } from '../../../ui/tone.ts'

export interface KindWords {
  readonly label: string
  readonly tone: Tone
  readonly what: string
  /** Why it needs a person, and the next step. */
  readonly why: string
  /** The label of the button that leads there. */
  readonly open: string
}

const words: Readonly<Record<InboxKind, KindWords>> = {
  'in-doubt': {
    label: 'In doubt',
    tone: 'unknown',
    open: 'Open the doubt',
    what: 'It was sent, and whether the bank took it in is not known.',
    why: 'It is looked up at the bank by itself. If it is not found, two people decide whether it is sent again under the same reference.',
  },
  'awaiting-me': {
    label: 'Awaiting you',
    tone: 'warning',
    open: 'Open it to decide',
    what: 'It waits for the decision of a second person, and yours would count.',
    why: 'Nothing of it counts before it is approved. Look at what it says, and approve it or send it back.',
  },
  rejected: {
    label: 'Not accepted',
    tone: 'bad',
    open: 'Open what was not accepted',
    what: 'The bank did not take it in, or did not carry it out.',
    why: 'Nobody was paid by it. Find out why, and prepare it again where it is still wanted.',
  },
  'made-after-all': {
    label: 'Made after all',
    tone: 'bad',
    open: 'Open the payment',
    what: 'The bank has it, though its desk said that it was not made.',
    why: 'If it was sent again or copied since, it may be paid twice. Call the bank\u2019s desk at once, with its ticket.',
  },
  returned: {
    label: 'Returned',
    tone: 'bad',
    open: 'Open what came back',
    what: 'The receiving bank sent it back.',
    why: 'The money is back or on its way back. Find out why, tell whoever was to be paid, and present it again where that is allowed.',
  },
  change: {
    label: 'To be corrected',
    tone: 'warning',
    open: 'Open the correction',
    what: 'The receiving bank asks for other details in further entries.',
    why: 'The network wants it heeded within six banking days, or before the next entry.',
  },
  'other-account': {
    label: 'Other account',
    tone: 'warning',
    open: 'Open the batch',
    what: 'The bank debits another account for this batch than the batch names.',
    why: 'Use the account that the bank debits for this batch. Returns and corrections are then asked for there.',
  },
  repair: {
    label: 'Held at the bank',
    tone: 'warning',
    open: 'Open the payment',
    what: 'The bank holds it up, and nothing goes on by itself.',
    why: 'Only the bank\u2019s own desk can go on. Call it, with the reference at hand.',
  },
  conflict: {
    label: 'Alarm',
    tone: 'bad',
    open: 'Open the alert',
    what: 'Two alerts came under one id and say different things.',
    why: 'Neither is taken for the truth. Compare them, ask the bank, and take note of the alarm at the alert.',
  },
  duplicate: {
    label: 'Duplicate',
    tone: 'warning',
    open: 'Open it',
    what: 'The same was said or sent a second time.',
    why: 'It may be a repetition, or the same payment twice. Compare the two, and ask the bank where they differ in more than their id.',
  },
  unmatched: {
    label: 'Unmatched',
    tone: 'info',
    open: 'Open the alerts',
    what: 'Money left an account of yours, and no payment or batch of this workstation is known that it belongs to.',
    why: 'It may have been sent another way. If nobody knows of it, tell the bank at once.',
  },
  quarantined: {
    label: 'Quarantine',
    tone: 'warning',
    open: 'Open the delivery',
    what: 'A delivery came from the bank that could not be read.',
    why: 'What it tells is not known yet. Look at it, read it again, or ask the bank what it was.',
  },
  'to-check': {
    label: 'Check by hand',
    tone: 'warning',
    open: 'Open the coverage',
    what: 'Alerts may have been missed, and no inquiry finds these again.',
    why: 'Compare the account with the bank\u2019s own records for these days, and say there that it was checked.',
  },
  certificate: {
    label: 'Certificate',
    tone: 'warning',
    open: 'Open the certificates',
    what: 'A certificate ends soon, or has ended.',
    why: 'Without it no call is made, or no alert is received. A new one takes the authority and the bank days. It is said again at 60, 30, 14, 7, 3 and 1 days, and ends when the certificate is replaced.',
  },
  'missed-template': {
    label: 'Missed',
    tone: 'bad',
    open: 'Open the templates',
    what: 'The date of a recurring batch passed, and no draft was prepared for it.',
    why: 'If it is still needed, prepare it by hand, then go on with the next date. If the clock of this computer was wrong, put it right, and the item ends.',
  },
  backup: {
    label: 'Backup',
    tone: 'bad',
    open: 'Open the settings',
    what: 'The backups of this profile are not as they should be.',
    why: 'Without a fresh backup, what is lost with this disk is lost. Look at the disk, then back up again; it ends with the next one that is verified.',
  },
}

/** Returns the text of a kind. */
export const kindWords = (kind: InboxKind): KindWords => words[kind]

/** The kinds as options of the filter, with the number of open items if known. */
export const kindOptions = (byKind: Readonly<Partial<Record<InboxKind, number>>> = {}) => [
  { value: 'all', label: 'Every kind' },
  ...inboxKinds.map((kind) => ({
    value: kind,
    label: words[kind].label,
    ...((byKind[kind] ?? 0) > 0 && { hint: (byKind[kind] ?? 0).toLocaleString('en-US') }),
  })),
]

/** The amount with its currency; empty if there is none. */
export const amountOf = ({ amount, currency }: Pick<InboxItem, 'amount' | 'currency'>): string =>
  amount === null
    ? ''
    : `${currency ?? ''} ${amountForReading(minorUnits(amount), currency ?? 'USD')}`.trim()

/** Why an item cannot be marked done by hand; empty if it can. */
export const whyNotDone = ({ kind, done }: Pick<InboxItem, 'kind' | 'done'>): string => {
  if (done !== null) return 'It is done'
  return endsWithItsThing(kind) ? 'It ends by itself, once the thing itself has ended' : ''
}

/** Why an item cannot be reopened by hand; empty if it can. */
export const whyNotReopened = ({ done }: Pick<InboxItem, 'done'>): string => {
  if (done === null) return 'It is open'
  return done.by === null ? 'It ended by itself, and comes again by itself' : ''
}

/** One step of the history, as text. */
export function eventWords({ what, by, to }: InboxRecord['history'][number]): string {
  const who = by?.name ?? 'The workstation'
  switch (what) {
    case 'noticed':
      return 'Came into the inbox'
    case 'came-again':
      return 'Came again'
    case 'assigned':
      return `${who} assigned it to ${to?.name ?? 'nobody'}`
    case 'unassigned':
      return `${who} took the assignment back`
    case 'noted':
      return `${who} changed the note`
    case 'done':
      return `${who} marked it done`
    case 'ended':
      return 'Ended by itself'
    case 'reopened':
      return `${who} opened it again`
  }
}

const refusalWords: Readonly<Record<InboxChanged['refused'][number]['why'], string>> = {
  'not-found': 'is not there any more',
  'already-done': 'was done already',
  'ends-by-itself': 'ends by itself, once the thing itself has ended',
  'not-done': 'is open',
}

/** Why one of many items was not changed, as a sentence. */
export const refusedWords = ({ title, why, by }: InboxChanged['refused'][number]): string =>
  `${title || 'An item'} ${refusalWords[why]}${why === 'already-done' && by !== null ? ` by ${by}` : ''}`
