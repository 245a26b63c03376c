import {
  environmentLabels,
  type RealEnvironment,
} from '../../../preload/contract/domain/environment.ts'
import type { Failure } from '../../../preload/contract/api/failures.ts'
import { isAllowed, rolesFor } from '../../../preload/contract/api/may-use.ts'
import { type ProfileCard } from '../../../preload/contract/api/profiles/profile.ts'
import { profiles as channels } from '../../../preload/contract/api/profiles/channels.ts'
import type { Operator } from '../../../preload/contract/domain/operators/roles.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { proxyInEnvironment } from '../../platform/system-proxy.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import { editableProfile } from '../editable-profile.ts'
import { writeProfileFile } from '../../profile/profile-file.ts'
import type { ProfilesService } from '../profiles.service.ts'
import {
  bankChanged,
  credentialsStored,
  ownAccountChanged,
  profileReinstated,
} from '../../profile/proposed-changes.ts'

export interface ProfileHandlerDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
}

/** A copy contains account numbers, like an export, so it needs the permission to export. */
function mayNotCopy(
  profiles: ProfilesService,
  { roles }: Operator,
): Failure<'signed-out'> | Failure<'not-permitted'> | undefined {
  const { real, operators } = profiles.shown()
  if (!real) return undefined
  if (!operators.isSignedIn()) return { code: 'signed-out' }
  const { exportFile } = channels
  return isAllowed(exportFile.allowed, roles)
    ? undefined
    : { code: 'not-permitted', needs: [...rolesFor(exportFile)] }
}

/**
 * Data for one environment must not reach the bank of another (Promise P7): two environments with
 * one address would send to the same bank.
 */
const takenAddress = ({ name, environment }: ProfileCard): Failure<'invalid-input'> => ({
  code: 'invalid-input',
  fields: [
    {
      path: 'baseUrl',
      message: `The profile ${name}, ${environmentLabels[environment]}, has this address. Each environment needs its own`,
      source: 'workstation',
    },
  ],
})

const profileKinds = [{ name: 'Countersign profile', extensions: ['json'] }]
export function profileHandlers(deps: ProfileHandlerDeps): Pick<Handlers, 'profiles'> {
  const { profiles, clock } = deps
  return {
    profiles: {
      getState: () => ok(profiles.state()),
      open: ({ id, confirmation }) => profiles.open(id, confirmation),
      create: (input, { operator }) => {
        const refused = input.from.kind === 'copy' && mayNotCopy(profiles, operator)
        return refused ? err(refused) : profiles.create(input)
      },
      getShown: () => {
        const { real } = profiles.shown()
        return real ? ok(real.shown()) : err({ code: 'not-found' })
      },
      changeDetails: async (details, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { real, session } = on.value
        const { environment } = session.identity
        const isNew = details.baseUrl !== real.details().baseUrl
        const other = isNew && profiles.otherEnvironmentAt(details.baseUrl, environment)
        if (other) return err(takenAddress(other))
        const change = bankChanged(real.details(), details)
        const allowed = await on.value.services.secondPerson.allows(change, operator)
        if (!allowed.ok) return allowed
        return ok(await real.changeDetails(details, operator.id))
      },
      rename: async ({ name }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        if (profiles.isTaken(name, on.value.session.identity.id)) return err({ code: 'name-taken' })
        return ok(await profiles.rename(name))
      },
      saveAccount: async (input, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { real, services } = on.value
        const change = ownAccountChanged(real.accounts(), input)
        const allowed = await services.secondPerson.allows(change, operator)
        if (!allowed.ok) return allowed
        return real.saveAccount(input, operator.id)
      },
      removeAccount: async ({ id }, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? on.value.real.removeAccount(id, operator.id) : on
      },
      revealAccount: async ({ id }, { operator }) => {
        const { real } = profiles.shown()
        if (!real) return err({ code: 'practice-only' })
        const number = await real.revealAccount(id, operator.id)
        return number === undefined ? err({ code: 'not-found' }) : ok({ number })
      },
      saveCredentials: async (given, { operator }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { real, services } = on.value
        const change = credentialsStored(real.shown(), given)
        const allowed = await services.secondPerson.allows(change, operator)
        return allowed.ok ? real.saveCredentials(given, operator.id) : allowed
      },
      saveProxyCredentials: async ({ credentials }, { operator }) => {
        const on = editableProfile(profiles)
        return on.ok ? on.value.real.saveProxyCredentials(credentials, operator.id) : on
      },
      getSystemProxy: () => ok(proxyInEnvironment(process.env)),
      retire: async ({ confirmation }) => {
        const on = editableProfile(profiles)
        if (!on.ok) return on
        const { name } = on.value.session.identity
        if (confirmation !== name) return err({ code: 'confirmation-wrong', wanted: name })
        return ok(await profiles.retire())
      },
      reinstate: async (_input, { operator }) => {
        const on = editableProfile(profiles, true)
        if (!on.ok) return on
        const { real, services, session } = on.value
        const { baseUrl } = real.details()
        const { name, environment, retired } = session.identity
        // While it was retired, a profile of another environment may have taken its address.
        const other = profiles.otherEnvironmentAt(baseUrl, environment)
        if (other) return err(takenAddress(other))
        const change = retired ? profileReinstated(name) : undefined
        const allowed = await services.secondPerson.allows(change, operator)
        return allowed.ok ? ok(await profiles.reinstate()) : allowed
      },
      exportFile: async ({ withAccountNumbers }, { operator, dialogs }) => {
        const on = editableProfile(profiles, true)
        if (!on.ok) return on
        const { real, services, session } = on.value
        const { name, environment } = session.identity
        const text = writeProfileFile(
          {
            name,
            environment: environment as RealEnvironment,
            details: real.details(),
            accounts: real.accounts(),
            validationV2Path: services.settings.current().validationV2Path,
          },
          { withAccountNumbers, writtenAt: clock.now() },
        )
        // Recorded before the dialog: an export that is not recorded must not exist.
        await services.store.note({
          actor: operator.id,
          kind: 'profile.exported',
          subject: 'profile',
          detail: { withAccountNumbers },
        })
        const saved = await dialogs.save({
          title: 'Export the profile',
          suggestedName: `${fileNameOf(name)} profile.json`,
          kinds: profileKinds,
          content: text,
        })
        return saved.ok ? saved : err(fileFailed(saved.error))
      },
      selectFile: async (_input, { dialogs }) => {
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
  }
}
