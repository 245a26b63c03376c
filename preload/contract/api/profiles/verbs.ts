/** The verbs of the noun `profiles`: who this workstation is at which bank. Secrets go in once, and none comes back. */
import { ownAccountInput, profileDetails } from './profile-details.ts'
import * as profile from './profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../verbs.ts'
import { z } from '../../kernel/zod.ts'

/** Profiles. */
export const profiles = {
  getState: query(nothing, profile.profilesState, 'whoever'),
  stateChanged: event(profile.profilesState),
  /** Shows another profile; production asks for its word. The window begins anew with it. */
  open: command(
    z.object({ id: z.string(), confirmation: z.string().max(40).nullable() }),
    profile.profilesState,
    ['not-found', 'confirmation-wrong', 'profile-busy', 'keychain-problem'],
    'whoever',
  ),
  /** Makes a profile with a store, a key in the keychain, and shows it. */
  create: command(
    profile.newProfile,
    profile.profilesState,
    ['name-taken', 'confirmation-wrong', 'profile-busy', 'keychain-problem', 'draft-gone'],
    'whoever',
  ),
  /** The shown profile; `not-found` in practice, which has nothing of this. */
  getShown: query(nothing, profile.openProfile),
  shownChanged: event(profile.openProfile),
  changeDetails: command(
    profileDetails,
    profile.openProfile,
    [...setUpFailures, 'second-person-needed'],
    administrators,
  ),
  rename: command(
    z.object({ name: profile.profileName }),
    profile.profilesState,
    [...setUpFailures, 'name-taken'],
    administrators,
  ),
  saveAccount: command(
    ownAccountInput,
    profile.openProfile,
    [...setUpFailures, 'not-found', 'second-person-needed'],
    administrators,
  ),
  removeAccount: command(
    z.object({ id: z.string() }),
    profile.openProfile,
    [...setUpFailures, 'not-found'],
    administrators,
  ),
  /** The full number of an own account: an audited act. */
  revealAccount: command(
    z.object({ id: z.string() }),
    z.object({ number: z.string() }),
    ['not-found', 'practice-only'],
    anyOperator,
  ),
  saveCredentials: command(
    profile.credentialsInput,
    profile.openProfile,
    [...setUpFailures, 'keychain-problem'],
    administrators,
  ),
  /** Ends its use: the bank is not called any more, the store can still be read. */
  retire: command(
    z.object({ confirmation: z.string().max(60) }),
    profile.profilesState,
    [...setUpFailures, 'confirmation-wrong'],
    administrators,
  ),
  reinstate: command(nothing, profile.profilesState, setUpFailures, administrators),
  /** Writes the shown profile to a file that the operator chooses: no secrets, accounts masked unless asked for. */
  exportFile: command(
    z.object({ withAccountNumbers: z.boolean() }),
    profile.writtenFile,
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /** Lets the operator choose a profile file; null: none was chosen. */
  selectFile: command(
    nothing,
    profile.profileFileDraft.nullable(),
    ['file-not-understood', 'file-failed'],
    'whoever',
  ),
} as const
