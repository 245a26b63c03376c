/**
 * The text of each kind of act; the kind itself is always shown beside it. A later version may add
 * kinds.
 */
import type { AuditEntry } from '../../preload/contract/api/audit/channels.ts'

const labels: Readonly<Record<string, string>> = {
  'order.drafted': 'Started a payment',
  'order.draft-saved': 'Saved the draft',
  'order.draft-opened': 'Opened the draft in full',
  'order.copied': 'Copied an earlier payment',
  'order.prepared': 'Prepared the draft of a planned day',
  'order.scheduled': 'Created a schedule from the draft',
  'payment-schedule.created': 'Scheduled a payment',
  'payment-schedule.changed': 'Changed the days of a scheduled payment',
  'payment-schedule.paused': 'Paused a scheduled payment',
  'payment-schedule.resumed': 'Resumed a scheduled payment',
  'payment-schedule.missed': 'Stopped a scheduled payment: too many days had passed',
  'payment-schedule.ended': 'Ended a scheduled payment',
  'order.discarded': 'Discarded the draft',
  'order.validated': 'Ran the bank pre-check',
  'order.ownership-attached': 'Attached an ownership check',
  'order.submitted': 'Submitted the payment for approval',
  'order.recalled': 'Took the payment back to change it',
  'order.rehashed': 'Voided its approvals: they were for a different bank than the profile names',
  'profile.head-first-stored': 'Started storing the latest audit entry in the keychain',
  'store.computer-recorded': 'Recorded the computer that uses the store',
  'store.head-left-behind': 'Listed later actions missing from the restored store',
  'order.viewed': 'Reviewed the payment for approval',
  'order.approved': 'Approved the payment',
  'order.sent-back': 'Sent the payment back to its maker',
  'order.released': 'Released the payment',
  'order.taken-back': 'Canceled the release',
  'order.release-expired': 'The release expired: nothing was sent',
  'order.send-journalled': 'Recorded the send before it started',
  'order.ended': 'A send ended',
  'order.ended-late': 'An interrupted send reported its end',
  'order.interrupted': 'A send was interrupted: unknown outcome',
  'order.status-inquired': 'Checked the payment status at the bank',
  'order.inquiry-wanted': 'Asked the tracking workstation to check the payment now',
  'order.resend-proposed': 'Proposed a resend',
  'order.resend-withdrawn': 'Withdrew the proposed resend',
  'order.resend-confirmed': 'Confirmed the resend',
  'order.support-reply-recorded': 'Recorded the bank\u2019s reply',
  'order.support-reply-confirmed': 'Confirmed the bank\u2019s reply',
  'order.support-reply-withdrawn': 'Withdrew the bank\u2019s reply',
  'order.closed': 'Closed the payment as not made, by the bank\u2019s reply',
  'order.alert-matched': 'Matched an alert to the payment',
  'order.alert-decided': 'Decided whether an alert is about the payment',
  'order.commented': 'Commented on the payment',
  'order.files-attached': 'Attached files to the payment',
  'order.file-saved': 'Saved an attached file',
  'order.receipt-written': 'Wrote a receipt',
  'order.restored': 'Restored from a backup: it may have been sent since',
  'order.restore-acknowledged': 'Stated that it was not sent since the backup',
  'order.revealed': 'Viewed the payment with accounts unmasked',
  'order.refused': 'Refused: an action not allowed for the payment',
  'batch.sent-anyway': 'Chose to send an entry that the bank will reject',
  'batch.not-sent-anyway': 'Withdrew the choice to send an entry anyway',
  'batch.return-reply-recorded': 'Recorded the bank\u2019s reply about a return',
  'batch.return-reply-confirmed': 'Confirmed the bank\u2019s reply about a return',
  'batch.return-reply-withdrawn': 'Withdrew the bank\u2019s reply about a return',
  'batch.poll-wanted': 'Asked the tracking workstation to check the batch now',
  'batch.owners-begun': 'Started account verification of a batch',
  'batch.owner-checked': 'Verified an account of a batch at the bank',
  'batch.owners-ended': 'Account verification of a batch ended',
  'payee.proposed': 'Proposed a payee or a payee change',
  'payee.approved': 'Approved the payee proposal',
  'payee.refused': 'Rejected the payee proposal, or was refused',
  'payee.withdrawn': 'Withdrew the payee proposal',
  'payee.revealed': 'Viewed the payee with accounts unmasked',
  'operator.signed-in': 'Signed in',
  'operator.sign-in-failed': 'A sign-in failed',
  'operator.locked': 'The workstation was locked',
  'operator.switched': 'Switched the practice operator',
  'operator.added': 'Added an operator',
  'operator.changed': 'Changed an operator',
  'operator.passphrase-set': 'Set a new passphrase for an operator',
  'operator.passphrase-changed': 'Changed their own passphrase',
  'operator.first-created': 'Created the first administrator',
  'policy.changed': 'Changed the policy',
  'ach.settings-changed': 'Changed the ACH origination settings',
  'ach.unit-confirmed': 'Confirmed the unit of ACH amounts from a bank entry',
  'ach.refused': 'Refused: a change not allowed in the ACH origination settings',
  'audit.checked': 'Checked the chain',
  'audit.signed': 'Requested a signature of the chain',
  'audit.exported': 'Requested an export of the chain',
  'audit.export-written': 'Wrote the exported chain to a file',
  'audit.export-failed': 'Could not write the exported chain',
  'audit.export-cancelled': 'Canceled the export of the chain',
  'audit.key-created': 'Named a signing key of the chain',
  'bank.called': 'Called the bank',
  'validation.requested': 'Requested an account validation',
  'validation.answered': 'The bank answered about an account',
  'validation.revealed': 'Viewed a validation unmasked',
  'profile.created': 'Created the profile',
  'profile.card-changed':
    'Corrected the profile\u2019s file, which was changed outside the program',
  'profile.recovered': 'Recovered the key of the store',
  'profile.audit-key-stored': 'Stored a new key for the audit in the keychain',
  'profile.credentials-stored': 'Stored credentials in the keychain',
  'profile.proxy-credentials-stored': 'Changed the proxy credentials in the keychain',
  'profile.details-changed': 'Changed the details of the profile',
  'settings.changed': 'Changed a setting',
  'bank-directory.imported': 'Imported a directory of banks',
  'store.created': 'Created the store',
  'store.migrated': 'Upgraded the store to a newer version',
  'store.restored': 'Restored the store from a backup',
  'store.restore-confirmed': 'Confirmed operators and policy after a restore',
  'batch.account-used': 'Changed the tracking account of a batch',
  'change.confirmed': 'Confirmed a change as the second person',
  'backup.tested': 'Tested a backup',
  'backup.created': 'Created and verified a backup',
  'backup.failed': 'A backup failed',
  'backup.not-copied': 'A backup could not be copied to the second folder',
  'backup.folder-changed': 'Changed the second backup folder',
  'diagnostics.saved': 'Wrote diagnostics to a file',
  'traffic.revealed': 'Viewed a call unmasked',
  'alerts.received': 'Received alerts',
  'alerts.revealed': 'Viewed an alert unmasked',
  'coverage.gap-found': 'Found a gap in alerts',
  'coverage.gap-ended': 'A gap in alerts ended',
  'coverage.sweep-requested': 'Requested a sweep of days',
  'coverage.sweep-planned': 'Planned a sweep',
  'coverage.sweep-ended': 'A sweep ended',
  'coverage.part-checked': 'Marked items without an inquiry as checked',
  'coverage.wire-fields-confirmed': 'Confirmed the fields of wire inquiries',
  'coverage.wire-fields-withdrawn': 'Withdrew the confirmation of wire inquiry fields',
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
  labels[kind] ?? kind.replaceAll(/[.-]/g, ' ').replace(/^./, (first) => first.toUpperCase())

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
  order: 'it is not at the position of its number',
  link: 'it does not continue the entry before it',
  hash: 'it was changed after it was written',
  signature: 'the signature covers other content, or uses a key that does not count',
  missing: 'it is missing',
}
