/** The messages about a failed backup or restore. */
import {
  copiedStoreReasons,
  restorableReasons,
  type BackupRefusal,
} from '../../preload/contract/api/backups/backups.ts'
import type { Failure } from '../../preload/contract/api/failures.ts'
import type { Explanation } from './explanation.ts'

const refusals: Readonly<Record<BackupRefusal, string>> = {
  'wrong-key':
    'The key of this profile does not open it: it is of another profile, of a time before its key was lost, or its first page is damaged.',
  damaged: 'It is damaged: a page of it, or its audit chain, does not hold, or its end is missing.',
  newer: 'It was written by a newer version of Countersign.',
  foreign: 'It is not a store of Countersign.',
  unreadable: 'It cannot be read.',
  'another-profile': 'It is a backup of another profile.',
  'another-environment': 'It is a backup of another environment.',
  'sidecar-differs': 'It is not what the file beside it tells of.',
}

export function explainBackup(
  failure: Failure<'backup-failed'> | Failure<'backup-refused'>,
): Explanation {
  if (failure.code === 'backup-failed')
    return {
      title: 'No backup was made',
      reason: `The system said: ${failure.detail}.`,
      next: 'Earlier backups stay. Check the disk, then back up again.',
    }
  const { why, detail } = failure
  return {
    title: 'This backup is not restored',
    reason: detail === null ? refusals[why] : `${refusals[why]} The system said: ${detail}.`,
    next: 'Neither it nor the store was changed. Choose another.',
  }
}

/** Whether the present store was put in place by copying a file. */
export const isCopiedStore = ({ reason }: Failure<'store-refused'>): boolean =>
  copiedStoreReasons.includes(reason)

/** Whether restoring a backup helps if a profile could not be opened. */
export const restoreHelps = (failure: Failure): boolean =>
  failure.code === 'store-refused' && restorableReasons.includes(failure.reason)
