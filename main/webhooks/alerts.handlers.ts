/** Alerts: each verb on the service that does the work. */
import { err, ok } from '../../preload/contract/result.ts'
import type { Clock } from '../clock.ts'
import type { Handlers } from '../ipc/handlers.ts'
import type { ProfilesService } from '../profiles/profiles.service.ts'
import { shownDesk } from '../profiles/shown-desk.ts'
import type { FileDialogs } from '../windows/chosen-file.ts'
import { fileFailed, fileNameOf } from '../windows/file-words.ts'

/** What the handlers reach. */
export interface AlertHandlerParts {
  readonly profiles: ProfilesService
  readonly dialogs: FileDialogs
  readonly clock: Clock
}

/** Derives the handlers. */
export function alertHandlers(parts: AlertHandlerParts): Pick<Handlers, 'alerts'> {
  const { profiles } = parts
  const desk = () => shownDesk(profiles)
  return {
    alerts: {
      list: async (request, { operator }) => {
        const on = desk()
        return on.ok ? ok(await on.value.alerts.list(request, operator)) : on
      },
      getSummary: async () => {
        const on = desk()
        return on.ok ? ok(await on.value.alerts.summary()) : on
      },
      get: ({ id }) => {
        const on = desk()
        return on.ok ? on.value.alerts.get(id) : on
      },
      reveal: ({ id }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.alerts.reveal(id, operator) : on
      },
      noteConflict: ({ id }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.alerts.noteConflict(id, operator) : on
      },
      exportFile: async (request, { operator }) => {
        const on = desk()
        if (!on.ok) return on
        const { name } = profiles.shown().identity
        const day = parts.clock.now().toISOString().slice(0, 10)
        const { text, alerts } = await on.value.alerts.exportText(request, operator)
        const saved = await parts.dialogs.save({
          title: 'Save the alerts',
          suggestedName: `${fileNameOf(name)} alerts ${day}.csv`,
          kinds: [{ name: 'Table', extensions: ['csv'] }],
          content: text,
        })
        if (!saved.ok) return err(fileFailed(saved.error))
        return ok(saved.value === null ? null : { ...saved.value, alerts })
      },
      listHeld: async (page) => {
        const on = desk()
        return on.ok ? ok(await on.value.alerts.listHeld(page)) : on
      },
      getHeld: ({ id }) => {
        const on = desk()
        return on.ok ? on.value.alerts.getHeld(id) : on
      },
      revealHeld: ({ id }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.alerts.revealHeld(id, operator) : on
      },
      readAgain: ({ id }, { operator }) => {
        const on = desk()
        return on.ok ? on.value.alerts.readAgain(id, operator) : on
      },
    },
  }
}
