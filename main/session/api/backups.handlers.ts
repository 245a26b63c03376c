import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { restoreHold } from '../../profile/restore-hold.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import type { RestoresService } from '../restores.service.ts'
import { restoreConfirmed } from '../../profile/proposed-changes.ts'

export interface BackupHandlerDeps {
  readonly profiles: ProfilesService
  readonly restores: RestoresService
  /** Actor of acts before anybody has signed in. */
  readonly computerActor: string
}

const backupKinds = [{ name: 'Countersign backup', extensions: ['backup'] }]

export function backupHandlers(deps: BackupHandlerDeps): Pick<Handlers, 'backups'> {
  const { profiles, restores, computerActor } = deps
  const onSession = onActiveSession(profiles)

  const inspect = async (profileId: string, id: string | null, dialogs: FileDialogs) => {
    const path =
      id === null
        ? await dialogs.choosePath({ of: 'file', title: 'Choose a backup', kinds: backupKinds })
        : restores.pathOf(profileId, id)
    if (path === null) return ok(null)
    return path === undefined
      ? err({ code: 'not-found' } as const)
      : restores.inspect(profileId, path)
  }

  return {
    backups: {
      getState: () => onSession(async ({ backups }) => ok(await backups.state())),
      takeNow: (_input, { operator }) => onSession(({ backups }) => backups.takeNow(operator.id)),
      chooseFolder: (_input, { operator, dialogs }) =>
        onSession(async ({ backups }) => {
          const title = 'Choose a second folder for backups'
          const folder = await dialogs.choosePath({ of: 'folder', title, kinds: [] })
          return ok(folder === null ? null : await backups.changeSecond(folder, operator.id))
        }),
      forgetFolder: (_input, { operator }) =>
        onSession(async ({ backups }) => ok(await backups.changeSecond(null, operator.id))),
      inspect: ({ id }, { dialogs }) => inspect(profiles.shown().identity.id, id, dialogs),
      restore: (input, { operator }) =>
        restores.restore(input, operator.id, profiles.shown().identity.id),
      listForClosedProfile: async ({ profileId }) => ok([...(await restores.list(profileId))]),
      inspectForClosedProfile: ({ profileId, id }, { dialogs }) =>
        restores.isSignedOutRestore(profileId)
          ? inspect(profileId, id, dialogs)
          : Promise.resolve(err({ code: 'profile-busy' })),
      restoreClosedProfile: (input) => restores.restoreClosedProfile(input, computerActor),
      test: ({ id }, { operator }) =>
        onSession(async ({ backups }) => {
          const { identity, real } = profiles.shown()
          if (!real) return err({ code: 'practice-only' } as const)
          const path = restores.pathOf(identity.id, id)
          if (path === undefined) return err({ code: 'not-found' } as const)
          const tried = await restores.tryOut(identity.id, path)
          return tried.ok ? ok(await backups.tested(id, operator.id)) : tried
        }),
      confirmRestored: (_input, { operator }) =>
        onSession(async ({ store, backups, secondPerson, policy }) => {
          if (!(await restoreHold(store.read))) return err({ code: 'nothing-to-confirm' } as const)
          const { operators } = profiles.shown()
          const change = restoreConfirmed(operators, policy.current().policy)
          const allowed = await secondPerson.allows(change, operator)
          if (!allowed.ok) return allowed
          await backups.confirmRestored(operator.id)
          return ok(undefined)
        }),
    },
  }
}
