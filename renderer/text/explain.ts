/** Turns every failure of the contract into a message: the event, the reason and the next step. */
import { explainBackup, isCopiedStore } from './explain-backup.ts'
import { productNames } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { explainKeychain } from './explain-keychain.ts'
import { explainOrder } from './explain-order.ts'
import { assertNever, type Explanation } from './explanation.ts'
import { localTime } from './times.ts'

export { explainCall } from './explain-call.ts'
export { explainKeychain, recoveryHelps } from './explain-keychain.ts'
export { restoreHelps } from './explain-backup.ts'
export type { Explanation } from './explanation.ts'

const storeReasons: Readonly<Record<string, string>> = {
  'store-newer': 'It was written by a newer version of Countersign.',
  'store-foreign': 'The file in its place is not a store of Countersign.',
  'store-behind':
    'It, or the file of what was sent beside it, is older than what this computer remembers: an older copy was put in its place.',
  'store-is-backup': 'A backup was put in its place by copying the file.',
  'store-wrong-key': 'Its key does not open it.',
  'store-damaged': 'It is damaged.',
  'store-missing': 'The file is not where it was. Nothing was put in its place.',
  'store-in-use': 'Another Countersign has it open.',
  'store-not-durable': 'This disk or build does not keep what was written.',
  'store-unreadable': 'The file cannot be read.',
  'migration-failed': 'It could not be brought up to this version.',
}

/** Returns why the store was refused, as a sentence. */
export const explainStore = (reason: string): string => storeReasons[reason] ?? `Reason: ${reason}.`

const refusedBecause = (findings: number): string =>
  findings === 1 ? 'One finding stands in its way.' : `${findings} findings stand in its way.`

