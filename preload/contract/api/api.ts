/** All channels between window and main, grouped by noun. Channel names are computed from this object. */
import { alerts, listener } from './alerts/channels.ts'
import { audit } from './audit/channels.ts'
import { accountInquiry } from '../bank/account-validation.ts'
import { achInquiry } from './ach-inquiry/channels.ts'
import { bankNames } from './bank-names/channels.ts'
import { batches } from './batches/channels.ts'
import { bulk } from './bulk/channels.ts'
import { certificates } from './certificates/channels.ts'
import { coverage } from './coverage/channels.ts'
import { forwarding } from './forwarding/channels.ts'
import { help } from './help/channels.ts'
import { inbox } from './inbox/channels.ts'
import { backups } from './backups/channels.ts'
import { diagnostics } from './diagnostics/channels.ts'
import { notices } from './notices/channels.ts'
import { overview } from './overview/channels.ts'
import { reconciliation } from './reconciliation/channels.ts'
import { search } from './search/channels.ts'
import { doctorReport } from './doctor.ts'
import { keychainState } from './keychain-problem.ts'
import { operators, policy } from './operators/channels.ts'
import { orders } from './orders/channels.ts'
import { payees } from './payees/channels.ts'
import * as practice from './practice/practice.ts'
import { page } from '../kernel/paging.ts'
import { paymentInquiry } from './payment-inquiry/channels.ts'
import * as profile from './profiles/profile.ts'
import { profiles } from './profiles/channels.ts'
import { reports } from './reports/channels.ts'
import { administrators, anyOperator } from '../domain/operators/roles.ts'
import { saved } from './saved.ts'
import { schedules } from './schedules/channels.ts'
import { tables } from './tables.ts'
import * as traffic from './traffic.ts'
import { updates } from './updates/channels.ts'
import {
  command,
  event,
  nothing,
  query,
  setUpFailures,
  type Command,
  type Event,
  type Query,
} from './define-channel.ts'
import { validationLine, validationListRequest, validationRecord } from './validation-record.ts'
import {
  connectionState,
  healthAnswer,
  settings,
  unsavedPlaces,
  workstationState,
} from './workstation-state.ts'
import { z } from '../kernel/zod.ts'

