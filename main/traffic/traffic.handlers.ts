/** Traffic: each verb on the service that does the work. */
import { err, ok } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { shownDesk } from '../profiles/shown-desk.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'
import { fileFailed, fileNameOf } from '../windows/file-words.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'

/** What the handlers reach. */
export interface TrafficHandlerParts {
  readonly profiles: ProfilesService
  readonly state: WorkstationStateService
  readonly dialogs: FileDialogs
  readonly clock: Clock
}

const bundleKinds = [{ name: 'Support bundle', extensions: ['json'] }]

/** Derives the handlers. */
export function trafficHandlers(parts: TrafficHandlerParts): Pick<Handlers, 'traffic'> {
  const { profiles } = parts
  const desk = () => shownDesk(profiles)
  return {
    traffic: {
      list: async (request, { operator }) => {
        const on = desk()
        return on.ok ? ok(await on.value.traffic.list(request, operator)) : on
      },
      getPurposes: async () => {
        const on = desk()
        return on.ok ? ok(await on.value.traffic.purposes()) : on
      },
      get: ({ id }) => {
        const on = desk()
        return on.ok ? on.value.traffic.get(id) : on
      },
      reveal: ({ id }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.traffic.reveal(id, operator) : on
      },
      curl: ({ id, inFull }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.traffic.curl(id, inFull, operator) : on
      },
      previewBundle: ({ ids }) => {
        const on = desk()
        if (!on.ok) return on
        const { name: profileName, environment } = profiles.shown().identity
        const { version } = parts.state.current()
        return on.value.traffic.previewBundle(ids, { profileName, environment, version })
      },
      saveBundle: async ({ draftId }, { operator }) => {
        const on = desk()
        if (!on.ok) return on
        const { name } = profiles.shown().identity
        const text = await on.value.traffic.takeBundle(draftId, operator)
        if (text === undefined) return err({ code: 'draft-gone' })
        const day = parts.clock.now().toISOString().slice(0, 10)
        const saved = await parts.dialogs.save({
          title: 'Save the support bundle',
          suggestedName: `${fileNameOf(name)} support bundle ${day}.json`,
          kinds: bundleKinds,
          content: text,
        })
        return saved.ok ? saved : err(fileFailed(saved.error))
      },
    },
  }
}
