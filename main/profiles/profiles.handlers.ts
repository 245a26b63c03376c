/** Profiles, their recovery files and the keychain: each verb on the service that does the work. */
import type { Failure } from '../../preload/contract/failures.ts'
import type { RealEnvironment } from '../../preload/contract/environment.ts'
import { err, ok, type Result } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { Keychain } from '../keychain/keychain.ts'
import { writeRecoveryFile } from '../recovery/recovery-file.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import { writeProfileFile } from './profile-file.ts'
import type { ProfilesService } from './profiles.service.ts'
import { shownProblem, type RealProfile } from './real-profile.ts'
import type { OpenDesk, Session, SessionDrafts } from './session.ts'

/** What the handlers reach. */
export interface ProfileHandlerParts {
  readonly profiles: ProfilesService
  readonly keychain: Keychain
  readonly state: WorkstationStateService
  readonly dialogs: FileDialogs
  readonly clock: Clock
}

/** A shown profile that is real and may be changed. */
interface Changeable {
  readonly real: RealProfile
  readonly desk: OpenDesk
  readonly drafts: SessionDrafts
  readonly session: Session
}
type SetUpFailure = Failure<'practice-only'> | Failure<'profile-retired'> | Failure<'profile-busy'>

/** The shown profile, where it is one that can be changed. */
export function changeable(
  profiles: ProfilesService,
  retiredToo = false,
): Result<Changeable, SetUpFailure> {
  const session = profiles.shown()
  const { real, desk, identity, drafts } = session
  if (profiles.state().openingId !== null) return err({ code: 'profile-busy' })
  if (!real || !desk) return err({ code: 'practice-only' })
  if (identity.retired && !retiredToo) return err({ code: 'profile-retired' })
  return ok({ real, desk, drafts, session })
}

const profileKinds = [{ name: 'Countersign profile', extensions: ['json'] }]
const recoveryKinds = [{ name: 'Countersign recovery file', extensions: ['txt'] }]
const fileFailed = (trouble: { file: string; detail: string }): Failure<'file-failed'> => ({
  code: 'file-failed',
  ...trouble,
})
/** A file name that every system takes. */
const fileNameOf = (name: string): string => name.replace(/[^\p{L}\p{N} ._-]/gu, '').trim()

/** Derives the handlers. */
export function profileHandlers(
  parts: ProfileHandlerParts,
): Pick<Handlers, 'profiles' | 'recovery' | 'keychain'> {
  const { profiles, dialogs, clock } = parts
  return {
    profiles: {
      getState: () => ok(profiles.state()),
      open: ({ id, confirmation }) => profiles.open(id, confirmation),
      create: (input) => profiles.create(input),
      getShown: () => {
        const { real } = profiles.shown()
        return real ? ok(real.shown()) : err({ code: 'not-found' })
      },
      changeDetails: async (details, { operator }) => {
        const on = changeable(profiles)
        return on.ok ? ok(await on.value.real.changeDetails(details, operator.id)) : on
      },
      rename: async ({ name }) => {
        const on = changeable(profiles)
        if (!on.ok) return on
        if (profiles.isTaken(name, on.value.session.identity.id)) return err({ code: 'name-taken' })
        return ok(await profiles.rename(name))
      },
      saveAccount: async (input, { operator }) => {
        const on = changeable(profiles)
        return on.ok ? on.value.real.saveAccount(input, operator.id) : on
      },
      removeAccount: async ({ id }, { operator }) => {
        const on = changeable(profiles)
        return on.ok ? on.value.real.removeAccount(id, operator.id) : on
      },
      revealAccount: async ({ id }, { operator }) => {
        const { real } = profiles.shown()
        if (!real) return err({ code: 'practice-only' })
        const number = await real.revealAccount(id, operator.id)
        return number === undefined ? err({ code: 'not-found' }) : ok({ number })
      },
      saveCredentials: async (given, { operator }) => {
        const on = changeable(profiles)
        return on.ok ? on.value.real.saveCredentials(given, operator.id) : on
      },
      retire: async ({ confirmation }) => {
        const on = changeable(profiles)
        if (!on.ok) return on
        const { name } = on.value.session.identity
        if (confirmation !== name) return err({ code: 'confirmation-wrong', wanted: name })
        return ok(await profiles.retire())
      },
      reinstate: async () => {
        const on = changeable(profiles, true)
        return on.ok ? ok(await profiles.reinstate()) : on
      },
      exportFile: async ({ withAccountNumbers }, { operator }) => {
        const on = changeable(profiles, true)
        if (!on.ok) return on
        const { real, desk, session } = on.value
        const { name, environment } = session.identity
        const text = writeProfileFile(
          {
            name,
            environment: environment as RealEnvironment,
            details: real.details(),
            accounts: real.accounts(),
            validationV2Path: desk.settings.current().validationV2Path,
          },
          { withAccountNumbers, writtenAt: clock.now() },
        )
        // Recorded before the dialog: an export that is not recorded must not exist.
        await desk.store.record(
          {
            actor: operator.id,
            kind: 'profile.exported',
            subject: 'profile',
            detail: { withAccountNumbers },
          },
          () => Promise.resolve(),
        )
        const saved = await dialogs.save({
          title: 'Export the profile',
          suggestedName: `${fileNameOf(name)} profile.json`,
          kinds: profileKinds,
          text,
        })
        return saved.ok ? saved : err(fileFailed(saved.error))
      },
      selectFile: async () => {
        const chosen = await dialogs.open({
          title: 'Choose a profile file',
          kinds: profileKinds,
          several: false,
        })
        if (!chosen.ok) return err(fileFailed(chosen.error))
        const file = chosen.value?.[0]
        return file ? profiles.inspectFile(file) : ok(null)
      },
    },
    keychain: {
      check: async () => {
        const probed = await parts.keychain.probe()
        const next = probed.ok
          ? ({ state: 'works' } as const)
          : ({ state: 'problem', problem: shownProblem(probed.error) } as const)
        parts.state.keychainAnswered(next)
        return ok(next)
      },
    },
    recovery: {
      writeFile: async ({ passphrase, hint }, { operator }) => {
        const on = changeable(profiles, true)
        if (!on.ok) return on
        const { real, session } = on.value
        const { id, name, environment } = session.identity
        const text = await writeRecoveryFile(
          {
            profileId: id,
            profileName: name,
            environment: environment as RealEnvironment,
            writtenAt: clock.now().toISOString(),
            hint,
          },
          real.storeKey(),
          passphrase,
        )
        // Recorded before the dialog: a file with this key that is not recorded must not exist.
        await real.recoveryFileAsked(operator.id)
        const saved = await dialogs.save({
          title: 'Save the recovery file',
          suggestedName: `${fileNameOf(name)} recovery.txt`,
          kinds: recoveryKinds,
          text,
        })
        if (!saved.ok) return err(fileFailed(saved.error))
        if (saved.value) await real.recoveryFileWritten(operator.id)
        return saved
      },
      selectFile: async ({ profileId }) => {
        if (!profiles.isKnown(profileId)) return err({ code: 'not-found' })
        const chosen = await dialogs.open({
          title: 'Choose the recovery file',
          kinds: recoveryKinds,
          several: false,
        })
        if (!chosen.ok) return err(fileFailed(chosen.error))
        const file = chosen.value?.[0]
        return file ? profiles.inspectRecovery(profileId, file) : ok(null)
      },
      openWith: ({ draftId, passphrase, confirmation }) =>
        profiles.openWithRecovery(draftId, passphrase, confirmation),
    },
  }
}
