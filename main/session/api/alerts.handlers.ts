import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'
import { replayAlert } from '../../money/replay-alert.ts'

export interface AlertHandlerDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
}

export function alertHandlers(deps: AlertHandlerDeps): Pick<Handlers, 'alerts'> {
  const { profiles } = deps
  const onSession = onActiveSession(profiles)
  return {
    alerts: {
      list: (request, { operator }) =>
        onSession(async ({ alerts }) => ok(await alerts.list(request, operator))),
      getSummary: () => onSession(async ({ alerts }) => ok(await alerts.summary())),
      get: ({ id }) => onSession(({ alerts }) => alerts.get(id)),
      replay: ({ id }) => onSession(({ store }) => replayAlert(store, id)),
      reveal: ({ id }, { operator }) => onSession(({ alerts }) => alerts.reveal(id, operator)),
      reviewConflict: (conflict, { operator }) =>
        onSession(({ alerts }) => alerts.reviewConflict(conflict, operator)),
      exportFile: (request, { operator, dialogs }) =>
        onSession(async ({ alerts: service }) => {
          const { name } = profiles.shown().identity
          const day = utcDay(deps.clock.now())
          const { text, alerts } = await service.exportText(request, operator)
          const saved = await dialogs.save({
            title: 'Save the alerts',
            suggestedName: `${fileNameOf(name)} alerts ${day}.csv`,
            kinds: [{ name: 'Table', extensions: ['csv'] }],
            content: text,
          })
          if (!saved.ok) return err(fileFailed(saved.error))
          return ok(saved.value === null ? null : { ...saved.value, alerts })
        }),
      listQuarantined: (page) =>
        onSession(async ({ alerts }) => ok(await alerts.listQuarantined(page))),
      getQuarantined: ({ id }) => onSession(({ alerts }) => alerts.getQuarantined(id)),
      revealQuarantined: ({ id }, { operator }) =>
        onSession(({ alerts }) => alerts.revealQuarantined(id, operator)),
      readAgain: ({ id }, { operator }) =>
        onSession(({ alerts }) => alerts.readAgain(id, operator)),
    },
  }
}
