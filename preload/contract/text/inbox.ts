/** Items of the inbox: their kinds and titles, for the window, search and notifications. */

import { heldAtBank, waitsAtBank } from './bank-status.ts'

/** The label of each kind; also the title of a notification about one item. */
export const inboxLabels = {
  'unknown-outcome': 'Unknown outcome',
  'made-after-all': 'Made after all',
  'awaiting-me': 'Awaiting you',
  rejected: 'Not accepted',
  unclear: 'Entries unclear',
  returned: 'Returned',
  change: 'To be corrected',
  'other-account': 'Debited from another account',
  repair: heldAtBank,
  'later-day': waitsAtBank,
  conflict: 'Conflicting alerts',
  duplicate: 'Duplicate',
  unmatched: 'Unmatched',
  quarantined: 'Quarantine',
  'to-check': 'Check by hand',
  certificate: 'Certificate',
  'missed-template': 'Recurring batch',
  scheduled: 'Scheduled payment',
  backup: 'Backup',
} as const

/** Names of one and of several items of a kind, beside their number. */
const counted = {
  'unknown-outcome': ['unknown outcome', 'unknown outcomes'],
  'made-after-all': ['made after all', 'made after all'],
  'awaiting-me': ['approval', 'approvals'],
  rejected: ['rejection', 'rejections'],
  unclear: ['batch with unclear entries', 'batches with unclear entries'],
  returned: ['return', 'returns'],
  change: ['notification of change', 'notifications of change'],
  'other-account': ['batch on another account', 'batches on another account'],
  repair: ['held at the bank', 'held at the bank'],
  'later-day': ['waits at the bank', 'wait at the bank'],
  conflict: ['conflicting alert', 'conflicting alerts'],
  duplicate: ['duplicate', 'duplicates'],
  unmatched: ['unmatched alert', 'unmatched alerts'],
  quarantined: ['delivery in quarantine', 'deliveries in quarantine'],
  'to-check': ['to check by hand', 'to check by hand'],
  certificate: ['certificate', 'certificates'],
  'missed-template': ['recurring batch', 'recurring batches'],
  scheduled: ['scheduled payment', 'scheduled payments'],
  backup: ['backup problem', 'backup problems'],
} as const

/** Returns a number of items, such as `2 returns`. */
export const inboxCount = (kind: keyof typeof counted, count: number): string =>
  `${String(count)} ${counted[kind][count === 1 ? 0 : 1]}`

/** Returns the title of a payment. */
export const paymentTitle = (service: string, beneficiary: string): string =>
  `${service} to ${beneficiary.trim() || 'unnamed beneficiary'}`

/** Returns the title of a batch. */
export const batchTitle = (service: string, description: string): string =>
  `${service} batch ${description.trim() || 'without a description'}`

/** Returns the name of an entry's receiver. */
export const receiverTitle = (name: string): string => name.trim() || 'unnamed receiver'

/** The ends of a payment's title. */
export const orderEnds = {
  rejected: ': rejected',
  returned: ': returned by the receiving bank',
  failed: ': failed at the bank',
  cancelled: ': cancelled at the bank',
  contradictory: ': final statuses contradict each other',
  'made-after-all': ': at the bank, although bank support said it was not made',
} as const

/** The end of the title of a payment that the bank holds. */
export const repairEnd = (status: string): string => `: ${status} at the bank`

/** The end of the title of a payment whose own day has come, and that waits for another. */
export const laterDayEnd = ': cutoff missed, waits for a later day'

/** Returns the title of a returned entry or of one to be corrected; `code` is the network's. */
export const entryItem = (kind: 'returned' | 'change', code: string | null, of: string): string =>
  `${inboxLabels[kind]}${code === null ? '' : ` ${code}`}: ${of}`

/** Returns the title of an entry whose return an alert reports. */
export const reportedReturnItem = (isRefuted: boolean, of: string): string =>
  `${isRefuted ? 'Return reported, not shown by the bank' : 'Return reported, asking the bank'}: ${of}`

const verdictEnds = { rejected: 'not accepted', unclear: 'unclear' } as const

/** Returns the title of a batch with entries that the bank refused, or gave no clear answer to. */
export const verdictItem = (
  kind: keyof typeof verdictEnds,
  batch: string,
  entries: number,
): string =>
  `${batch}: ${entries === 1 ? '1 entry' : `${entries.toLocaleString('en-US')} entries`} ${verdictEnds[kind]}`

