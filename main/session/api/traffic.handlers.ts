import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import type { WorkstationStateService } from '../workstation-state.service.ts'

export interface TrafficHandlerDeps {
  readonly profiles: ProfilesService
  readonly state: WorkstationStateService
  readonly clock: Clock
}

const bundleKinds = [{ name: 'Support bundle', extensions: ['json'] }]

export function trafficHandlers(deps: TrafficHandlerDeps): Pick<Handlers, 'traffic'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)
  return {
    traffic: {
      list: (request, { operator }) =>
        onSession(async ({ traffic }) => ok(await traffic.list(request, operator))),
      getPurposes: () => onSession(async ({ traffic }) => ok(await traffic.purposes())),
      get: ({ id }) => onSession(({ traffic }) => traffic.get(id)),
      reveal: ({ id }, { operator }) => onSession(({ traffic }) => traffic.reveal(id, operator)),
      curl: ({ id, inFull }, { operator }) =>
        onSession(({ traffic }) => traffic.curl(id, inFull, operator)),
      previewBundle: ({ ids }) =>
        onSession(({ traffic }) => {
          const { name: profileName, environment } = profiles.shown().identity
          const { version } = deps.state.current()
          return traffic.previewBundle(ids, { profileName, environment, version })
        }),
      saveBundle: ({ draftId }, { operator, dialogs }) =>
        onSession(async ({ traffic }) => {
          const { name } = profiles.shown().identity
          const text = await traffic.takeBundle(draftId, operator)
          if (text === undefined) return err({ code: 'draft-gone' } as const)
          const day = utcDay(deps.clock.now())
          const saved = await dialogs.save({
            title: 'Save the support bundle',
            suggestedName: `${fileNameOf(name)} support bundle ${day}.json`,
            kinds: bundleKinds,
            content: text,
          })
          return saved.ok ? saved : err(fileFailed(saved.error))
        }),
    },
  }
}
