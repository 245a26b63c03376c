/** The verbs of the noun `updates`. Nothing is ever installed by the program itself. */
import { writtenFile } from '../profiles/profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'
import { checkedFiles, updateFeed, updatesState } from './updates.ts'

/** Newer versions. */
export const updates = {
  getState: query(nothing, updatesState),
  /** For the whole workstation, by an administrator of a bank's profile. Null: none is asked from now on. */
  setFeed: command(
    z.strictObject({ feed: updateFeed.nullable() }),
    updatesState,
    ['practice-only', 'profile-retired', 'profile-busy'],
    administrators,
  ),
  /** Asks the feed now. */
  check: command(nothing, updatesState, ['not-found'], anyOperator),
  /** Saves one installer of the version that was found, and keeps it only if it is the one that was signed. */
  download: command(
    z.strictObject({ name: z.string() }),
    writtenFile,
    ['not-found', 'file-failed', 'download-failed'],
    anyOperator,
  ),
  /** Judges a manifest and installers that the operator chooses: no network has a part in it. */
  checkFiles: command(nothing, checkedFiles.nullable(), ['file-failed'], anyOperator),
  changed: event(updatesState),
} as const
