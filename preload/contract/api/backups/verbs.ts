/** The verbs of the noun `backups`: daily copies of the profile's store, each verified, and the way back to one. */
import { profilesState } from '../profiles/profile.ts'
import { command, event, nothing, query } from '../verbs.ts'
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

/** Backups. */
export const backups = {
  getState: query(nothing, known.backupsState),
  /** Makes one now and verifies it; answers when that is done. */
  takeNow: command(nothing, known.backupsState, ['backup-failed'], administrators),
  /** Lets an administrator choose a second folder for each backup; null: none was chosen. */
  chooseFolder: command(
    nothing,
    known.backupsState.nullable(),
    ['file-failed', 'backup-failed'],
    administrators,
  ),
  /** Nothing is copied to a second folder any more; what lies there stays. */
  forgetFolder: command(nothing, known.backupsState, [], administrators),

  /** Examines a backup of the shown profile, or one that is chosen (`id` null); null: none was chosen. */
  inspect: command(
    z.strictObject({ id: z.string().max(120).nullable() }),
    known.restoreDraft.nullable(),
    ['not-found', 'file-failed', 'backup-refused', 'keychain-problem'],
    administrators,
  ),
  /** Puts it in the place of the store: the shown profile's name is typed, and why. */
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

  /** The backups of a profile whose store does not open: nobody can sign in to it. */
  listAtDoor: query(z.strictObject({ profileId: z.string() }), z.array(known.backup), 'whoever'),
  /** The same as `inspect`, of a profile that is not open. */
  inspectAtDoor: command(
    z.strictObject({ profileId: z.string(), id: z.string().max(120).nullable() }),
    known.restoreDraft.nullable(),
    ['not-found', 'profile-busy', 'file-failed', 'backup-refused', 'keychain-problem'],
    'whoever',
  ),
  /**
   * The same as `restore`, where nobody can sign in: an administrator of the newest backup does it with the passphrase
   * of that time, or whoever has the recovery file of the profile and its passphrase.
   */
  restoreAtDoor: command(
    z.strictObject({
      draftId: z.string(),
      confirmation: z.string().max(200),
      reason: known.restoreReason,
      by: confirmer,
    }),
    profilesState,
    [...restoring, 'passphrase-wrong', 'sign-in-paused', 'recovery-of-another'],
    'whoever',
  ),

  /** Restores it into a store that is thrown away: nothing is held, and nothing of the store in place changes. */
  test: command(
    z.strictObject({ id: z.string().max(120) }),
    known.backupsState,
    ['not-found', 'backup-refused', 'keychain-problem', 'practice-only'],
    administrators,
  ),
  /** Two people confirm who may sign in to the restored store and which policy holds: money may leave again. */
  confirmRestored: command(
    nothing,
    nothing,
    ['second-person-needed', 'nothing-to-confirm'],
    administrators,
  ),

  /** What `getState` answers has changed. */
  changed: event(z.strictObject({})),
} as const
