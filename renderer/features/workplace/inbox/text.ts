/** The kinds of the inbox as text: the subject, why it needs a person, and where to handle it. */
import {
  closesWithCause,
  inboxKinds,
  type InboxChanged,
  type InboxItem,
  type InboxKind,
  type InboxRecord,
} from '../../../../preload/contract/api/inbox/inbox.ts'
import { inboxLabels } from '../../../../preload/contract/text/inbox.ts'
import { amountForReading, minorUnits } from '../../../../preload/contract/kernel/money.ts'
import type { Tone } from '../../../ui/tone.ts'

export interface KindTexts {
  readonly label: string
  readonly tone: Tone
  readonly what: string
  /** Why it needs a person, and the next step. */
  readonly why: string
  /** The label of the button that leads there. */
  readonly open: string
}

const texts: Readonly<Record<InboxKind, Omit<KindTexts, 'label'>>> = {
  'unknown-outcome': {
    tone: 'unknown',
    open: 'Open unknown outcome',
    what: 'Sent, but the outcome at the bank is unknown.',
    why: 'Status checks run automatically. If the bank does not find it, two people decide whether to resend it under the same reference.',
  },
  'awaiting-me': {
    tone: 'neutral',
    open: 'Review',
    what: 'Waiting for a second person. Your decision counts.',
    why: 'Nothing takes effect until approved. Review it, then approve it or send it back.',
  },
  rejected: {
    tone: 'bad',
    open: 'Open rejected item',
    what: 'The bank did not accept it, or did not execute it.',
    why: 'No one was paid. Find out why, and prepare it again if still needed.',
  },
  unclear: {
    tone: 'unknown',
    open: 'Open batch',
    what: 'The bank neither accepted nor rejected these entries.',
    why: 'They may be paid. Ask the bank before you prepare them again, then mark each as handled.',
  },
  'made-after-all': {
    tone: 'bad',
    open: 'Open payment',
    what: 'The bank has it, although bank support said it was not made.',
    why: 'If it was resent or copied since, it may be paid twice. Call the bank at once, with the ticket number.',
  },
  returned: {
    tone: 'bad',
    open: 'Open return',
    what: 'The receiving bank sent it back.',
    why: 'The money is back or on its way back. Find out why, inform the payee, and present it again where that is allowed.',
  },
  change: {
    tone: 'warning',
    open: 'Open correction',
    what: 'The receiving bank asks for other details in further entries.',
    why: 'Apply it within six banking days or before the next entry, whichever is later.',
  },
  'other-account': {
    tone: 'warning',
    open: 'Open batch',
    what: 'The bank debits a different account than the batch names.',
    why: 'Use the account that the bank debits. Status, returns and corrections are then checked there.',
  },
  repair: {
    tone: 'warning',
    open: 'Open payment',
    what: 'The bank is holding it. Nothing proceeds automatically.',
    why: 'Only the bank can proceed. Call the bank, with the reference at hand.',
  },
  'later-day': {
    tone: 'warning',
    open: 'Open payment',
    what: 'The cutoff was missed. The bank sends it on a later business day.',
    why: 'Nobody has to act at the bank. Inform the payee if the day matters.',
  },
  conflict: {
    tone: 'bad',
    open: 'Open alert',
    what: 'Two alerts share one ID but differ.',
    why: 'Neither is used. Compare them, confirm with the bank, and mark the conflict as reviewed at the alert.',
  },
  duplicate: {
    tone: 'warning',
    open: 'Open duplicate',
    what: 'The same content was sent or reported twice.',
    why: 'Possibly a repeat, or the same payment twice. Compare the two. Ask the bank if more than the ID differs.',
  },
  unmatched: {
    tone: 'warning',
    open: 'Open alerts',
    what: 'Unrecognized debit: no payment or batch of this workstation matches it.',
    why: 'Possibly sent another way. If no one recognizes it, call the bank at once.',
  },
  quarantined: {
    tone: 'warning',
    open: 'Open delivery',
    what: 'A delivery from the bank could not be read.',
    why: 'Its content is unknown. Review it, read it again, or ask the bank.',
  },
  'to-check': {
    tone: 'warning',
    open: 'Open coverage',
    what: 'Alerts may have been missed that no inquiry can recover.',
    why: 'Compare the account with the bank\u2019s records for these days, then mark it as checked.',
  },
  certificate: {
    tone: 'warning',
    open: 'Open certificates',
    what: 'A certificate expires soon, or has expired.',
    why: 'Without it, no calls are made or no alerts are received. A new one takes days to issue and register. Reminders come at 60, 30, 14, 7, 3 and 1 days until it is replaced.',
  },
  'missed-template': {
    tone: 'bad',
    open: 'Open templates',
    what: 'A recurring batch has no draft for its next date.',
    why: 'If its owner can no longer create drafts, continue it, and it becomes yours. If the date passed, prepare the batch by hand if still needed, then continue with the next date.',
  },
  scheduled: {
    tone: 'info',
    open: 'Open schedule',
    what: 'A scheduled payment needs a person.',
    why: 'Submit each draft, or discard it. A planned day without a draft waits until somebody resumes the schedule. The item closes then.',
  },
  backup: {
    tone: 'bad',
    open: 'Open settings',
    what: 'The backups of this profile need attention.',
    why: 'Without a recent backup, losing this disk loses the data. Check the disk, then back up again. The item closes with the next verified backup.',
  },
}

/** Returns the text of a kind. */
export const kindTexts = (kind: InboxKind): KindTexts => ({
  label: inboxLabels[kind],
  ...texts[kind],
})

/** The kinds as options of the filter, with the number of open items if known. */
export const kindOptions = (byKind: Readonly<Partial<Record<InboxKind, number>>> = {}) => [
  { value: 'all', label: 'Every kind' },
  ...inboxKinds.map((kind) => ({
    value: kind,
    label: inboxLabels[kind],
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
  if (done !== null) return 'Already done'
  return closesWithCause(kind) ? 'Closes automatically when resolved' : ''
}

/** Why an item cannot be reopened by hand; empty if it can. */
export const whyNotReopened = ({ done }: Pick<InboxItem, 'done'>): string => {
  if (done === null) return 'Already open'
  return done.by === null ? 'Closed automatically. It returns automatically if needed' : ''
}

/** One step of the history, as text. */
export function eventText({ what, by, to }: InboxRecord['history'][number]): string {
  const who = by?.name ?? 'The workstation'
  switch (what) {
    case 'noticed':
      return 'Added to the inbox'
    case 'came-again':
      return 'Returned to the inbox'
    case 'assigned':
      return `${who} assigned it to ${to?.name ?? 'no one'}`
    case 'unassigned':
      return `${who} removed the assignment`
    case 'noted':
      return `${who} changed the note`
    case 'done':
      return `${who} marked it done`
    case 'ended':
      return 'Closed automatically'
    case 'reopened':
      return `${who} reopened it`
  }
}

const refusalTexts: Readonly<Record<InboxChanged['refused'][number]['why'], string>> = {
  'not-found': 'no longer exists',
  'already-done': 'was already done',
  changed: 'has changed since it was shown',
  'ends-by-itself': 'closes automatically when resolved',
  'not-done': 'is open',
}

/** Why one of many items was not changed, as a sentence. */
export const refusedText = ({ title, why, by }: InboxChanged['refused'][number]): string =>
  `${title || 'An item'} ${refusalTexts[why]}${why === 'already-done' && by !== null ? ` by ${by}` : ''}`
