/** Channels of `backups`: daily verified copies of the profile's store, and restoring one. */
import { profilesState } from '../profiles/profile.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { confirmer } from '../operators/operators.ts'
import * as known from './backups.ts'

const administrators = ['administrator'] as const

const restoring = [
  'not-found',
  'draft-gone',
  'confirmation-wrong',
  'profile-busy',
  'keychain-problem',
  'store-refused',
] as const

export const backups = {
  getState: query(nothing, known.backupsState),
  /** Creates a backup and verifies it; resolves when both are done. */
  takeNow: command(nothing, known.backupsState, ['backup-failed'], administrators),
  /** Opens a dialog for a second backup folder; null if none was chosen. */
  chooseFolder: command(
    nothing,
    known.backupsState.nullable(),
    ['file-failed', 'backup-failed'],
    administrators,
  ),
  /** Stops copying to the second folder; the copies there stay. */
  forgetFolder: command(nothing, known.backupsState, [], administrators),

  /**
   * Inspects a backup of the shown profile, or a chosen file if `id` is null; null if no file was
   * chosen.
   */
  inspect: command(
    z.strictObject({ id: z.string().max(120).nullable() }),
    known.restoreDraft.nullable(),
    ['not-found', 'profile-busy', 'file-failed', 'backup-refused', 'keychain-problem'],
    administrators,
  ),
  /**
   * Replaces the store with the backup. The confirmation is the typed name of the shown profile.
   */
  restore: command(
    z.strictObject({
      draftId: z.string(),
      confirmation: z.string().max(200),
      reason: known.restoreReason,
    }),
    profilesState,
    restoring,
    administrators,
  ),

  /** Lists the backups of a profile whose store does not open, so nobody can sign in. */
  listForClosedProfile: query(
    z.strictObject({ profileId: z.string() }),
    z.array(known.backup),
    'no-sign-in',
  ),
  /** Like `inspect`, for a profile that is not open. */
  inspectForClosedProfile: command(
    z.strictObject({ profileId: z.string(), id: z.string().max(120).nullable() }),
    known.restoreDraft.nullable(),
    ['not-found', 'profile-busy', 'file-failed', 'backup-refused', 'keychain-problem'],
    'no-sign-in',
  ),
  /**
   * Like `restore`, when nobody can sign in. Authorized by an administrator of the newest backup
   * with the passphrase of that time, or by a person with the profile's recovery file and its
   * passphrase.
   */
  restoreClosedProfile: command(
    z.strictObject({
      draftId: z.string(),
      confirmation: z.string().max(200),
      reason: known.restoreReason,
      by: confirmer,
    }),
    profilesState,
    [...restoring, 'passphrase-wrong', 'sign-in-paused', 'recovery-of-another'],
    'no-sign-in',
  ),

  /**
   * Restores the backup into a temporary store. Money is not held, and the current store stays
   * unchanged.
   */
  test: command(
    z.strictObject({ id: z.string().max(120) }),
    known.backupsState,
    ['not-found', 'backup-refused', 'keychain-problem', 'practice-only'],
    administrators,
  ),
  /**
   * A second person confirms operators and policy of the restored store; afterwards money can leave
   * again.
   */
  confirmRestored: command(
    nothing,
    nothing,
    ['second-person-needed', 'nothing-to-confirm'],
    administrators,
  ),

  /** The result of `getState` has changed. */
  changed: event(z.strictObject({})),
} as const
