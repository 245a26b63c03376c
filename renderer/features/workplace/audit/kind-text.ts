/**
 * The text of each kind of act; the kind itself is always shown beside it. A later version may add
 * kinds.
 */
import type { AuditEntry } from '../../../../preload/contract/api/audit/verbs.ts'

const words: Readonly<Record<string, string>> = {
  'order.drafted': 'Began a payment',
  'order.draft-saved': 'Saved the draft',
  'order.draft-opened': 'Opened the draft in full',
  'order.copied': 'Copied an earlier payment',
  'order.discarded': 'Discarded the draft',
  'order.validated': 'Asked the bank to validate the body',
  'order.ownership-attached': 'Attached an ownership check',
  'order.submitted': 'Submitted the payment for approval',
  'order.recalled': 'Took the payment back to change it',
  'order.rebound': 'Voided its approvals: they were not for the bank that the profile names',
  'profile.head-first-kept': 'Began to keep the end of the audit in the keychain',
  'store.head-left-behind': 'Said which later acts the restored store lacks',
  'order.viewed': 'Looked at the payment for approval',
  'order.approved': 'Approved the payment',
  'order.sent-back': 'Sent the payment back to its maker',
  'order.released': 'Released the payment',
  'order.taken-back': 'Took the release back',
  'order.lapsed': 'The release lapsed: nothing was sent',
  'order.send-journalled': 'Journalled a sending, before its first byte',
  'order.ended': 'A sending ended',
  'order.interrupted': 'A sending was interrupted: its outcome is not known',
  'order.looked-up': 'Asked the bank what became of the payment',
  'order.second-proposed': 'Proposed to send the same body again',
  'order.second-withdrawn': 'Withdrew the proposal of a second sending',
  'order.second-confirmed': 'Confirmed the second sending',
  'order.desk-word-recorded': 'Recorded what the bank\u2019s desk said of the payment',
  'order.desk-word-confirmed': 'Confirmed what the bank\u2019s desk said of the payment',
  'order.desk-word-withdrawn': 'Withdrew what the bank\u2019s desk said of the payment',
  'order.closed': 'Closed the payment as not made, by the word of the bank\u2019s desk',
  'order.alert-matched': 'An alert was found to be about the payment',
  'order.alert-decided': 'Decided whether an alert is about the payment',
  'order.receipt-written': 'Wrote a receipt',
  'order.restored': 'Came back with its store from a backup: it may have been sent since',
  'order.restore-heeded': 'Said that it was not sent since the backup',
  'order.revealed': 'Looked at the payment with accounts in full',
  'order.refused': 'Tried what is not allowed with the payment: refused',
  'batch.sent-anyway': 'Chose to send an entry that the bank will reject',
  'batch.not-sent-anyway': 'Took back that an entry is sent anyway',
  'batch.owners-begun': 'Began to ask whose the accounts of a batch are',
  'batch.owner-asked': 'Asked the bank whose an account of a batch is',
  'batch.owners-ended': 'Asking whose the accounts of a batch are ended',
  'payee.proposed': 'Proposed a payee or a change of one',
  'payee.approved': 'Approved what was proposed of the payee',
  'payee.refused': 'Refused what was proposed, or was refused',
  'payee.withdrawn': 'Withdrew what was proposed of the payee',
  'payee.revealed': 'Looked at the payee with its account in full',
  'operator.signed-in': 'Signed in',
  'operator.sign-in-failed': 'A sign-in failed',
  'operator.locked': 'The workstation was locked',
  'operator.switched': 'Another practice operator sat down',
  'operator.added': 'Added an operator',
  'operator.changed': 'Changed an operator',
  'operator.passphrase-set': 'Gave an operator a new passphrase',
  'operator.passphrase-changed': 'Changed the own passphrase',
  'operator.first-made': 'Made the first administrator',
  'policy.changed': 'Changed the policy',
  'ach.settings-changed': 'Changed the settings of ACH origination',
  'ach.unit-confirmed': 'Confirmed the unit of ACH amounts by an entry of the bank',
  'ach.refused': 'Tried what is not allowed with the settings of ACH origination: refused',
  'audit.checked': 'Checked the chain',
  'audit.signed': 'Asked for a signature of the chain',
  'audit.exported': 'Asked to export the chain',
  'audit.export-written': 'Wrote the exported chain to a file',
  'audit.export-failed': 'Could not write the exported chain',
  'audit.export-cancelled': 'Wrote no file of the chain',
  'audit.key-made': 'A key that signs the chain is named',
  'bank.called': 'Called the bank',
  'validation.requested': 'Asked the bank about an account',
  'validation.answered': 'The bank answered about an account',
  'validation.revealed': 'Looked at a validation in full',
  'profile.created': 'Made the profile',
  'profile.card-changed':
    'Put right the profile\u2019s file, which was changed outside the program',
  'profile.recovered': 'Recovered the key of the store',
  'profile.audit-key-stored': 'Stored a new key for the audit in the keychain',
  'profile.credentials-stored': 'Stored credentials in the keychain',
  'profile.details-changed': 'Changed the details of the profile',
  'settings.changed': 'Changed a setting',
  'store.created': 'Made the store',
  'store.migrated': 'Brought the store to a newer version',
  'store.restored': 'Put the store back from a backup',
  'store.restore-confirmed': 'Confirmed operators and policy after a restore',
  'batch.account-used': 'Changed the account that a batch is tracked on',
  'change.confirmed': 'Confirmed a change as the second person',
  'backup.tested': 'Tested a backup',
  'backup.made': 'Made a backup and verified it',
  'backup.failed': 'A backup failed',
  'backup.not-copied': 'A backup could not be copied to the second folder',
  'backup.folder-changed': 'Changed the second folder of backups',
  'diagnostics.saved': 'Wrote diagnostics to a file',
  'traffic.revealed': 'Looked at a call in full',
  'alerts.received': 'Received alerts',
  'alerts.revealed': 'Looked at an alert in full',
  'coverage.gap-found': 'Found a time in which alerts may have been missed',
  'coverage.gap-ended': 'A time in which alerts may have been missed ended',
  'coverage.sweep-asked': 'Had days asked for in place of alerts',
  'coverage.sweep-planned': 'Planned what is asked for in place of alerts',
  'coverage.sweep-ended': 'Asking in place of alerts ended',
  'coverage.part-checked': 'Checked by hand what could not be asked',
}

