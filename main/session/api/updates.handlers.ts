/** Updates of the program: who may set the feed, and which files a person chooses. */
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Handlers } from '../../platform/handlers.ts'
import { editableProfile } from '../editable-profile.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { fileFailed } from '../../platform/files/file-text.ts'
import { largestInstallerBytes, type Updates } from '../../workplace/updates.service.ts'

const kinds = [
  { name: 'Manifest and installers', extensions: ['json', 'deb', 'rpm', 'exe', 'dmg'] },
]

export function updatesHandlers(deps: {
  readonly profiles: ProfilesService
  readonly updates: Updates
}): Pick<Handlers, 'updates'> {
  const { profiles, updates } = deps
  return {
    updates: {
      getState: async () => ok(await updates.state()),
      setFeed: async ({ feed }, { operator }) => {
        // Administrators of practice have no passphrase, so they may not change the workstation.
        const on = editableProfile(profiles)
        if (!on.ok) return on
        // Recorded first: a feed without a record of who set it is never queried.
        const act = {
          actor: operator.id,
          kind: 'updates.feed-set',
          subject: 'updates',
          detail: { feed },
        }
        await on.value.services.store.note(act)
        return ok(await updates.setFeed(feed))
      },
      check: async () => {
        const state = await updates.check()
        return state ? ok(state) : err({ code: 'not-found' })
      },
      download: ({ name }, { dialogs }) => updates.download(name, dialogs),
      checkFiles: async (_input, { dialogs }) => {
        const title = 'Choose the manifest and the installers'
        const request = { title, kinds, several: true, largestBytes: largestInstallerBytes }
        const chosen = await dialogs.open(request)
        if (!chosen.ok) return err(fileFailed(chosen.error))
        return ok(chosen.value && (await updates.judge(chosen.value)))
      },
    },
  }
}