/** Returns the title of a batch that the bank debits from another account. */
export const otherAccountItem = (debited: string, named: string, batch: string): string =>
  `${debited} debited, not ${named}: ${batch}`

/** Titles of alerts that match nothing sent from here; `account` null: the alert names none. */
const alertKinds = { ach: 'ACH', wire: 'wire', rtp: 'RTP', other: 'other' } as const
const unnamed = 'Unnamed account'
const accountOf = (account: string | null): string => account ?? 'an unnamed account'
/** A longer name of a party is cut. */
const mostOfName = 60
function partiesOf([first, ...others]: readonly string[]): string {
  if (first === undefined) return ''
  const name = Array.from(first).slice(0, mostOfName).join('')
  const more =
    others.length === 0
      ? ''
      : ` and ${String(others.length)} ${others.length === 1 ? 'other' : 'others'}`
  return ` to ${name}${more}`
}
/** In titles of groups, what differs is first, so that a narrow column shows it. */
export const alertItems = {
  returned: (account: string | null) =>
    `${inboxLabels.returned}: ACH entry of ${accountOf(account)}, not originated here`,
  change: (account: string | null) =>
    `${inboxLabels.change}: ACH entry of ${accountOf(account)}, not originated here`,
  duplicate: (account: string | null, kind: keyof typeof alertKinds) =>
    `${account ?? unnamed}: repeated ${alertKinds[kind]} alerts, same content, another ID`,
  unmatched: (
    account: string | null,
    kind: keyof typeof alertKinds,
    /** The other parties, as the alerts name them. */
    parties: readonly string[],
  ) =>
    `${account ?? unnamed}${partiesOf(parties)}: outgoing ${alertKinds[kind]}, not originated here`,
}

export const payeeItems = {
  removal: 'Removal of a payee',
  added: (name: string) => `New payee ${name}`,
  changed: (name: string) => `Change of payee ${name}`,
}
/** Why a draft that is due does not exist. `missed`: its day passed. */
export type NotDrafted =
  | { readonly state: 'missed' | 'failed' }
  | { readonly state: 'owner-gone'; readonly owner: string }
const ownerGone = ({ owner }: { readonly owner: string }, date: string): string =>
  `${owner} can no longer create drafts, none exists for ${date}`
/** Returns the title of a template without the draft of a date. */
export function templateItem(name: string, date: string, why: NotDrafted): string {
  const ends = {
    missed: `no draft was prepared for ${date}`,
    failed: `the draft for ${date} could not be prepared`,
  }
  return `Template ${name}: ${why.state === 'owner-gone' ? ownerGone(why, date) : ends[why.state]}`
}
/** Returns the title of a scheduled draft that waits to be submitted; `date`: its planned day. */
export const scheduledItem = (service: string, beneficiary: string, date: string): string =>
  `${paymentTitle(service, beneficiary)}: the draft for ${date} waits`
/** Returns the title of a schedule without the draft of a planned day. */
export const notDraftedItem = (
  service: string,
  beneficiary: string,
  date: string,
  why: NotDrafted,
): string =>
  `${paymentTitle(service, beneficiary)}: ${
    why.state === 'owner-gone' ? ownerGone(why, date) : `no draft was created for ${date}`
  }`
/** Returns the title of a schedule that creates no drafts until a person resumes it. */
export const stoppedScheduleItem = (service: string, beneficiary: string): string =>
  `${paymentTitle(service, beneficiary)}: the schedule waits to be resumed`
export const conflictItem = 'Two alerts share one ID but differ'
export const quarantinedItem = 'A delivery could not be read'

/** Returns the title of a time in which alerts may have been missed; `days` are its ends. */
export function manualCheckItem(
  what: 'incoming' | 'alerts',
  days: readonly string[],
  account: string,
): string {
  const name = what === 'incoming' ? 'Incoming wires and RTP' : 'Alerts'
  const end = account === '' ? '' : `, ${account}`
  return `${name} may be missing, ${[...new Set(days)].join(' to ')}${end}`
}

/** Problems of the backups; the store keeps the current one for the inbox. */
export const backupItems = {
  late: 'The newest verified backup is older than two days',
  notCopied: (folder: string, why: string) =>
    `The backup could not be copied to ${folder}. It is in the profile\u2019s own folder. ${why}`,
}