/** Nouns of kinds, as the filter groups them. */
const nouns: Readonly<Record<string, string>> = {
  order: 'Payments',
  payee: 'Payees',
  operator: 'Operators',
  policy: 'Policy',
  audit: 'Audit',
  bank: 'Calls to the bank',
  validation: 'Validation',
  profile: 'Profile',
  alerts: 'Alerts',
  coverage: 'Coverage',
  traffic: 'Traffic',
}

/** Returns the sentence of a kind; the kind itself if there is none. */
export const kindSentence = (kind: string): string =>
  words[kind] ?? kind.replaceAll(/[.-]/g, ' ').replace(/^./, (first) => first.toUpperCase())

/** The options of the filter: each noun with several kinds, then every single kind. */
export function kindOptions(kinds: readonly string[]): { value: string; label: string }[] {
  const found = [...new Set(kinds.map((kind) => kind.split('.')[0] ?? kind))]
  return [
    { value: '', label: 'Any kind' },
    ...found.map((noun) => ({ value: noun, label: `All: ${nouns[noun] ?? noun}` })),
    ...kinds.map((kind) => ({ value: kind, label: kind })),
  ]
}

/** Returns the screen of an act's subject; undefined if there is none. */
export function placeOf({
  kind,
  subject,
  subjectOrder,
}: Pick<AuditEntry, 'kind' | 'subject' | 'subjectOrder'>):
  | { readonly path: string; readonly label: string }
  | undefined {
  const noun = kind.split('.')[0]
  const id = encodeURIComponent(subject)
  if (subjectOrder?.kind === 'batch')
    return { path: `/batches/${encodeURIComponent(subjectOrder.id)}`, label: 'Show the batch' }
  if (noun === 'order') return { path: `/orders/${id}`, label: 'Show the payment' }
  if (noun === 'payee') return { path: `/payees/${id}`, label: 'Show the payee' }
  if (kind === 'bank.called') return { path: `/traffic/${id}`, label: 'Show the call' }
  return undefined
}

/** Why a chain is broken. */
export const breakReasons: Readonly<
  Record<'order' | 'link' | 'hash' | 'signature' | 'missing', string>
> = {
  order: 'it does not stand where its number says',
  link: 'it does not continue the entry before it',
  hash: 'it was changed after it was written',
  signature: 'what was signed there is something else, or by a key that does not count',
  missing: 'it is not there any more',
}
