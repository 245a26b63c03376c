/** Channels of `updates`. The program never installs anything by itself. */
import { writtenFile } from '../profiles/profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'
import { checkedFiles, updateFeed, updatesState } from './updates.ts'

export const updates = {
  getState: query(nothing, updatesState),
  /** For the whole workstation, by an administrator of a bank's profile. Null removes the feed. */
  setFeed: command(
    z.strictObject({ feed: updateFeed.nullable() }),
    updatesState,
    ['practice-only', 'profile-retired', 'profile-busy'],
    administrators,
  ),
  /** Checks the feed now. */
  check: command(nothing, updatesState, ['not-found'], anyOperator),
  /**
   * Saves one installer of the found version; the file stays only if it matches the signed hash.
   */
  download: command(
    z.strictObject({ name: z.string() }),
    writtenFile,
    ['not-found', 'file-failed', 'download-failed'],
    anyOperator,
  ),
  /** Checks a chosen manifest and installers, without any network access. */
  checkFiles: command(nothing, checkedFiles.nullable(), ['file-failed'], anyOperator),
  changed: event(updatesState),
} as const
