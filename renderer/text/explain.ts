/** Turns every failure of the contract into a message: the event, the reason and the next step. */
import { backupRefusalTexts, explainBackup, isCopiedStore } from './explain-backup.ts'
import { productNames } from '../../preload/contract/api/profiles/profile-details.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import { isOfOrder } from '../../preload/contract/text/order-refusals.ts'
import { explainKeychain } from './explain-keychain.ts'
import { explainOrder } from './explain-order.ts'
import {
  explainFullDisk,
  explainStoreAway,
  openingAgain,
  unreachableTitle,
} from './explain-store-loss.ts'
import { assertNever, type Explanation } from './explanation.ts'
import { localTime } from './times.ts'

export { explainCall } from './explain-call.ts'
export { explainKeychain, recoveryHelps } from './explain-keychain.ts'
export { restoreHelps } from './explain-backup.ts'
export type { Explanation } from './explanation.ts'

const storeReasons: Readonly<Record<string, string>> = {
  'store-newer': backupRefusalTexts.newer,
  'store-earlier': backupRefusalTexts.earlier,
  'store-foreign': backupRefusalTexts.foreign,
  'store-behind':
    'The store or its record of sent payments is older than this computer expects. An older copy replaced it.',
  'store-is-backup': 'A backup was copied over it.',
  'store-of-another-computer':
    'This profile\u2019s data was last used on another computer, or this computer has a new id. Two computers must not send the same payments.',
  'store-wrong-key': 'The key of this profile does not open the store.',
  'store-damaged': 'The store is damaged.',
  'store-missing': 'The file is missing. Nothing was created in its place.',
  'store-in-use': 'Another Countersign has it open.',
  'store-not-durable': 'This disk does not store data safely.',
  'store-unreadable': 'The file cannot be read.',
  'store-full': 'The disk has no room for the store.',
  'store-away': `${unreachableTitle}.`,
  'migration-failed': 'The update to this version failed.',
}

const notAttachedReasons: Readonly<Record<Failure<'not-attached'>['why'], string>> = {
  empty: 'the file is empty',
  'too-large': 'the file is larger than 5 MB',
  'order-full': 'the files of this order would exceed 20 MB',
}

/** Returns why the store was refused, as a sentence. */
export const explainStore = (reason: string): string => storeReasons[reason] ?? `Reason: ${reason}.`

const refusedBecause = (findings: number): string =>
  findings === 1 ? 'One finding prevents it.' : `${findings} findings prevent it.`

/** Returns why a practice team did not start; nothing is left of it. */
function explainTeam({ why, detail }: Failure<'team-not-started'>): Omit<Explanation, 'title'> {
  switch (why) {
    case 'postgres-missing':
      return {
        reason: 'PostgreSQL was not found on this computer.',
        next: 'Install PostgreSQL 15 or later, then try again.',
      }
    case 'disk-full':
      return {
        reason: 'The disk has no room for the store of the team.',
        next: 'Free 200 MB in the folder for temporary files, then try again.',
      }
    case 'failed':
      return {
        reason: `A program answered: ${detail || 'nothing'}`,
        next: 'All files of the team were removed. Try again; the log has the whole answer.',
      }
  }
}

