import type { RealEnvironment } from '../../../preload/contract/domain/environment.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { Keychain } from '../../profile/keychain.ts'
import { editableProfile } from '../editable-profile.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'
import { writeRecoveryFile } from '../../profile/recovery-file.ts'
import { recoveryFileWritten } from '../../profile/proposed-changes.ts'

export interface RecoveryHandlerDeps {
  readonly profiles: ProfilesService
  readonly keychain: Keychain
  readonly state: WorkstationStateService
  readonly clock: Clock
}

const recoveryKinds = [{ name: 'Countersign recovery file', extensions: ['txt'] }]

export function recoveryHandlers(
  deps: RecoveryHandlerDeps,
): Pick<Handlers, 'recovery' | 'keychain'> {
  const { profiles, clock } = deps
  return {
    keychain: {
      check: async () => {
        const probed = await deps.keychain.probe()
        return ok(deps.state.keychainAnswered(probed.ok ? undefined : probed.error))
      },
    },
    recovery: {
      writeFile: async ({ passphrase, hint }, { operator, dialogs }) => {
        const on = editableProfile(profiles, true)
        if (!on.ok) return on
        const { real, services, session } = on.value
        const { id, name, environment } = session.identity
        // The file alone is enough to restore a store, and to confirm for a sole administrator.
        const allowed = await services.secondPerson.allows(
          recoveryFileWritten(passphrase, real.shown().recoveryFileAt === null),
          operator,
        )
        if (!allowed.ok) return allowed
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
        await real.recoveryFileRequested(operator.id)
        const saved = await dialogs.save({
          title: 'Save the recovery file',
          suggestedName: `${fileNameOf(name)} recovery.txt`,
          kinds: recoveryKinds,
          content: text,
        })
        if (!saved.ok) return err(fileFailed(saved.error))
        if (saved.value) await real.recoveryFileWritten(operator.id)
        return saved
      },
      selectFile: async ({ profileId }, { dialogs }) => {
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
