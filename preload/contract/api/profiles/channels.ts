/**
 * Channels of `profiles`: the identity of this workstation at each bank. Secrets are accepted once
 * and never returned.
 */
import { ownAccountInput, profileDetails, proxyAddress } from './profile-details.ts'
import * as profile from './profile.ts'
import { administrators, anyOperator } from '../../domain/operators/roles.ts'
import { command, event, nothing, query, setUpFailures } from '../define-channel.ts'
import { z } from '../../kernel/zod.ts'

export const profiles = {
  getState: query(nothing, profile.profilesState, 'no-sign-in'),
  stateChanged: event(profile.profilesState),
  /** Shows another profile; production needs a typed confirmation. The window then reloads. */
  open: command(
    z.object({ id: z.string(), confirmation: z.string().max(40).nullable() }),
    profile.profilesState,
    ['not-found', 'confirmation-wrong', 'profile-busy', 'keychain-problem'],
    'no-sign-in',
  ),
  /** Creates and shows a profile with its store and its key in the keychain. */
  create: command(
    profile.newProfile,
    profile.profilesState,
    [
      'name-taken',
      'confirmation-wrong',
      'profile-busy',
      'keychain-problem',
      'draft-gone',
      'in-practice-team',
    ],
    'no-sign-in',
  ),
  /** The shown profile; `not-found` in practice, which has none of these settings. */
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
  /** Returns the full number of an own account: an audited act. */
  revealAccount: command(
    z.object({ id: z.string() }),
    z.object({ number: z.string() }),
    ['not-found', 'practice-only'],
    anyOperator,
  ),
  saveCredentials: command(
    profile.credentialsInput,
    profile.openProfile,
    [...setUpFailures, 'keychain-problem', 'second-person-needed'],
    administrators,
  ),
  /** Stores user name and password for the profile's proxy; null deletes them. */
  saveProxyCredentials: command(
    z.object({ credentials: profile.proxyCredentials.nullable() }),
    profile.openProfile,
    [...setUpFailures, 'keychain-problem', 'not-found'],
    administrators,
  ),
  /** The proxy that the environment of this computer names; null if none. */
  getSystemProxy: query(nothing, proxyAddress.nullable()),
  /** Retires the shown profile: its bank is not called again, and its store stays readable. */
  retire: command(
    z.object({ confirmation: z.string().max(60) }),
    profile.profilesState,
    [...setUpFailures, 'confirmation-wrong'],
    administrators,
  ),
  reinstate: command(
    nothing,
    profile.profilesState,
    [...setUpFailures, 'second-person-needed'],
    administrators,
  ),
  /** Writes the shown profile to a chosen file: no secrets, accounts masked unless requested. */
  exportFile: command(
    z.object({ withAccountNumbers: z.boolean() }),
    profile.writtenFile,
    [...setUpFailures, 'file-failed'],
    administrators,
  ),
  /** Opens a dialog for a profile file; null if none was chosen. */
  selectFile: command(
    nothing,
    profile.profileFileDraft.nullable(),
    ['file-not-understood', 'file-failed'],
    'no-sign-in',
  ),
} as const
