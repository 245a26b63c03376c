/** The messages about a failed backup or restore. */
import {
  copiedStoreReasons,
  restorableReasons,
  type BackupRefusal,
} from '../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Explanation } from './explanation.ts'

export const backupRefusalTexts: Readonly<Record<BackupRefusal, string>> = {
  'wrong-key':
    'This profile\u2019s key does not open the backup. The backup is from another profile or an older key, or its first page is damaged.',
  damaged: 'The backup is damaged: a page, its audit chain or its end is wrong or missing.',
  newer: 'The file was written by a newer version of Countersign.',
  earlier:
    'The file was written by an early version of Countersign, from before its first release. This version cannot read it.',
  foreign: 'The file is not a Countersign store.',
  unreadable: 'The backup cannot be read.',
  'another-profile': 'The backup belongs to another profile.',
  'another-environment': 'The backup belongs to another environment.',
  'sidecar-differs': 'The backup does not match the description file next to it.',
}

export function explainBackup(
  failure: Failure<'backup-failed'> | Failure<'backup-refused'>,
): Explanation {
  if (failure.code === 'backup-failed')
    return {
      title: 'No backup was taken',
      reason: `System message: ${failure.detail}.`,
      next: 'Earlier backups stay. Check the disk, then back up again.',
    }
  const { why, detail } = failure
  return {
    title: 'This backup was not restored',
    reason:
      detail === null
        ? backupRefusalTexts[why]
        : `${backupRefusalTexts[why]} System message: ${detail}.`,
    next: 'Neither the backup nor the store was changed. Choose another backup.',
  }
}

/** Whether the present store was copied into place, or came from another computer. */
export const isCopiedStore = ({ reason }: Failure<'store-refused'>): boolean =>
  copiedStoreReasons.includes(reason)

/** Whether restoring a backup helps if a profile could not be opened. */
export const restoreHelps = (failure: Failure): boolean =>
  failure.code === 'store-refused' && restorableReasons.includes(failure.reason)
