/** Alerts: each verb on the service that does the work. */
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onShownDesk } from '../shown-desk.ts'
import type { FileDialogs } from '../../platform/files/chosen-file.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-words.ts'
import { replayAlert } from '../../assurance/replay-alert.ts'

/** What the handlers reach. */
export interface AlertHandlerParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
  readonly clock: Clock
}

/** Derives the handlers. */
export function alertHandlers(parts: AlertHandlerParts): Pick<Handlers, 'alerts'> {
  const { profiles } = parts
  const onDesk = onShownDesk(profiles)
  return {
    alerts: {
      list: (request, { operator }) =>
        onDesk(async ({ alerts }) => ok(await alerts.list(request, operator))),
      getSummary: () => onDesk(async ({ alerts }) => ok(await alerts.summary())),
      get: ({ id }) => onDesk(({ alerts }) => alerts.get(id)),
      replay: ({ id }) => onDesk(({ store }) => replayAlert(store, id)),
      reveal: ({ id }, { operator }) => onDesk(({ alerts }) => alerts.reveal(id, operator)),
      noteConflict: ({ id }, { operator }) =>
        onDesk(({ alerts }) => alerts.noteConflict(id, operator)),
      exportFile: (request, { operator }) =>
        onDesk(async ({ alerts: service }) => {
          const { name } = profiles.shown().identity
          const day = parts.clock.now().toISOString().slice(0, 10)
          const { text, alerts } = await service.exportText(request, operator)
          const saved = await parts.dialogs.save({
            title: 'Save the alerts',
            suggestedName: `${fileNameOf(name)} alerts ${day}.csv`,
            kinds: [{ name: 'Table', extensions: ['csv'] }],
            content: text,
          })
          if (!saved.ok) return err(fileFailed(saved.error))
          return ok(saved.value === null ? null : { ...saved.value, alerts })
        }),
      listHeld: (page) => onDesk(async ({ alerts }) => ok(await alerts.listHeld(page))),
      getHeld: ({ id }) => onDesk(({ alerts }) => alerts.getHeld(id)),
      revealHeld: ({ id }, { operator }) => onDesk(({ alerts }) => alerts.revealHeld(id, operator)),
      readAgain: ({ id }, { operator }) => onDesk(({ alerts }) => alerts.readAgain(id, operator)),
    },
  }
}
