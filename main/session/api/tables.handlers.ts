import { utcDay } from '../../../preload/contract/kernel/calendar.ts'
import { err, ok } from '../../../preload/contract/kernel/result.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/handlers.ts'
import type { ProfilesService } from '../profiles.service.ts'
import { onActiveSession } from '../active-session.ts'
import { fileFailed, fileNameOf } from '../../platform/files/file-text.ts'

export interface TableHandlersDeps {
  readonly profiles: ProfilesService
  readonly clock: Clock
}

const kinds = {
  csv: { name: 'Table', extension: 'csv' },
  'csv-plain': { name: 'Table', extension: 'csv' },
  xlsx: { name: 'Workbook', extension: 'xlsx' },
} as const

export function tableHandlers(deps: TableHandlersDeps): Pick<Handlers, 'tables'> {
  const { profiles, clock } = deps
  const onSession = onActiveSession(profiles)
  return {
    tables: {
      getLayouts: (_, { operator }) =>
        onSession(async ({ tables }) => ok(await tables.layouts(operator.id))),
      saveLayout: ({ table, layout }, { operator }) =>
        onSession(async ({ tables }) => {
          await tables.saveLayout(table, layout, operator.id)
          return ok(undefined)
        }),
      getViews: (_, { operator }) =>
        onSession(async ({ tables }) => ok(await tables.views(operator.id))),
      saveView: ({ table, view }, { operator }) =>
        onSession(({ tables }) => tables.saveView(table, view, operator.id)),
      removeView: ({ table, name }, { operator }) =>
        onSession(async ({ tables }) => {
          await tables.removeView(table, name, operator.id)
          return ok(undefined)
        }),
      startExport: (begun, { operator }) =>
        onSession(({ tables }) => ok(tables.startExport(begun, operator.id))),
      addRows: ({ draftId, rows }, { operator }) =>
        onSession(({ tables }) => tables.addRows(draftId, rows, operator.id)),
      saveExport: ({ draftId, format }, { operator, dialogs }) =>
        onSession(async ({ tables }) => {
          const draft = tables.draft(draftId, operator.id)
          if (!draft.ok) return draft
          const { name } = profiles.shown().identity
          const { title } = draft.value
          const kind = kinds[format]
          const day = utcDay(clock.now())
          const saved = await dialogs.save({
            title: `Save ${title}`,
            suggestedName: `${fileNameOf(name)} ${fileNameOf(title)} ${day}.${kind.extension}`,
            kinds: [{ name: kind.name, extensions: [kind.extension] }],
            content: await tables.written(draft.value, format, operator.id),
          })
          if (!saved.ok) return err(fileFailed(saved.error))
          if (saved.value !== null) tables.discard(draftId)
          return saved
        }),
      discardExport: ({ draftId }) =>
        onSession(({ tables }) => {
          tables.discard(draftId)
          return ok(undefined)
        }),
    },
  }
}