export const api = {
  workstation: {
    /** Signed-in operator, profile, environment and state of the store. */
    getState: query(nothing, workstationState, 'no-sign-in'),
    stateChanged: event(workstationState),
    /** A lower score threshold needs an administrator and a second person. */
    changeSettings: command(
      settings.partial().strict(),
      workstationState,
      ['second-person-needed'],
      anyOperator,
    ),
    /** Tells main which places hold input that is not saved, locked or not, so that it asks before it ends. */
    setUnsaved: command(unsavedPlaces, nothing, [], 'no-sign-in'),
  },
  connection: {
    getState: query(nothing, connectionState, 'no-sign-in'),
    stateChanged: event(connectionState),
    /** Calls the bank's health check of account validation. */
    checkHealth: command(
      nothing,
      healthAnswer,
      ['rate-paused', 'bank-not-running', 'profile-incomplete', 'profile-retired'],
      anyOperator,
    ),
  },
  validation: {
    submit: command(
      accountInquiry,
      validationRecord,
      [
        'rate-paused',
        'bank-not-running',
        'version-not-configured',
        'profile-incomplete',
        'profile-retired',
        'product-not-agreed',
      ],
      anyOperator,
    ),
    list: query(validationListRequest, page(validationLine)),
    get: query(z.object({ id: z.string() }), validationRecord),
    /**
     * Returns the record with unmasked account and owner: an audited act. The screen masks it again
     * automatically.
     */
    reveal: command(z.object({ id: z.string() }), validationRecord, ['not-found'], anyOperator),
  },
  /** Every recorded call to the bank. A call that was never sent is not recorded. */
  traffic: {
    list: query(traffic.trafficListRequest, page(traffic.trafficLine)),
    /** Purposes of recorded calls, for the list filter. */
    getPurposes: query(nothing, z.array(z.string())),
    get: query(z.object({ id: z.string() }), traffic.trafficCall),
    /**
     * Returns the call with unmasked accounts and parties: an audited act. The screen masks it
     * again automatically.
     */
    reveal: command(z.object({ id: z.string() }), traffic.trafficCall, ['not-found'], anyOperator),
    /**
     * Returns the call as a shell command with placeholders for secrets. Unmasked, this is an
     * audited act.
     */
    curl: command(
      z.object({ id: z.string(), inFull: z.boolean() }),
      z.object({ text: z.string() }),
      ['not-found'],
      anyOperator,
    ),
    /** Main holds the bundle; the saved file equals the shown text. */
    previewBundle: command(
      traffic.bundleRequest,
      traffic.bundleDraft,
      ['not-found', 'bundle-too-large'],
      anyOperator,
    ),
    /** Writes the bundle to a file that the operator chooses. */
    saveBundle: command(
      z.object({ draftId: z.string() }),
      profile.writtenFile,
      ['draft-gone', 'file-failed'],
      anyOperator,
    ),
    changed: event(traffic.trafficChanged),
  },
  alerts,
  listener,
  bulk,
  achInquiry,
  paymentInquiry,
  bankNames,
  reports,
  saved,
  tables,
  operators,
  policy,
  payees,
  orders,
  schedules,
  batches,
  coverage,
  inbox,
  overview,
  search,
  reconciliation,
  forwarding,
  notices,
  updates,
  help,
  audit,
  backups,
  diagnostics,
  profiles,
  certificates,
  keychain: {
    /** Writes, reads and deletes a test item. */
    check: command(nothing, keychainState, [], 'no-sign-in'),
  },
  recovery: {
    /** Writes the store's key, wrapped by a passphrase, to a file that the operator chooses. */
    writeFile: command(
      z.object({ passphrase: profile.passphrase, hint: z.string().trim().max(200) }),
      profile.writtenFile,
      [...setUpFailures, 'file-failed', 'second-person-needed'],
      administrators,
    ),
    /** Opens a dialog for the recovery file of a profile that does not open. */
    selectFile: command(
      z.object({ profileId: z.string() }),
      profile.recoveryDraft.nullable(),
      ['not-found', 'file-not-understood', 'file-failed'],
      'no-sign-in',
    ),
    /**
     * Opens the store with the file, stores the key in the keychain again, and shows the profile.
     */
    openWith: command(
      z.object({
        draftId: z.string(),
        passphrase: z.string().min(1).max(200),
        confirmation: z.string().max(40).nullable(),
      }),
      profile.profilesState,
      [
        'draft-gone',
        'passphrase-wrong',
        'recovery-of-another',
        'confirmation-wrong',
        'profile-busy',
        'keychain-problem',
      ],
      'no-sign-in',
    ),
  },
  doctor: {
    /** Checks the shown profile's connection step by step; `progressed` reports each step. */
    examine: command(
      nothing,
      doctorReport,
      ['bank-not-running', 'profile-incomplete', 'profile-retired', 'profile-busy'],
      anyOperator,
    ),
    progressed: event(doctorReport),
  },
  practice: {
    /**
     * Creates a new practice store where the present one is of an earlier state of the program, whose
     * files stay under other names. Does nothing otherwise.
     */
    startAgain: command(nothing, nothing, [], anyOperator),
    getBank: query(nothing, practice.practiceBankState),
    setScenario: command(
      practice.scenarioOrder,
      practice.practiceBankState,
      ['bank-not-running'],
      anyOperator,
    ),
    clearScenarios: command(nothing, practice.practiceBankState, ['bank-not-running'], anyOperator),
    /** Makes the practice bank send a number of invented alerts. */
    sendAlerts: command(
      practice.sendAlertsOrder,
      practice.practiceBankState,
      ['bank-not-running'],
      anyOperator,
    ),
    /** The practice team that this program has started. */
    getTeam: query(nothing, practice.practiceTeamState),
    /** Opens further windows of the program that share one store; returns the team as it runs. */
    startTeam: command(
      practice.practiceTeamOrder,
      practice.practiceTeamState,
      ['bank-not-running', 'team-not-started'],
      anyOperator,
    ),
    /** Closes the windows of the team, and removes its store. */
    endTeam: command(nothing, practice.practiceTeamState, ['bank-not-running'], anyOperator),
  },
} as const

export type ApiType = typeof api
/** Name of a channel: its noun and its own name. */
export type Channel = {
  [N in keyof ApiType]: {
    [V in keyof ApiType[N]]: `${N & string}.${V & string}`
  }[keyof ApiType[N]]
}[keyof ApiType]

type ChannelsOf<Kind> = {
  [N in keyof ApiType]: {
    [V in keyof ApiType[N] as ApiType[N][V] extends Kind ? V : never]: ApiType[N][V]
  }
}
/** Channels that the window calls, and events that it receives. */
export type ApiMethods = ChannelsOf<Query | Command>
export type ApiEvents = ChannelsOf<Event>