/** Explains the failure of an API method. */
export function explain(failure: Failure): Explanation {
  switch (failure.code) {
    case 'untrusted-sender':
      return {
        title: 'Refused',
        reason: 'The request did not come from this program\u2019s own window.',
        next: 'Restart Countersign. If it happens again, tell your administrator.',
      }
    case 'profile-changed':
      return {
        title: 'Another profile is shown now',
        reason: 'This was asked for in the profile that was shown before. Nothing was done.',
        next: 'Look at which profile the window shows, and ask again if it is the right one.',
      }
    case 'second-person-needed':
      return {
        title: 'A second person did not confirm',
        reason: 'This change needs two people.',
        next: 'Nothing was changed. Ask again with the second person beside you.',
      }
    case 'restore-unconfirmed':
      return {
        title: 'Payments on hold after a restore',
        reason: 'Two people have not yet confirmed operators and policy.',
        next: 'Confirm operators and policy with a second person, then release again.',
      }
    case 'nothing-to-confirm':
      return {
        title: 'Nothing to confirm',
        reason: 'The store was not restored, or it has been confirmed.',
        next: 'Payments are not on hold.',
      }
    case 'invalid-input':
      return {
        title: 'Not accepted',
        reason: failure.fields.map((field) => field.message).join(' \u00b7 '),
        next: 'Correct the marked fields. Nothing was sent.',
      }
    case 'not-permitted':
      return {
        title: 'Not permitted',
        reason: `This needs the role of ${failure.needs.join(' or ')}.`,
        next: 'Ask an operator who has it.',
      }
    case 'internal':
      return {
        title: 'Stopped by a fault in the program',
        reason: `The detail is in the log under ${failure.reference}.`,
        next: 'Nothing more was done. Pass the reference on to support.',
      }
    case 'store-opening':
      return {
        title: 'The store is still opening',
        reason: 'Nothing can be read or written yet.',
        next: 'Wait a moment and try again.',
      }
    case 'store-refused':
      return {
        title: 'The store was left closed',
        reason:
          failure.reason === 'store-behind' && failure.detail !== null
            ? `${explainStore(failure.reason)} ${failure.detail}.`
            : explainStore(failure.reason),
        next: isCopiedStore(failure)
          ? 'Choose \u201cRestore from a backup\u2026\u201d, then a backup or this copy. Payments that may have been sent since are in doubt then, and nothing is sent again by itself.'
          : 'It was not changed. Tell your administrator.',
      }
    case 'signed-out':
      return {
        title: 'Nobody is signed in',
        reason: 'The workstation is locked, or was locked before the answer was there.',
        next: 'Sign in, and look first: what was asked before the lock may have been done.',
      }
    case 'sign-in-paused':
      return {
        title: 'Too many failed sign-ins',
        reason: `No passphrase is tried before ${localTime(failure.until)}.`,
        next: 'Wait, or have an administrator set a new passphrase.',
      }
    case 'passphrase-same':
      return {
        title: 'The same passphrase',
        reason: 'The new passphrase is the old one.',
        next: 'Choose another.',
      }
    case 'operators-exist':
      return {
        title: 'The profile has operators',
        reason: 'The first administrator was made before.',
        next: 'Sign in, or ask an administrator to add you.',
      }
    case 'last-administrator':
      return {
        title: 'The last administrator',
        reason: 'Without this one nobody could administer the profile.',
        next: 'Make another operator an administrator first.',
      }
    case 'own-work':
    case 'same-person':
    case 'not-maker':
    case 'order-changed':
    case 'order-state':
    case 'approvals-missing':
    case 'not-approver':
    case 'over-limit':
    case 'evidence-needed':
    case 'binding-broken':
    case 'look-up-first':
    case 'known-at-bank':
    case 'alert-undecided':
    case 'look-up-under-way':
    case 'desk-word-waits':
    case 'copied-already':
    case 'account-differs':
    case 'owner-kind-differs':
    case 'unit-not-confirmed':
    case 'terms-changed':
      return explainOrder(failure)
    case 'rate-paused':
      return {
        title: 'The bank asked for silence',
        reason: `It answered 429: too many requests. No call is made before ${localTime(failure.until)}.`,
        next: 'Nothing was sent. The status bar counts down; ask again after that.',
      }
    case 'bank-not-running':
      return {
        title: 'The bank cannot be asked',
        reason: 'The connection to it is not open. Its detail is in the log.',
        next: 'Wait until it is there, or restart Countersign. Nothing was sent.',
      }
    case 'version-not-configured':
      return {
        title: `No path for ${failure.version}`,
        reason: 'The document does not show the path of this version, so it must be configured.',
        next: 'Enter the path that the bank gave you in Connection, or ask with v1.',
      }
    case 'not-found':
      return {
        title: 'Not found',
        reason: 'The record is not in this store.',
        next: 'Go back to the list.',
      }
    case 'keychain-problem':
      return explainKeychain(failure.problem)
    case 'confirmation-wrong':
      return {
        title: 'The typed word differs',
        reason: `Asked for was ${failure.wanted}, letter by letter.`,
        next: 'Nothing was changed. Type it again.',
      }
    case 'name-taken':
      return {
        title: 'The name is taken',
        reason:
          'Another one has it, retired ones included, or one that looks the same on the screen.',
        next: 'Choose another name. What was entered is still here.',
      }
    case 'product-not-agreed':
      return {
        title: `${productNames[failure.product]} is not agreed`,
        reason: 'The products of this profile do not name it, so nothing was sent.',
        next: 'Enter it under Connection, Products and hours, where the agreement names it.',
      }
    case 'profile-retired':
      return {
        title: 'This profile is retired',
        reason: 'It can be read. It is not changed and its bank is not called.',
        next: 'Reinstate it on the Connection screen to use it again.',
      }
    case 'profile-busy':
      return {
        title: 'Not while calls are under way',
        reason: 'A call to the bank is not answered yet, or another profile is being opened.',
        next: 'Wait until it has ended and try again.',
      }
    case 'practice-only':
      return {
        title: 'Practice has nothing of this',
        reason: 'The practice bank makes its own certificates and keys at each start.',
        next: 'Open or make a profile for a real bank.',
      }
    case 'profile-incomplete':
      return {
        title: 'The profile is not complete',
        reason: `Still missing: ${failure.missing.join(', ')}.`,
        next: 'Enter it on the Connection screen. Nothing was sent.',
      }
    case 'draft-gone':
      return {
        title: 'The chosen file is no longer held',
        reason: 'It is let go after a while, and when another profile is shown.',
        next: 'Choose the file again.',
      }
    case 'too-many-rows':
      return {
        title: 'Too many rows for one file',
        reason: `A file holds at most ${failure.atMost.toLocaleString('en-US')} rows.`,
        next: 'Narrow the list, or divide the file into parts.',
      }
    case 'nothing-to-send':
      return {
        title: 'No row can be sent',
        reason: 'Every row of the file is held back.',
        next: 'The rows say why: change the mapping, or the file.',
      }
    case 'run-under-way':
      return {
        title: 'Another validation run is under way',
        reason: `“${failure.name}” has not ended.`,
        next: 'Wait for it, pause it, or stop it.',
      }
    case 'file-needed':
      return {
        title: 'The file is needed again',
        reason: `${String(failure.rows)} waiting rows carry an SSN, a date of birth or an id number. These are never stored, and were forgotten when the program ended.`,
        next: 'Choose the file again, or go on without these numbers.',
      }
    case 'file-differs':
      return {
        title: 'This is another file',
        reason: `${failure.file} does not hold what ${failure.wanted} held.`,
        next: 'Choose the file that the run was made of.',
      }
    case 'listener-off':
      return {
        title: 'No listener runs',
        reason: 'There is nothing that an outside call could reach.',
        next: 'Alerts says what the listener needs to run.',
      }
    case 'address-not-allowed':
      return {
        title: 'Not to this address',
        reason:
          failure.why === 'bank'
            ? 'It is the host of the bank, from which the alerts come.'
            : 'It is the listener of this profile: every alert would come back to it.',
        next: 'Enter the address of another system. Nothing was changed.',
      }
    case 'no-public-address':
      return {
        title: 'No public address is entered',
        reason: 'What the bank calls is the address in front of this computer.',
        next: 'Enter it under Connection, Addresses.',
      }
    case 'previous-not-ended':
      return {
        title: 'The old password is still taken',
        reason: 'The bank may still use it: of three the oldest would end, and its alerts be lost.',
        next: 'End the old password once alerts come with the new one. Nothing was made.',
      }
    case 'request-pending':
      return {
        title: 'A request waits for its answer',
        reason: `It was made on ${localTime(failure.madeAt)}, and its key is kept until the answer is taken.`,
        next: 'Import the answer, or discard that request first. Nothing was made.',
      }
    case 'clipboard-failed':
      return {
        title: 'The password is not on the clipboard',
        reason: 'The system did not take it: another program may hold the clipboard.',
        next: 'Try again, or save the sheet as PDF.',
      }
    case 'download-failed':
      return {
        title: 'Nothing was saved',
        reason: failure.reason,
        next: 'Try again, or bring the installer by hand and have it checked here.',
      }
    case 'bundle-too-large':
      return {
        title: 'Too much for one bundle',
        reason: `The chosen calls come to ${failure.megabytes.toFixed(1)} MB; a bundle holds ${String(failure.atMost)} MB.`,
        next: 'Choose fewer calls. Nothing was written.',
      }
    case 'certificate-refused':
      return {
        title: 'The certificate was not taken',
        reason: refusedBecause(failure.findings.length),
        next: 'The one in use has not changed. Each finding stands beside the certificate.',
      }
    case 'fingerprint-differs':
      return {
        title: 'The fingerprint differs',
        reason: 'What was entered is not the fingerprint of this file.',
        next: 'Do not trust the file. Ask the bank for its fingerprint by another way.',
      }
    case 'passphrase-wrong':
      return {
        title: 'The passphrase does not open it',
        reason: 'The recovery file was written with another one.',
        next: 'Type it again. The file, the store and the keychain have not changed.',
      }
    case 'recovery-of-another':
      return {
        title: 'The file belongs to another profile',
        reason: 'Its key does not open this store.',
        next: 'Choose the recovery file of this profile.',
      }
    case 'file-not-understood':
      return {
        title: 'The file cannot be used',
        reason: `${failure.file}: ${failure.detail}`,
        next: 'Nothing was taken from it. Choose another file.',
      }
    case 'file-failed':
      return {
        title: 'The file could not be used',
        reason: `${failure.file}: ${failure.detail}`,
        next: 'Check the folder and its permissions, then try again.',
      }
    case 'backup-failed':
    case 'backup-refused':
      return explainBackup(failure)
    default:
      return assertNever(failure)
  }
}