/** Explains the failure of an API method. */
export function explain(failure: Failure): Explanation {
  switch (failure.code) {
    case 'untrusted-sender':
      return {
        title: 'Refused',
        reason: 'The request did not come from Countersign\u2019s own window.',
        next: 'Restart Countersign. If it happens again, inform your administrator.',
      }
    case 'profile-changed':
      return {
        title: 'Another profile is shown now',
        reason: 'The action was meant for the profile shown before. Nothing was done.',
        next: 'Check the profile shown, and try again if it is right.',
      }
    case 'second-person-needed':
      return {
        title: 'A second person did not confirm',
        reason: 'This change needs two people.',
        next: 'Nothing was changed. Try again with the second person present.',
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
        reason: 'The store was not restored, or was confirmed already.',
        next: 'Payments are not on hold.',
      }
    case 'invalid-input':
      return {
        title: 'Not accepted',
        reason: failure.fields.map((field) => field.message).join(' \u00b7 '),
        next: failure.fields.every(isOfOrder)
          ? 'Nothing was done.'
          : 'Correct this and try again. Nothing was sent.',
      }
    case 'not-permitted':
      return {
        title: 'Not permitted',
        reason: `This needs the role of ${failure.needs.join(' or ')}.`,
        next: 'Ask an operator with this role.',
      }
    case 'internal':
      return {
        title: 'Internal fault',
        reason: `Details are in the log under ${failure.reference}.`,
        next: 'Nothing more was done. Give support the reference.',
      }
    case 'store-opening':
      return {
        title: 'The store is still opening',
        reason: 'Nothing can be read or written yet.',
        next: 'Wait a moment and try again.',
      }
    case 'store-refused':
      return {
        title: 'The store was not opened',
        reason:
          failure.reason === 'store-behind' && failure.detail !== null
            ? `${explainStore(failure.reason)} ${failure.detail}.`
            : explainStore(failure.reason),
        next: isCopiedStore(failure)
          ? 'Choose \u201cRestore from a backup\u2026\u201d, then a backup or the current store. Payments that may have been sent since then get an unknown outcome; none is resent automatically.'
          : (openingAgain(failure.reason, 'by hand') ??
            'The store was not changed. Inform your administrator.'),
      }
    case 'store-full':
      return explainFullDisk(failure)
    case 'store-away':
      return explainStoreAway(failure)
    case 'signed-out':
      return {
        title: 'Nobody is signed in',
        reason: 'The workstation is locked, or was locked before the answer came.',
        next: 'Sign in and check first: the action may have been carried out.',
      }
    case 'sign-in-paused':
      return {
        title: 'Too many failed sign-ins',
        reason: `No passphrase is checked before ${localTime(failure.until)}.`,
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
        reason: 'The first administrator exists already.',
        next: 'Sign in, or ask an administrator to add you.',
      }
    case 'last-administrator':
      return {
        title: 'The last administrator',
        reason: 'Without this administrator, no one could manage the profile.',
        next: 'Make another operator an administrator first.',
      }
    case 'changed-meanwhile':
      return {
        title: 'Changed since it was shown',
        reason: 'It differs from what you saw. Nothing was done.',
        next: 'Review what applies now, then decide again.',
      }
    case 'own-work':
    case 'same-person':
    case 'not-maker':
    case 'order-changed':
    case 'order-state':
    case 'approvals-missing':
    case 'not-approver':
    case 'decided-alone':
    case 'possible-duplicate':
    case 'over-limit':
    case 'evidence-needed':
    case 'integrity-broken':
    case 'inquiry-first':
    case 'known-at-bank':
    case 'alert-undecided':
    case 'inquiry-under-way':
    case 'support-reply-unresolved':
    case 'copied-already':
    case 'sending-not-ended':
    case 'account-differs':
    case 'owner-kind-differs':
    case 'unit-not-confirmed':
    case 'terms-changed':
      return explainOrder(failure)
    case 'rate-paused':
      return {
        title: 'The bank asked for a pause',
        reason: `The bank answered 429: too many requests. No call is made before ${localTime(failure.until)}.`,
        next: 'Nothing was sent. The status bar counts down; try again after that.',
      }
    case 'bank-not-running':
      return {
        title: 'The bank cannot be called',
        reason: 'The connection is not open. Details are in the log.',
        next: 'Wait for the connection, or restart Countersign. Nothing was sent.',
      }
    case 'in-practice-team':
      return {
        title: 'This window is for practice only',
        reason: 'The window belongs to a practice team and is removed with it.',
        next: 'Create the profile in the window that started the team.',
      }
    case 'team-not-started':
      return {
        title: 'The practice team did not start',
        ...explainTeam(failure),
      }
    case 'version-not-configured':
      return {
        title: `No path for ${failure.version}`,
        reason: 'The bank\u2019s document gives no path for this version.',
        next: 'Enter the bank\u2019s path on the Connection screen, or use v1.',
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
        title: 'The typed text differs',
        reason: `Type exactly ${failure.wanted}.`,
        next: 'Nothing was changed. Try again.',
      }
    case 'name-taken':
      return {
        title: 'The name is in use',
        reason: 'Another profile or operator, perhaps retired, uses this name or a similar one.',
        next: 'Choose another name. Your entries are still here.',
      }
    case 'product-not-agreed':
      return {
        title: `${productNames[failure.product]} is not agreed`,
        reason: 'The profile does not list this product. Nothing was sent.',
        next: 'If the agreement includes it, add it under Connection, Products and hours.',
      }
    case 'profile-retired':
      return {
        title: 'This profile is retired',
        reason: 'The profile can be read, but not changed or used for calls.',
        next: 'Reinstate the profile on the Connection screen.',
      }
    case 'profile-busy':
      return {
        title: 'Calls are in progress',
        reason: 'A call to the bank is unanswered, or another profile is opening.',
        next: 'Wait for it to end, then try again.',
      }
    case 'practice-only':
      return {
        title: 'Not available in practice',
        reason: 'The practice bank creates its own certificates and keys at each start.',
        next: 'Open or create a profile for a real bank.',
      }
    case 'profile-incomplete':
      return {
        title: 'The profile is not complete',
        reason: `Still missing: ${failure.missing.join(', ')}.`,
        next: 'Complete it on the Connection screen. Nothing was sent.',
      }
    case 'draft-gone':
      return {
        title: 'The file or preview has expired',
        reason:
          'A file or preview is kept for a short time only, and is dropped when the profile changes.',
        next: 'Choose the file again, or start this step again.',
      }
    case 'too-many-rows':
      return {
        title: 'Too many rows',
        reason: `At most ${failure.atMost.toLocaleString('en-US')} rows are allowed here.`,
        next: 'Narrow the list, or divide the rows into several batches or files.',
      }
    case 'too-many-views':
      return {
        title: 'Too many saved views',
        reason: `At most ${failure.atMost.toLocaleString('en-US')} views are saved for one list.`,
        next: 'Remove a view, or replace one by using its name.',
      }
    case 'nothing-to-send':
      return {
        title: 'No entry or row qualifies',
        reason: 'There is none, or each one is held back or excluded.',
        next: 'Add or select entries, or see the reason on each row.',
      }
    case 'run-under-way':
      return {
        title: 'Another validation run is in progress',
        reason: `“${failure.name}” has not ended.`,
        next: 'Wait for it, pause it, or stop it.',
      }
    case 'run-elsewhere':
      return {
        title: `Runs at ${failure.workstation}`,
        reason: 'Only the workstation that sends its rows can change a run.',
        next: 'Pause or stop it there.',
      }
    case 'file-needed':
      return {
        title: 'The file is needed again',
        reason: `${String(failure.rows)} waiting rows carry an SSN, a date of birth or an id number. These are never stored and were lost when Countersign closed.`,
        next: 'Choose the file again, or continue without these numbers.',
      }
    case 'file-differs':
      return {
        title: 'This is another file',
        reason: `The content of ${failure.file} differs from ${failure.wanted}.`,
        next: 'Choose the file that the run was created from.',
      }
    case 'listener-off':
      return {
        title: 'The listener is not running',
        reason: 'An outside call cannot reach this workstation.',
        next: 'See Alerts, Listener for the missing settings.',
      }
    case 'address-not-allowed':
      return {
        title: 'Address not allowed',
        reason:
          failure.why === 'bank'
            ? 'This is the bank\u2019s host, which sends the alerts.'
            : 'This is the profile\u2019s own listener: every alert would return to it.',
        next: 'Enter the address of another system. Nothing was changed.',
      }
    case 'no-public-address':
      return {
        title: 'No public address yet',
        reason: 'The bank calls the address in front of this computer.',
        next: 'Enter it under Connection, Addresses.',
      }
    case 'previous-not-ended':
      return {
        title: 'The old password is still accepted',
        reason:
          'The bank may still use it. A third password would end the oldest, and its alerts would be lost.',
        next: 'End the old password once alerts arrive with the new one. Nothing was created.',
      }
    case 'request-pending':
      return {
        title: 'A request waits for its answer',
        reason: `Created on ${localTime(failure.createdAt)}. Its key is stored until the answer is imported.`,
        next: 'Import the answer or discard that request first. Nothing was created.',
      }
    case 'clipboard-failed':
      return {
        title: 'The password is not on the clipboard',
        reason: 'The system refused: another program may use the clipboard.',
        next: 'Try again, or save the sheet as PDF.',
      }
    case 'download-failed':
      return {
        title: 'Nothing was saved',
        reason: failure.reason,
        next: 'Try again, or copy the installer here by hand and check it.',
      }
    case 'bundle-too-large':
      return {
        title: 'Too much for one bundle',
        reason: `The chosen calls have ${failure.megabytes.toFixed(1)} MB; a bundle holds ${String(failure.atMost)} MB.`,
        next: 'Choose fewer calls. Nothing was written.',
      }
    case 'certificate-refused':
      return {
        title: 'The certificate was not imported',
        reason: refusedBecause(failure.findings.length),
        next: 'The one in use has not changed. See the findings at the certificate.',
      }
    case 'fingerprint-differs':
      return {
        title: 'The fingerprint differs',
        reason: 'The entered fingerprint is not that of this file.',
        next: 'Do not trust the file. Get the fingerprint from the bank by other means.',
      }
    case 'passphrase-wrong':
      return {
        title: 'Wrong passphrase',
        reason: 'The recovery file was saved with another passphrase.',
        next: 'Try again. The file, the store and the keychain have not changed.',
      }
    case 'recovery-of-another':
      return {
        title: 'The file belongs to another profile',
        reason: 'The key in the file does not open this store.',
        next: 'Choose the recovery file of this profile.',
      }
    case 'file-not-understood':
      return {
        title: 'The file cannot be used',
        reason: `${failure.file}: ${failure.detail}`,
        next: 'Nothing was imported. Choose another file.',
      }
    case 'not-attached':
      return {
        title: 'Nothing was attached',
        reason: `${failure.file}: ${notAttachedReasons[failure.why]}.`,
        next: 'Choose other files. At most 5 MB each, and 20 MB in all.',
      }
    case 'file-changed':
      return {
        title: 'The stored file was changed',
        reason: `${failure.file} is not the file that was attached. Nothing was saved.`,
        next: 'Tell an administrator: the store was changed from outside.',
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
